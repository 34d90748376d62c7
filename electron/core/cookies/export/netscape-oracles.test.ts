import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CookieWithValue } from '../cookie-with-value.ts'
import { cookieKey } from '../meaning/meaning.ts'
import { breaksPrefix } from '../meaning/prefix.ts'
import { missing, type OracleRow, readWithCurl, readWithPython } from '../testing/export-oracles.ts'
import { anyRecord, NOW, testCookie } from '../testing/test-cookies.ts'
import { exportCookies } from './export.ts'

const curl = { name: 'curl', read: readWithCurl, reason: missing('curl') }
const python = { name: 'python3', read: readWithPython, reason: missing('python3') }

const write = (cookies: CookieWithValue[]) => {
  const written = exportCookies(cookies, {
    format: 'netscape',
    url: null,
    includeExpired: false,
    profileId: 'p',
    now: NOW,
  })
  if (!written.ok) throw new Error(written.problem.message)
  return written.value
}

/** What a reader must find: the meaning of the row, nothing of how it was written. */
const expected = ({ row, value }: CookieWithValue): OracleRow => ({
  name: row.name,
  value,
  domain: row.hostOnly ? row.host : `.${row.host}`,
  tail: !row.hostOnly,
  path: row.path,
  secure: row.secure,
  httpOnly: row.httpOnly,
  expires: row.expiresAt === null ? 0 : Math.floor(row.expiresAt / 1000),
})
const isWritable = ({ row, value }: CookieWithValue): boolean =>
  row.partition === null && row.name !== '' && !/[\t\r\n\0]/.test(row.name + value) && value.isWellFormed()
const sorted = (rows: OracleRow[]): string[] => rows.map((row) => JSON.stringify(row)).sort()

describe.each([curl, python])('$name reads cookies.txt', ({ name, read, reason }) => {
  beforeEach((context) => {
    if (reason !== null) context.skip(reason)
  })

  const comesBack = (cookies: CookieWithValue[]) => {
    const { text, leftOut } = write(cookies)
    expect(leftOut).toEqual([])
    expect(sorted(read(text))).toEqual(sorted(cookies.map(expected)))
  }

  test('C01: four forms of hostOnly, and hosts without a registrable domain', () => {
    comesBack([
      testCookie({ name: 'a', domain: 'example.com', hostOnly: true }),
      testCookie({ name: 'b', domain: '.example.com', hostOnly: false }),
      testCookie({ name: 'c', domain: 'example.com', hostOnly: false }),
      testCookie({ name: 'd', domain: '.example.com', hostOnly: true }),
      testCookie({ name: 'e', domain: 'localhost' }),
      testCookie({ name: 'f', domain: '127.0.0.1' }),
      testCookie({ name: 'g', domain: '::1' }),
    ])
  })

  test('C02, C03: session cookies and fractions', () => {
    comesBack([
      testCookie({ name: 'a', session: true }),
      testCookie({ name: 'b', expires: -1 }),
      testCookie({ name: 'c', expirationDate: 1_999_999_999.654_321 }),
      testCookie({ name: 'd', expires: 1e308 }),
    ])
  })

  test('C11: HttpOnly rows are rows', () => {
    comesBack([
      testCookie({ name: 'a', domain: '.example.com', httpOnly: true }),
      testCookie({ name: 'b', domain: 'example.com', httpOnly: true }),
    ])
  })

  test('C12: __Host- given for a domain is kept, because it is written host-only', () => {
    comesBack([testCookie({ name: '__Host-s', domain: '.example.com', secure: true })])
  })

  test('C14: an empty value and a blank one', () => {
    comesBack([testCookie({ name: 'a', value: '' }), testCookie({ name: 'b', value: ' ' })])
  })

  test('C16: the bytes of a value are its own', () => {
    const values = ['"2|1:0|10:1481663791|u:x"', 'a%3Db%2F', 'żółć🍪', 'a;b', "it's", '#', '\\', 'x'.repeat(4_800)]
    comesBack(values.map((value, index) => testCookie({ name: `n${index}`, value })))
  })

  test('C09: what would break a row is left out, and all others are read', () => {
    const cookies = [
      testCookie({ name: 'a', value: 'a\tb' }),
      testCookie({ name: 'n\tx' }),
      testCookie({ name: 'c', value: 'a\rb' }),
    ]
    const { text, leftOut, count } = write([...cookies, testCookie({ name: 'good' })])
    expect(leftOut).toEqual([
      { reason: 'A tab or line break would break the row.', count: 3, names: ['a', 'n\tx', 'c'] },
    ])
    expect(count).toBe(1)
    expect(read(text).map((row) => row.name)).toEqual(['good'])
  })

  test('reads back what was written for any records, and names what curl drops', () => {
    const records = fc.array(anyRecord, { minLength: 250, maxLength: 250, size: 'max' })
    // curl takes two names that differ in case for one.
    const keyOf = ({ row }: CookieWithValue) => cookieKey({ ...row, name: row.name.toLowerCase(), partition: null })
    fc.assert(
      fc.property(records, (list) => {
        const all = list.map((record) => testCookie(record))
        const cookies = [...new Map(all.map((cookie) => [keyOf(cookie), cookie])).values()]
        const { text, lost } = write(cookies)
        const written = cookies.filter(isWritable)
        const lines = text.split('\n').slice(2, -1)
        expect(lines).toHaveLength(written.length)
        const isLong = (index: number) => Buffer.byteLength(lines[index] ?? '') + 1 >= 5_000
        const said = (field: string) => lost.find((loss) => loss.field === field)?.count ?? 0
        expect(said('acceptance by curl')).toBe(written.filter(({ row }) => breaksPrefix(row)).length)
        expect(said('length')).toBe(written.filter((_cookie, index) => isLong(index)).length)
        const kept = written.filter(({ row }, index) => name !== 'curl' || !(breaksPrefix(row) || isLong(index)))
        expect(sorted(read(text))).toEqual(sorted(kept.map(expected)))
      }),
      { numRuns: 2, endOnFailure: true },
    )
  })
})
