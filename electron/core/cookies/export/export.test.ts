import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExportFormat, exportFormats } from '../../../contract/constants/cookie-constants.ts'
import { exportPreviewModel } from '../../../contract/models/cookie-models.ts'
import { readCookieRows } from '../../service/answers/cookie-rows.ts'
import type { CookieWithValue } from '../cookie-with-value.ts'
import { interpretCookie } from '../meaning/meaning.ts'
import { anyRecord, NOW, SECONDS, testCookie } from '../testing/test-cookies.ts'
import { exportCookies, maskedPreview } from './export.ts'
import type { ExportAsk } from './format.ts'

const ask = (format: ExportFormat, more: Partial<ExportAsk> = {}): ExportAsk => ({
  format,
  url: 'https://www.example.com/a/b',
  includeExpired: false,
  profileId: 'p',
  now: NOW,
  ...more,
})
const write = (cookies: CookieWithValue[], format: ExportFormat, more: Partial<ExportAsk> = {}) => {
  const written = exportCookies(cookies, ask(format, more))
  if (!written.ok) throw new Error(written.problem.message)
  return written.value
}
const whole = { keepRefused: true }
const state = (cookies: CookieWithValue[]) => JSON.parse(write(cookies, 'storage-state', whole).text).cookies
const SITE = 'https://top.example'

describe('every format', () => {
  test.each(exportFormats)('C05: %s leaves out what has expired, counted, unless asked for', (format) => {
    const cookies = [
      testCookie({ name: 'old', expires: 1_000_000_000 }),
      testCookie({ name: 'new', domain: '.example.com' }),
    ]
    const plain = write(cookies, format, { url: 'https://example.com/' })
    expect([plain.count, plain.leftOut]).toEqual([1, [{ reason: 'Expired.', count: 1, names: ['old'] }]])
    expect(plain.text).not.toContain('old')
    expect(write(cookies, format, { url: 'https://example.com/', includeExpired: true }).count).toBe(2)
  })

  test('what expired since the read is left out too', () => {
    const cookie = testCookie({ expires: SECONDS + 10 })
    expect(write([cookie], 'json', { now: NOW + 9_999 }).count).toBe(1)
    expect(write([cookie], 'json', { now: NOW + 10_000 }).count).toBe(0)
  })

  test.each(exportFormats)('%s: the preview has the counts of the file, its first lines, and no value', (format) => {
    const cookies = Array.from({ length: 30 }, (_, index) =>
      testCookie({ name: `n${index}`, value: `hidden-${index}`, domain: '.example.com', raw: 'hidden-too' }),
    )
    const preview = maskedPreview(cookies, ask(format))
    if (!preview.ok) throw new Error(preview.problem.message)
    expect(exportPreviewModel.parse(preview.value)).toEqual(preview.value)
    const { text, bytes, ...facts } = preview.value
    const { text: real, ...same } = write(cookies, format)
    expect(facts).toEqual(same)
    expect(bytes).toBe(Buffer.byteLength(real))
    expect(text).toContain('••••')
    expect(text).not.toContain('hidden')
    expect(text.split('\n').length).toBeLessThanOrEqual(40)
    expect(real).toContain('hidden-29')
  })

  test.each(exportFormats)('%s: at most 20 names, however many there are', (format) => {
    const cookies = Array.from({ length: 21 }, (_, index) => testCookie({ name: `n${index}`, expires: 1 }))
    expect(write(cookies, format).leftOut).toMatchObject([{ count: 21, names: { length: 20 } }])
  })

  test.each([
    ['netscape', 'cookies-p.txt'],
    ['json', 'cookies-p.json'],
    ['storage-state', 'storage-state-p.json'],
    ['header', 'cookie-header-p.txt'],
    ['curl', 'curl-p.sh'],
  ] as const)('%s is offered as %s, and no id makes a path of it', (format, name) => {
    expect(write([], format).fileName).toBe(name)
    for (const profileId of ['../../etc/passwd', 'a/b\\c:d', '\u0000\n', 'x'.repeat(1_024), '..']) {
      expect(write([], format, { profileId }).fileName).toMatch(/^[^/\\:\p{Cc}]{1,255}$/u)
    }
  })
})

describe('cookies.txt', () => {
  test('C15: first line, LF alone, no BOM, upper case, a line feed at the end', () => {
    const { text } = write([testCookie({ httpOnly: true, secure: true, domain: '.example.com' })], 'netscape')
    expect(text).toBe('# Netscape HTTP Cookie File\n\n#HttpOnly_.example.com\tTRUE\t/\tTRUE\t0\tn\tv\n')
    expect(write([], 'netscape').text).toBe('# Netscape HTTP Cookie File\n\n')
  })

  test('C14: a cookie without a name is left out and counted', () => {
    const { leftOut } = write([testCookie({ name: '', value: 'v' })], 'netscape')
    expect(leftOut).toEqual([{ reason: 'No name: readers would take the value as the name.', count: 1, names: [''] }])
  })

  test('C08: partitioned cookies are left out, counted and named', () => {
    const { count, leftOut } = write([testCookie({ partitionKey: SITE, secure: true }), testCookie()], 'netscape')
    expect(count).toBe(1)
    expect(leftOut).toMatchObject([{ reason: expect.stringMatching(/^Partitioned/), count: 1, names: ['n'] }])
  })

  test('what it cannot say is named, and what it says in full is not', () => {
    const plain = testCookie({ domain: '.example.com', secure: true, httpOnly: true, expires: SECONDS + 86_400 })
    expect(write([plain], 'netscape').lost).toEqual([])
    const rich = testCookie({
      name: 'r',
      sameSite: 'Strict',
      storeId: '0',
      priority: 'High',
      expires: SECONDS + 86_400.5,
    })
    const { lost } = write([rich], 'netscape')
    expect(lost.map((loss) => loss.field).sort()).toEqual(['SameSite', 'expires', 'other fields', 'storeId'])
    expect(lost.every((loss) => loss.count === 1 && loss.names[0] === 'r')).toBe(true)
  })
})

const fromText = async (text: string) =>
  (await readCookieRows(text))?.items.map((record) => interpretCookie(record, 'c', { now: NOW, sites: null })) ?? []

describe('JSON', () => {
  test('H09: digits, repeated keys and order as they were sent, in file and preview', async () => {
    const record =
      '{"domain": "a.test", "ttl": 1, "ttl": 2, "10": 1.0, "2": 1e400, "expires": 9007199254740993123.50, "name": "n", "value": "v"}'
    const cookies = await fromText(`{"cookies": [${record}], "next": 7}`)
    expect(write(cookies, 'json').text.replaceAll(/\n\s*/g, ' ')).toBe(
      `{ "cookies": [ ${record.replace('{', '{ ').replace('}', ' }')} ] } `,
    )
    const preview = maskedPreview(cookies, ask('json'))
    expect(preview).toMatchObject({
      ok: true,
      value: { text: expect.stringContaining('"expires": 9007199254740993123.50') },
    })
    expect(JSON.stringify(preview)).not.toMatch(/1e400|"v"/)
  })

  test('C02, C06, E04: the records as the service gave them, and nothing lost', async () => {
    const text =
      '{"name":"n","value":"a\\tb","domain":".a.test","sameSite":"banana","expires":-1,"new":{"x":[1]},"__proto__":{"y":2}}'
    const [cookie] = await fromText(`{"cookies":[${text}]}`)
    const written = write(cookie ? [cookie] : [], 'json')
    expect(JSON.stringify(JSON.parse(written.text))).toBe(`{"cookies":[${text}]}`)
    expect([written.lost, written.leftOut]).toEqual([[], []])
  })

  test('whatever the record, it reads back the same', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 5 }), (records) => {
        const { text } = write(
          records.map((record) => testCookie(record)),
          'json',
        )
        expect(JSON.parse(text)).toEqual({ cookies: JSON.parse(JSON.stringify(records)) })
      }),
    )
  })
})

describe('storageState', () => {
  test('leaves out what Chromium does not take unless asked to keep it, counted and named', () => {
    const cookies = [testCookie({ name: 'good' }), testCookie({ name: 'tab', value: 'a\tb' })]
    expect(write(cookies, 'storage-state', whole)).toMatchObject({
      count: 2,
      leftOut: [],
      refused: { count: 1, fails: 1 },
    })
    const { count, leftOut, refused } = write(cookies, 'storage-state')
    expect(refused).toEqual({ count: 1, fails: 1 })
    expect([count, leftOut]).toMatchObject([
      1,
      [{ reason: expect.stringMatching(/^Chromium refuses them/), count: 1, names: ['tab'] }],
    ])
    const json = write(cookies, 'json')
    expect([json.count, json.refused.count]).toEqual([2, 0])
  })

  test('C05, C07: what has expired is left out for that, and what Chromium drops spoils no file', () => {
    const loose = { sameSite: 'None', secure: false }
    const cookies = [
      testCookie({ ...loose, name: 'old', expires: SECONDS - 60 }),
      testCookie({ ...loose, name: 'young' }),
    ]
    const { leftOut, refused } = write(cookies, 'storage-state')
    expect(leftOut.map(({ reason, names }) => [reason, names])).toEqual([
      ['Expired.', ['old']],
      ['Chromium drops them silently.', ['young']],
    ])
    expect(refused).toEqual({ count: 1, fails: 0 })
  })

  test('C02, C03, C04: −1 for a session, seconds with a fraction, never after the year 9999', () => {
    const given = [-1, 1_999_999_999.654_321, 1_999_999_999_000, 253_402_300_800, 1e308]
    const expires = state(given.map((date) => testCookie({ expires: date }))).map(
      (one: { expires: number }) => one.expires,
    )
    expect(expires).toEqual([-1, 1_999_999_999.654, 1_999_999_999, 253_402_300_799, 253_402_300_799])
  })

  test('C06: three words alone; a word that is replaced is named', () => {
    const words = ['no_restriction', 'unspecified', 'lax', 'Strict', 'None', '', null, 'banana', 0]
    const cookies = words.map((sameSite, index) => testCookie({ name: `n${index}`, sameSite, secure: true }))
    const said = state(cookies).map((one: { sameSite: string }) => one.sameSite)
    expect(said).toEqual(['None', 'Lax', 'Lax', 'Strict', 'None', 'Lax', 'Lax', 'Lax', 'Lax'])
    expect(write(cookies, 'storage-state').lost).toMatchObject([
      { field: 'SameSite', names: ['n0', 'n1', 'n2', 'n7'] },
      { field: 'unreadable fields', names: ['n8'] },
    ])
  })

  test('C07: None without Secure stays as it is, and the export says what Chromium does', () => {
    const cookie = testCookie({ sameSite: 'no_restriction', secure: false })
    expect(state([cookie])).toMatchObject([{ sameSite: 'None', secure: false }])
    expect(write([cookie], 'storage-state', whole).lost).toContainEqual({
      field: 'acceptance by Chromium',
      reason: 'Chromium drops these silently.',
      count: 1,
      names: ['n'],
    })
  })

  test('C08: the partition as text; the ancestor bit under the name Playwright uses', () => {
    const key = { topLevelSite: SITE, hasCrossSiteAncestor: false }
    const [none, text, object] = state(
      [undefined, SITE, key].map((partitionKey) => testCookie({ partitionKey, secure: true })),
    )
    expect('partitionKey' in none).toBe(false)
    expect([text.partitionKey, object.partitionKey]).toEqual([SITE, SITE])
    expect([text._crHasCrossSiteAncestor, object._crHasCrossSiteAncestor]).toEqual([undefined, false])
  })

  test('C09, C16: keeps TAB, semicolon and 5 kB, and says that Chromium refuses them', () => {
    const values = ['a\tb', 'a\rb', 'a;b', 'x'.repeat(5_000), 'żółć🍪']
    const cookies = values.map((value, index) => testCookie({ name: `n${index}`, value }))
    expect(state(cookies).map((one: { value: string }) => one.value)).toEqual(values)
    const { lost } = write(cookies, 'storage-state', whole)
    expect(lost).toMatchObject([{ field: 'acceptance by Chromium', names: ['n0', 'n1', 'n2', 'n3'] }])
  })
})

describe('a request to one address', () => {
  const names = (fields: object[], url: string) =>
    write(
      fields.map((one, index) => testCookie({ name: `n${index}`, ...one })),
      'header',
      { url },
    ).text

  test.each([
    [{ domain: '.example.com' }, 'https://www.example.com/', true],
    [{ domain: 'example.com' }, 'https://www.example.com/', false],
    [{ domain: 'example.com', hostOnly: false }, 'https://www.example.com/', true],
    [{ domain: '.example.com' }, 'https://badexample.com/', false],
    [{ path: '/a' }, 'https://example.com/a', true],
    [{ path: '/a' }, 'https://example.com/a/b?c', true],
    [{ path: '/a' }, 'https://example.com/ab', false],
    [{ path: '/a/' }, 'https://example.com/a', false],
    [{ secure: true }, 'http://example.com/', false],
    [{ secure: true, domain: 'localhost' }, 'http://localhost:3000/', true],
    [{ secure: true, domain: '127.0.0.1' }, 'http://127.0.0.1/', true],
    [{ domain: '::1' }, 'http://[::1]/', true],
    [{ sameSite: 'Strict' }, 'https://example.com/', true],
    [{ partitionKey: SITE, secure: true }, 'https://example.com/', false],
    [{ value: 'a\r\nX: y' }, 'https://example.com/', false],
    [{ value: 'a; b=c' }, 'https://example.com/', false],
    [{ domain: '.co.uk' }, 'https://a.co.uk/', false],
  ])('RFC 6265bis, 5.8.3: %j to %s: %s', (fields, url, sent) => {
    expect(names([fields], url) !== '').toBe(sent)
    const { leftOut } = write([testCookie(fields)], 'header', { url })
    expect(leftOut.length).toBe(sent ? 0 : 1)
  })

  test('longer paths come first, then the order given; no name, no =', () => {
    const cookies = [{ name: '', value: 'bare' }, { path: '/a/b' }, { path: '/a' }, {}, { path: '/a', value: 'ż"' }]
    expect(names(cookies, 'https://example.com/a/b')).toBe('Cookie: n1=v; n2=v; n4=ż"; bare; n3=v\n')
  })

  test.each([null, '', 'example.com', 'file:///etc/passwd', 'https://u:p@example.com/'])('%j is no address', (url) => {
    expect(exportCookies([], ask('curl', { url }))).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
  })

  test('curl: any value is one word for a shell', () => {
    const value = fc
      .string({ unit: 'grapheme', maxLength: 20 })
      .map((text) => text.replaceAll(/[;\p{Cc}]/gu, '') || 'x')
    const tricky = ["'", "' && exit 9 && '", '$(id)', '`id`', '!!', '\\', '"', '-o x', '@file', '%s']
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...tricky), value), (text) => {
        const url = `https://example.com/a'b?c[1]={2}&d=$(id)`
        const command = write([testCookie({ value: text })], 'curl', { url }).text
        // The shell itself says which words it would give to curl.
        const script = command.replace(/^curl /, 'printf "%s\\0" ')
        const words = spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.split('\0').slice(0, -1)
        expect(words).toEqual(['--globoff', new URL(url).href, '-H', `Cookie: n=${text}`])
      }),
      { numRuns: 40 },
    )
  })
})
