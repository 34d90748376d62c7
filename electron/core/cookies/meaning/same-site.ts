import type { SameSite } from '../../../contract/constants/cookie-constants.ts'

const WORDS: ReadonlyMap<string, SameSite> = new Map([
  ['strict', 'Strict'],
  ['lax', 'Lax'],
  ['none', 'None'],
  ['no_restriction', 'None'],
])

export type SameSiteReading = { value: SameSite; basis: 'given' | 'default' | 'unknown' }

/**
 * Any tool's word → the attribute. Without one it is Lax, the default of browsers; an unknown word is Lax too and never
 * None, because that would open the cookie to other sites (C06). RFC 6265bis, 5.6.7.
 */
export const sameSiteOf = (word: string | null): SameSiteReading => {
  const plain = word?.trim().toLowerCase() ?? ''
  const value = WORDS.get(plain)
  if (value) return { value, basis: 'given' }
  return { value: 'Lax', basis: plain === '' || plain === 'unspecified' ? 'default' : 'unknown' }
}
