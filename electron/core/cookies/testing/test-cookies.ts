import fc from 'fast-check'
import { readCookieText } from '../../service/answers/cookie-rows.ts'
import type { CookieWithValue } from '../cookie-with-value.ts'
import { interpretCookie, type MeaningContext } from '../meaning/meaning.ts'

/** 2026-07-01T12:00:00Z. Epoch ms. */
export const NOW = Date.UTC(2026, 6, 1, 12)
export const SECONDS = NOW / 1000

/** A record of the service, with the least it must have, as main holds it. */
export const testCookie = (
  fields: Record<string, unknown> = {},
  context: Partial<MeaningContext> = {},
): CookieWithValue => {
  const text = JSON.stringify({ name: 'n', value: 'v', domain: 'example.com', ...fields })
  const record = readCookieText(text)
  if (!record) throw new Error('not a record of a cookie')
  return interpretCookie(record, 'row', { now: NOW, sites: null, ...context })
}

export const codesOf = ({ row }: CookieWithValue): string[] => row.flags.map((flag) => flag.code)

const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
)
const value = fc.oneof(
  { weight: 8, arbitrary: text },
  fc.constantFrom('', ' ', 'a\tb', 'a\rb', 'a;b', '"2|1:0|10:1481663791|u:x"', 'a%3Db%2F', 'żółć🍪', 'a\ud800b'),
  fc.integer({ min: 4_000, max: 5_200 }).map((length) => 'x'.repeat(length)),
)
const name = fc
  .tuple(fc.constantFrom('', '', '', '__Host-', '__Secure-', '__host-', '__SECURE-'), text)
  .map(([prefix, rest]) => prefix + rest)
const domain = fc
  .tuple(fc.boolean(), fc.constantFrom('a.example', 'b.a.example', 'x.github.io', 'localhost', '127.0.0.1', '[::1]'))
  .map(([dot, host]) => (dot ? `.${host}` : host))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

/** Records as hostile as a service may send them; dates lie years ahead, since the oracles have clocks of their own. */
export const anyRecord = fc.record({
  name,
  value,
  domain,
  path: maybe(fc.constantFrom('/', '/a', '/a/b/', '', 'a', '/a;b', `/${'p'.repeat(1_100)}`)),
  httpOnly: maybe(fc.boolean()),
  hostOnly: maybe(fc.boolean()),
  secure: fc.boolean(),
  session: maybe(fc.boolean()),
  sameSite: maybe(fc.constantFrom('Strict', 'lax', 'None', 'no_restriction', 'unspecified', 'banana')),
  expirationDate: maybe(fc.constantFrom(-1, 0, -42, 4_102_444_800.75, 4_102_444_800_000, 253_402_300_800, 1e308)),
  expires: maybe(fc.constantFrom(-1, 0, 4_102_444_800.75)),
  partitionKey: fc.constantFrom(null, null, null, '', 'https://top.example', 'banana', {
    topLevelSite: 'https://top.example',
    hasCrossSiteAncestor: false,
  }),
})
