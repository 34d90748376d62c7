import { describe, expect, test } from 'vitest'
import { codesOf, NOW, SECONDS, testCookie } from '../testing/test-cookies.ts'
import { lifetimeOf } from './lifetime.ts'

const life = (fields: Parameters<typeof lifetimeOf>[0] | object) =>
  lifetimeOf({ session: null, expirationDate: null, expires: null, ...fields })
const LATER = 1_999_999_999

describe('what ends a cookie', () => {
  test.each([
    [{ session: true }],
    [{ expires: -1 }],
    [{ expires: 0 }],
    [{ expires: null }],
    [{ expirationDate: -1, expires: null }],
  ])('C02, C05: %j is a session cookie without a flag about its date', (fields) => {
    const { row } = testCookie(fields)
    expect([row.kind, row.expiresAt, row.expired]).toEqual(['session', null, false])
    expect(row.flags.filter((flag) => flag.code.startsWith('expi'))).toEqual([])
  })

  test('C05: another negative is a session cookie and says so', () => {
    expect(life({ expires: -42 })).toMatchObject({ expiresAt: null, negative: true })
    expect(codesOf(testCookie({ expires: -42 }))).toContain('expiry-negative')
  })

  test('C05: a date in the past has expired, at the very moment too', () => {
    expect(testCookie({ expires: 1_000_000_000 }).row).toMatchObject({ kind: 'persistent', expired: true })
    expect(testCookie({ expires: SECONDS }).row.expired).toBe(true)
    expect(testCookie({ expires: SECONDS + 0.001 }).row.expired).toBe(false)
    expect(codesOf(testCookie({ expires: SECONDS }))).toContain('expired')
  })

  test('C03: a fraction of a second is kept to the millisecond', () => {
    expect(testCookie({ expirationDate: 1_999_999_999.654_321 }).row.expiresAt).toBe(1_999_999_999_654)
  })

  test('E04: seconds may come as digits', () => {
    expect(testCookie({ expires: '1999999999.5' }).row.expiresAt).toBe(1_999_999_999_500)
    expect(testCookie({ expires: '13263742881229765' }).row.expiresAt).toBe(Date.UTC(2021, 3, 24, 13, 1, 21, 229))
  })
})

describe('C04: another unit is recognised by its magnitude and marked', () => {
  test.each([
    ['milliseconds', 1_999_999_999_000, 1_999_999_999_000],
    ['milliseconds', 253_402_300_799_000, 253_402_300_799_000],
    ['microseconds since 1601', Number('13263742881229765'), Date.UTC(2021, 3, 24, 13, 1, 21, 229)],
    ['microseconds', 1_999_999_999_000_000, 1_999_999_999_000],
    ['a date after the year 9999', 253_402_300_800, 253_402_300_799_000],
    ['a date after the year 9999', 1e308, 253_402_300_799_000],
  ])('%s: %d', (unit, given, ms) => {
    expect(life({ expires: given })).toMatchObject({ expiresAt: ms, convertedFrom: unit })
    expect(codesOf(testCookie({ expires: given }))).toContain('expiry-converted')
  })

  test('the last second of the year 9999 is itself', () => {
    expect(life({ expires: 253_402_300_799 })).toMatchObject({ expiresAt: 253_402_300_799_000, convertedFrom: null })
  })
})

describe('which field decides', () => {
  test.each([
    ['session outweighs a date', { session: true, expires: LATER }, null, true],
    ['expirationDate comes before expires', { expirationDate: LATER, expires: LATER - 60 }, LATER, true],
    ['both name one moment', { expirationDate: LATER + 0.25, expires: LATER, session: false }, LATER + 0.25, false],
    ['a date outweighs −1', { expirationDate: -1, expires: LATER }, LATER, true],
    ['a date outweighs −1 the other way round', { expirationDate: LATER, expires: -1 }, LATER, true],
    ['one field is enough', { expires: LATER }, LATER, false],
    ['no session and no date', { session: false }, null, true],
    ['the same moment in two units', { expirationDate: LATER, expires: LATER * 1000 }, LATER, false],
  ])('%s', (_title, fields, seconds, contradicts) => {
    const said = life(fields)
    expect(said.expiresAt).toBe(seconds === null ? null : seconds * 1000)
    expect(said.contradiction !== null).toBe(contradicts)
    expect(codesOf(testCookie(fields)).includes('expiry-contradiction')).toBe(contradicts)
  })
})

test('what ends within the hour or after more than 400 days says so', () => {
  const codes = (ms: number) =>
    codesOf(testCookie({ expires: (NOW + ms) / 1000 })).filter((code) => code.startsWith('expir'))
  const hour = 3_600_000
  expect(codes(hour - 1)).toEqual(['expires-soon'])
  expect(codes(hour)).toEqual([])
  expect(codes(400 * 24 * hour)).toEqual([])
  expect(codes(400 * 24 * hour + 1)).toEqual(['expiry-beyond-limit'])
})
