import { describe, expect, test } from 'vitest'
import { atOnce } from '../../base/turns.ts'
import { needleOf, placesOf } from './encoded-secret.ts'
import { isTooShort, REDACTED, withoutSecrets } from './redact.ts'

const KEY = 'sk_live/4f+9Z=a-&b."c'
const entities = (of: (code: number) => string) => [...KEY].map((sign) => of(sign.charCodeAt(0))).join('')
const base64 = (text: string) => Buffer.from(text).toString('base64')

const dresses: [string, string][] = [
  ['as it is', KEY],
  ['JSON', JSON.stringify(KEY).slice(1, -1)],
  ['JSON with an escaped slash', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
  ['every sign as \\u', entities((code) => `\\u${code.toString(16).padStart(4, '0')}`)],
  ['every sign as \\U', entities((code) => `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`)],
  ['one sign as \\u', JSON.stringify(KEY).slice(1, -1).replace('+', '\\u002B')],
  ['JSON in JSON', JSON.stringify(JSON.stringify(JSON.stringify(KEY)))],
  ['an address', encodeURIComponent(KEY)],
  ['every sign percent-encoded', entities((code) => `%${code.toString(16)}`)],
  ['twice percent-encoded', encodeURIComponent(encodeURIComponent(KEY))],
  ['entities by number', entities((code) => `&#${code};`)],
  ['entities in hexadecimal', entities((code) => `&#x${code.toString(16)};`)],
  [
    'entities by name',
    KEY.replaceAll('&', '&amp;').replaceAll('/', '&sol;').replaceAll('+', '&plus;').replaceAll('"', '&quot;'),
  ],
  [
    'entities in JSON',
    JSON.stringify(KEY.replaceAll('&', '&amp;').replaceAll('"', '&quot;')).replaceAll('&', '\\u0026'),
  ],
  ['Base64', base64(KEY)],
  ['Base64 of a header', base64(`Bearer ${KEY}`)],
  ['Base64 after one sign', base64(`x${KEY}y`)],
  ['Base64 after two signs', base64(`xy${KEY}zz`)],
  ['Base64 for addresses', Buffer.from(`?>${KEY}`).toString('base64url')],
  ['Base64 in JSON', base64(`~~?${KEY}`).replaceAll('/', '\\/')],
  ['hexadecimal digits', Buffer.from(KEY).toString('hex')],
  ['hexadecimal capitals', Buffer.from(KEY).toString('hex').toUpperCase()],
]

describe('a key that comes back is found in every dress', () => {
  test.each(dresses)('%s', (_name, dress) => {
    expect(withoutSecrets(`before "${dress}" after`, [KEY])).toMatch(
      /^before "\\{0,3}"?.{0,8}\[redacted\].{0,8}" after$/,
    )
    expect(withoutSecrets(dress.repeat(2), [KEY])).not.toContain(dress)
  })

  test.each(dresses)('%s, and nothing beside it goes', (_name, dress) => {
    const text = `{"a":"caf\\u00e9 %2F &amp; \\"x\\"","b":" ${dress} ","c":12345678901234567890}`
    const out = withoutSecrets(text, [KEY])
    expect(out.startsWith('{"a":"caf\\u00e9 %2F &amp; \\"x\\"","b":"')).toBe(true)
    expect(out.endsWith('","c":12345678901234567890}')).toBe(true)
  })

  test('what stays of JSON is JSON', () => {
    const said = withoutSecrets(JSON.stringify({ error: KEY, list: [`x${KEY}`, { deep: base64(KEY) }] }), [KEY])
    expect(JSON.parse(said)).toEqual({ error: REDACTED, list: [`x${REDACTED}`, { deep: REDACTED }] })
  })
})

test('H17: a word of 8 to 15 signs goes as a whole word alone, also when it is escaped', () => {
  expect(withoutSecrets('"prod\\u0075ction" production-17 prod\\u0075ction-17', ['production'])).toBe(
    `"${REDACTED}" production-17 prod\\u0075ction-17`,
  )
})

test('places are in order, apart, and end with the text', () => {
  expect(atOnce(placesOf('abcdefgh_abcdefgh', needleOf('abcdefgh'), false))).toEqual([
    { from: 0, to: 8 },
    { from: 9, to: 17 },
  ])
  expect(atOnce(placesOf('', needleOf('abcdefgh'), false))).toEqual([])
})

test('a key is too short below eight signs', () => {
  expect([isTooShort('1234567'), isTooShort('12345678')]).toEqual([true, false])
})

test('a large answer full of escapes takes time in step with its length', () => {
  const cpu = (text: string) => {
    const before = process.threadCpuUsage()
    withoutSecrets(text, [KEY])
    return process.threadCpuUsage(before).user / 1_000
  }
  cpu('\\u0041'.repeat(1_000))
  expect(cpu('\\u0041'.repeat(300_000))).toBeLessThan(3_000)
  expect(cpu('\\\\'.repeat(1_000_000))).toBeLessThan(3_000)
  expect(cpu(`${base64(KEY)} `.repeat(20_000))).toBeLessThan(3_000)
})
