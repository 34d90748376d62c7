import type { HeldCookie } from '../types.ts'
import type { Written } from './format.ts'
import { isKnownField } from './losses.ts'

/** A copy that keeps even an own `__proto__` key as data. */
const copyWith = (raw: Record<string, unknown>, change: (key: string, given: unknown) => unknown) =>
  Object.fromEntries(Object.entries(raw).map(([key, given]) => [key, change(key, given)]))

/** For a preview: the value and whatever the contract does not name are masked, since both may hold secrets. */
export const maskRecord = (cookie: HeldCookie, mask: string): Record<string, unknown> =>
  copyWith(cookie.raw, (key, given) => {
    if (key === 'value') return cookie.value === '' ? '' : mask
    return isKnownField(key) ? given : mask
  })

/**
 * The records as the service gave them, unknown fields and odd types included, in the envelope of its own answer
 * (contract, GET /profiles/{profile_id}/cookies): `{"cookies": [record, …]}`.
 */
export const writeJson = (
  cookies: readonly HeldCookie[],
  recordOf: (cookie: HeldCookie) => Record<string, unknown>,
): Written => ({ text: `${JSON.stringify({ cookies: cookies.map(recordOf) }, null, 2)}\n`, count: cookies.length })
