import type { CookieRow } from '../../../contract/models/cookie-models.ts'

/** `__Host-` or `__Secure-` as browsers find it, without case (RFC 6265bis, 5.4); null where there is none. */
export const prefixOf = (name: string): { text: string; isHost: boolean } | null => {
  const text = /^__(?:host|secure)-/i.exec(name)?.[0]
  return text === undefined ? null : { text, isHost: text.toLowerCase() === '__host-' }
}

/** Whether the cookie, as it is exported, has not what its prefix demands (RFC 6265bis, 5.7, steps 20 and 21). */
export const breaksPrefix = (row: Pick<CookieRow, 'name' | 'secure' | 'hostOnly' | 'path'>): boolean => {
  const prefix = prefixOf(row.name)
  return prefix !== null && (!row.secure || (prefix.isHost && (!row.hostOnly || row.path !== '/')))
}
