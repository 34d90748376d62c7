import { describe, expect, test } from 'vitest'
import { type CookieFlagCode, cookieFlagCodes, flagSeverities } from '../../../contract/constants/cookie-constants.ts'
import { exportCookies } from '../export/export.ts'
import { codesOf, NOW, SECONDS, testCookie } from '../testing/test-cookies.ts'

const LAX = { sameSite: 'Lax' }

/** For each flag a record that has it, and one beside it that has not. */
const CASES: Record<CookieFlagCode, [has: object, hasNot: object]> = {
  expired: [{ expires: 1 }, { expires: -1 }],
  'expires-soon': [{ expires: SECONDS + 60 }, { expires: SECONDS + 7_200 }],
  'expiry-converted': [{ expires: NOW }, { expires: SECONDS + 7_200 }],
  'expiry-negative': [{ expires: -2 }, { expires: -1 }],
  'expiry-contradiction': [
    { session: true, expires: SECONDS + 7_200 },
    { session: true, expires: -1 },
  ],
  'expiry-beyond-limit': [{ expires: SECONDS + 401 * 86_400 }, { expires: SECONDS + 399 * 86_400 }],
  'none-without-secure': [{ sameSite: 'None' }, { sameSite: 'None', secure: true }],
  'host-prefix-broken': [{ name: '__Host-a' }, { name: '__Host-a', secure: true }],
  'secure-prefix-broken': [{ name: '__Secure-a' }, { name: '__Secure-a', secure: true }],
  'prefix-case': [{ name: '__host-a' }, { name: '__host-a', secure: true }],
  'host-only-contradiction': [{ hostOnly: false }, { hostOnly: true }],
  'domain-is-public-suffix': [{ domain: '.co.uk' }, { domain: '.a.co.uk' }],
  'domain-invalid': [{ domain: 'a b.example' }, { domain: 'a_b.example' }],
  'same-site-unknown': [{ sameSite: 'banana' }, { sameSite: 'LAX' }],
  'same-site-default': [{ sameSite: null }, { sameSite: 'Strict' }],
  'partition-without-secure': [
    { partitionKey: 'https://a.example' },
    { partitionKey: 'https://a.example', secure: true },
  ],
  'partition-invalid': [{ partitionKey: 'https://x.a.example' }, { partitionKey: 'https://a.example' }],
  'too-large': [{ value: 'x'.repeat(4_096) }, { value: 'x'.repeat(4_095) }],
  'attribute-too-large': [{ path: `/${'p'.repeat(1_024)}` }, { path: `/${'p'.repeat(1_023)}` }],
  'control-characters': [{ value: 'a\rb' }, { value: 'a\tb' }],
  'unusual-characters': [{ value: 'żółć' }, { value: '"a%3Db=2|1:0"' }],
  nameless: [{ name: '' }, { name: '=' }],
  'path-invalid': [{ path: 'a' }, { path: '' }],
  'field-invalid': [{ secure: 'maybe' }, { secure: 1, httpOnly: 'TRUE', expires: '2033-05-18T03:33:19Z' }],
}

describe('each flag is set where it is due and not beside it', () => {
  test.each(cookieFlagCodes)('%s', (code) => {
    const [has, hasNot] = CASES[code]
    const flag = testCookie({ ...LAX, ...has }).row.flags.find((one) => one.code === code)
    expect(flag?.message).toMatch(/^[A-Z].*\.$/)
    expect(flag?.source).toMatch(/^(?:RFC 6265bis|CHIPS), section \d(?:\.\d+)*$|^Cookie format of the service/)
    expect(codesOf(testCookie({ ...LAX, ...hasNot }))).not.toContain(code)
  })
})

test('an ordinary cookie has no flag at all', () => {
  expect(testCookie({ ...LAX, secure: true, path: '/a', expires: SECONDS + 86_400 }).row.flags).toEqual([])
})

test('the gravest comes first', () => {
  const { flags } = testCookie({ name: '', value: '', sameSite: null, expires: SECONDS + 60 }).row
  const ranks = flags.map((flag) => flagSeverities.indexOf(flag.severity))
  expect(ranks).toEqual([0, 1, 2])
})

describe('C12: prefixes', () => {
  const broken = (fields: object) => testCookie({ ...LAX, name: '__Host-s', secure: true, ...fields }).row.flags[0]

  test.each([
    [{ domain: '.example.com' }, 'whole domain'],
    [{ hostOnly: false }, 'whole domain'],
    [{ path: '/a' }, 'path is not /'],
    [{ secure: null }, 'not Secure'],
  ])('__Host- with %j is refused', (fields, why) => {
    expect(broken(fields)).toMatchObject({ code: 'host-prefix-broken', severity: 'refused' })
    expect(broken(fields)?.message).toContain(why)
  })

  test('__Host- that keeps the rule has no flag', () => {
    expect(broken({ hostOnly: true })).toBeUndefined()
    expect(broken({ domain: '.example.com', hostOnly: true })?.code).toBe('host-only-contradiction')
  })

  test('a lower-case prefix is no prefix for a server, and the row says what browsers make of it', () => {
    const { row } = testCookie({ ...LAX, name: '__host-s', domain: '.example.com', secure: true })
    expect(row.flags.map((flag) => [flag.code, flag.severity])).toEqual([['prefix-case', 'warning']])
    expect(row.flags[0]?.source).toBe('RFC 6265bis, section 5.4')
  })
})

test.each([
  [{ name: '', value: '' }, 'refused'],
  [{ name: '', value: '__Host-x' }, 'refused'],
  [{ name: '', value: 'v' }, 'note'],
])('C14: without a name: %j is %s', (fields, severity) => {
  expect(testCookie({ ...LAX, ...fields }).row.flags).toMatchObject([{ code: 'nameless', severity }])
})

test.each([
  ['a;b', 'warning'],
  ['a\ud800', 'warning'],
  [' a', 'warning'],
  ['a\tb', 'note'],
  ['{"a":1, "b":2}', 'note'],
])('C16: %j in a value: %s', (value, severity) => {
  expect(testCookie({ ...LAX, value }).row.flags).toMatchObject([{ code: 'unusual-characters', severity }])
})

test.each([
  [1, true],
  [0, false],
  ['1', true],
  ['true', true],
  ['TRUE', true],
  ['False', false],
  [true, true],
])('H21: %j of a flag is read', (given, meant) => {
  const { row } = testCookie({ ...LAX, secure: given, httpOnly: given, sameSite: 'None' })
  expect([row.secure, row.httpOnly]).toEqual([meant, meant])
  expect(row.flags.some(({ code }) => code === 'none-without-secure')).toBe(!meant)
  expect(codesOf(testCookie({ ...LAX, secure: given }))).not.toContain('field-invalid')
})

test.each([
  '2033-05-18T03:33:19Z',
  '2033-05-18 03:33:19',
  'Wed, 18 May 2033 03:33:19 GMT',
  'Wed, 18-May-2033 03:33:19 GMT',
])('H20: reads %s as a date and flags the conversion', (expires) => {
  const { row } = testCookie({ ...LAX, secure: true, expires })
  expect(row.expiresAt).toBe(Date.UTC(2033, 4, 18, 3, 33, 19))
  expect(row.flags.map(({ code }) => code)).toContain('expiry-converted')
})

test('H20, H21: what cannot be read is named with its fields, and as a loss of every export that has no place for it', () => {
  const cookie = testCookie({ ...LAX, expires: 'in a while', secure: 'maybe' })
  const [flag] = cookie.row.flags.filter(({ code }) => code === 'field-invalid')
  expect(flag?.message).toBe('Its secure, expires cannot be read and is ignored.')
  for (const format of ['netscape', 'storage-state'] as const) {
    const made = exportCookies([cookie], { format, url: null, includeExpired: false, profileId: 'p', now: NOW })
    expect(made).toMatchObject({
      ok: true,
      value: { lost: expect.arrayContaining([expect.objectContaining({ field: 'unreadable fields', names: ['n'] })]) },
    })
  }
})
