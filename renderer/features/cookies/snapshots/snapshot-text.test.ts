import { describe, expect, it } from 'vitest'
import type { SignInHints, Snapshot } from '../../../../electron/contract/models/cookie-models.ts'
import { hintsText, markOf, signedInOf, valuesText } from './snapshot-text.ts'

const snapshot: Snapshot = {
  snapshotId: 's',
  profileId: 'p',
  at: 0,
  label: null,
  signedIn: null,
  cookies: 12,
  values: 'encrypted',
  reason: null,
}
const hint = { name: 'a', host: 'b', path: '/', partition: null, confidence: 'strong', why: 'Seen.' } as const

describe('words of snapshots', () => {
  it('says without a keychain that there are only hashes, why, and what follows', () => {
    expect(valuesText(snapshot).whole).toBe('The values are encrypted with a key in the keychain.')
    expect(valuesText({ ...snapshot, values: 'hashes', reason: 'There is no keychain.' }).whole).toBe(
      'There is no keychain. The snapshot can be compared, but not exported or revealed.',
    )
  })

  it('keeps unknown apart from signed out', () => {
    expect([true, false, null].map(markOf)).toEqual(['in', 'out', 'unknown'])
    expect((['in', 'out', 'unknown'] as const).map(signedInOf)).toEqual([true, false, null])
  })

  it('tells how to get hints until both kinds are marked, then what they rest on', () => {
    const textOf = (signedIn: number, signedOut: number, rest: Partial<SignInHints> = {}) =>
      hintsText({ signedIn, signedOut, unreadable: 0, valuesCompared: true, hints: [], ...rest })
    expect(textOf(0, 0)).toMatch(/^Mark one snapshot as signed in and one as signed out\./)
    expect(textOf(1, 0)).toBe('1 snapshot signed in. Mark one as signed out as well.')
    expect(textOf(0, 2)).toBe('2 snapshots signed out. Mark one as signed in as well.')
    expect(textOf(1, 1)).toBe('No cookies differ between (1 snapshot signed in, 1 signed out).')
    expect(textOf(2, 1, { hints: [hint] })).toBe('From 2 snapshots signed in, 1 signed out.')
    expect(textOf(2, 1, { hints: [hint], valuesCompared: false })).toMatch(/only presence is compared/)
    expect(textOf(1, 0, { unreadable: 1 })).toMatch(/1 snapshot cannot be opened\.$/)
  })
})
