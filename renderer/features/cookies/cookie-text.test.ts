import { describe, expect, it } from 'vitest'
import type { ProfileList, ProfileRow } from '../../../electron/contract/models/cookie-models.ts'
import { readLayout } from './cookie-layout.ts'
import { filterProfiles, listingText, profileFacts, profileName } from './profiles/profile-text.ts'
import { readCounts, unreadableText } from './read-counts.ts'
import { expiryText } from './table/expiry-text.ts'
import { testFlag, testRow } from './testing/test-row.ts'

const NOW = Date.UTC(2026, 10, 28, 12)
const profile = (change: Partial<ProfileRow> = {}): ProfileRow => ({
  profileId: 'profile-supplier-portal',
  name: 'Supplier portal',
  createdAt: null,
  updatedAt: null,
  persistedDomains: ['northgate.example', 'metrics.example'],
  listed: true,
  lastReadAt: NOW - 180_000,
  cookieCount: 12,
  snapshots: 0,
  ...change,
})

describe('what a read came to', () => {
  it('counts refused, expired and warned apart, and is silent on none', () => {
    const rows = [
      testRow('a'),
      testRow('b', { flags: [testFlag('none-without-secure', 'refused')] }),
      testRow('c', { expired: true, flags: [testFlag('expired', 'refused')] }),
    ]
    expect(readCounts({ rows, skipped: 0 })).toBe('3 cookies · 1 refused · 1 expired')
    expect(readCounts({ rows: [testRow('a')], skipped: 0 })).toBe('1 cookie')
  })

  it('C17: counts records that are no cookies', () => {
    expect(unreadableText(1)).toBe('1 record could not be read')
    expect(unreadableText(3)).toBe('3 records could not be read')
  })
})

describe('expiry', () => {
  it('says date and time left, or that the session decides', () => {
    expect(expiryText({ expiresAt: null }, NOW)).toEqual({ date: 'Session', left: '' })
    expect(expiryText({ expiresAt: NOW + 14 * 86_400_000 }, NOW)).toEqual({ date: '2026-12-12', left: 'in 14 d' })
    expect(expiryText({ expiresAt: NOW - 3 * 86_400_000 }, NOW).left).toBe('3 d ago')
  })

  it('C04: a date beyond all dates has words', () => {
    expect(expiryText({ expiresAt: 1e300 }, NOW).date).toBe('After year 9999')
  })
})

describe('profiles', () => {
  it('are called by name, else by a short id', () => {
    expect(profileName(profile())).toBe('Supplier portal')
    expect(profileName(profile({ name: null }))).toBe('prof…rtal')
    expect(profileName(profile({ name: '  ' }))).toBe('prof…rtal')
  })

  it('say when they were read, and which were pasted', () => {
    expect(profileFacts(profile(), NOW)).toBe('2 domains · updated 3 min ago')
    expect(profileFacts(profile({ lastReadAt: NOW + 2_000 }), NOW)).toBe('2 domains · updated just now')
    const pasted = profile({ listed: false, persistedDomains: [], lastReadAt: null })
    expect(profileFacts(pasted, NOW)).toBe('pasted · not loaded')
  })

  it('are found by name, id and domain', () => {
    const rows = [profile(), profile({ profileId: 'profile-3f0c9a', name: null, persistedDomains: [] })]
    const found = (text: string) => filterProfiles(rows, text).map(({ profileId }) => profileId)
    expect(found('METRICS portal')).toEqual(['profile-supplier-portal'])
    expect(found('3f0c')).toEqual(['profile-3f0c9a'])
    expect(found('')).toHaveLength(2)
    expect(found('nothing')).toEqual([])
  })

  it('R: tell how the list of the service stands', () => {
    const list = (state: ProfileList['listing']['state'], rows = [profile()]): ProfileList => ({
      rows,
      listing: { state, problem: null, finishedAt: NOW - 60_000 },
    })
    expect(listingText(list('running', []), NOW)).toBe('Refreshing profiles')
    expect(listingText(list('listed'), NOW)).toBe('1 profile · updated 1 min ago')
    expect(listingText(list('not-supported'), NOW)).toBe('1 profile · pasted')
    expect(listingText(list('failed'), NOW)).toBe('1 profile · last refresh failed')
  })
})

describe('remembered columns and panels', () => {
  it('come back as they were written', () => {
    expect(readLayout('{"hidden":["path"],"fit":false,"widths":{"name":240},"tree":false,"aside":null}')).toEqual({
      hidden: ['path'],
      fit: false,
      widths: { name: 240 },
      tree: false,
      aside: null,
    })
  })

  it('are the default where anything is odd', () => {
    const plain = readLayout(null)
    expect(plain.aside).toBe('details')
    for (const odd of ['{', '7', '[]', '{"hidden":"path","tree":1,"aside":"x"}']) expect(readLayout(odd)).toEqual(plain)
    expect(readLayout('{"hidden":["__proto__","path"]}').hidden).toEqual(['path'])
    const widths = '{"widths":{"name":-4,"path":"80","size":1e9,"odd":80,"value":96}}'
    expect(readLayout(widths).widths).toEqual({ value: 96 })
  })
})
