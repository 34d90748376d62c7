import type { CookieFlagCode } from '../../../contract/constants/cookie-constants.ts'
import type { CookieWithValue } from '../cookie-with-value.ts'
import { breaksPrefix, prefixOf } from '../meaning/prefix.ts'

/** Flags of cookies that Chromium refuses when a program sets them; it then refuses all that come with them. */
const FAILS: ReadonlySet<CookieFlagCode> = new Set([
  'partition-without-secure',
  'too-large',
  'attribute-too-large',
  'control-characters',
])
/** Chromium accepts unusual characters in a value, except these. */
const CUTS = /[;\t]|^ | $/

/**
 * What Chromium does with a cookie of a storageState (`Storage.setCookies`): keeps it, drops it without a word, or fails
 * for the whole file. Held against a real one in e2e/tools/cookie-oracles.test.ts.
 */
export const chromiumTakes = ({ row, value }: CookieWithValue): 'keeps' | 'drops' | 'fails' => {
  const codes = new Set(row.flags.map((flag) => flag.code))
  const refusedName = row.name === '' && (value === '' || value.includes('=') || prefixOf(value) !== null)
  const cut = CUTS.test(row.name) || CUTS.test(value) || row.name.includes('=') || row.path.includes(';')
  const noSite = row.partition !== null && !/^https?:\/\/[^/]/.test(row.partition)
  if (breaksPrefix(row) || refusedName || cut || noSite || [...codes].some((code) => FAILS.has(code))) return 'fails'
  return codes.has('none-without-secure') ? 'drops' : 'keeps'
}
