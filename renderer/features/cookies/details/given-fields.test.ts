import { describe, expect, it } from 'vitest'
import { cookieFields } from '../../../../electron/contract/constants/cookie-constants.ts'
import { testRow } from '../testing/test-row.ts'
import { fieldRows, partyText } from './given-fields.ts'

describe('fields as given and as meant', () => {
  it('shows all 13 fields of the contract', () => {
    expect(fieldRows(testRow('a'), false).map(({ field }) => field)).toEqual(cookieFields)
  })

  it('does not call a value masked that is on screen', () => {
    const given = (revealed: boolean) => fieldRows(testRow('a'), revealed).find(({ field }) => field === 'value')?.given
    expect([given(false), given(true)]).toEqual(['masked', 'shown above'])
  })

  it('C06: keeps the foreign word beside what it means', () => {
    const base = testRow('a')
    const row = testRow('a', { sameSite: 'None', given: { ...base.given, sameSite: 'no_restriction' } })
    const field = fieldRows(row, false).find((one) => one.field === 'sameSite')
    expect(field?.given).toBe('no_restriction')
    expect(field?.means).toMatch(/^None: /)
  })

  it('C17: says what was not given, and what an empty text is', () => {
    const base = testRow('a')
    const row = testRow('a', { given: { ...base.given, path: null, storeId: '' } })
    const given = Object.fromEntries(fieldRows(row, false).map((one) => [one.field, one.given]))
    expect(given.path).toBeNull()
    expect(given.storeId).toBe('""')
    expect(given.hostOnly).toBe('true')
    expect(given.expires).toBe('-1')
  })

  it('C09: writes out what would be invisible', () => {
    expect(fieldRows(testRow('n\tx'), false)[0]?.given).toBe('n␉x')
  })

  it('says why a cookie is of the first or a third party', () => {
    const domains = ['northgate.example', 'metrics.example']
    expect(partyText({ party: 'first', site: 'northgate.example' }, domains)).toBe(
      'First party: northgate.example is a site of the profile.',
    )
    expect(partyText({ party: 'third', site: 'chat.example' }, domains)).toBe(
      'Third party: the sites of the profile are northgate.example, metrics.example, not chat.example.',
    )
    expect(partyText({ party: null, site: 'chat.example' }, [])).toMatch(/^Unknown/)
  })
})
