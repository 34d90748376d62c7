import type { ExportFormat } from '../../../../electron/contract/constants/cookie-constants.ts'
import type { CookieRead, CookieRow, ExportRequest } from '../../../../electron/contract/models/cookie-models.ts'

export type Scope = 'all' | 'filtered' | 'selected'

/** What the person has set in the dialog. */
export type ExportDraft = {
  scope: Scope
  format: ExportFormat
  address: string
  includeExpired: boolean
  /** Of a storageState: also what Chromium does not take. */
  keepRefused: boolean
}

type Ids = { selected: readonly string[]; filtered: readonly string[] | null }

/** One row is always where the keys stand, so only several selected ones are a wish; then what a filter leaves. */
export const firstScope = ({ selected, filtered }: Ids): Scope => {
  if (selected.length > 1) return 'selected'
  return filtered !== null && filtered.length > 0 ? 'filtered' : 'all'
}

/** Ids of a scope; null: all of the read. */
export const idsOf = (scope: Scope, { selected, filtered }: Ids): readonly string[] | null =>
  scope === 'selected' ? selected : scope === 'filtered' ? filtered : null

export const rowsOf = (read: CookieRead, ids: readonly string[] | null): readonly CookieRow[] => {
  if (ids === null) return read.rows
  const wanted = new Set(ids)
  return read.rows.filter((row) => wanted.has(row.id))
}

/** By now, not by the time of the read: a cookie that ran out since then is left out as well. `now` in epoch ms. */
export const countExpired = (rows: readonly CookieRow[], now: number): number =>
  rows.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now).length

export const needsAddress = (format: ExportFormat): boolean => format === 'header' || format === 'curl'

type Address = { url: string } | { problem: string }

/** What a person types as the target of a request; `https` where no scheme was given. */
export const readAddress = (text: string): Address => {
  const typed = text.trim()
  if (typed === '') return { problem: 'Enter the address of the request.' }
  // `host:8080` reads as a scheme too: only `//` tells one.
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`
  const url = URL.parse(withScheme)
  if (url === null || url.hostname === '') return { problem: 'Enter an address such as https://host/path.' }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { problem: 'Use an http or https address.' }
  if (url.username !== '' || url.password !== '') return { problem: 'Remove the user name and password.' }
  return { url: url.href }
}

/** The host that most cookies belong to, third parties last: a first address to show something for. */
export const guessAddress = (rows: readonly CookieRow[]): string => {
  const own = rows.filter((row) => row.party !== 'third')
  const counts = new Map<string, number>()
  for (const { host } of own.length > 0 ? own : rows) counts.set(host, (counts.get(host) ?? 0) + 1)
  const [best] = [...counts].sort(([, a], [, b]) => b - a)
  return best ? `https://${best[0]}/` : ''
}

/** What main is asked for; null while the address is no address. */
export const requestOf = (readId: string, draft: ExportDraft, ids: Ids): ExportRequest | null => {
  const { scope, format, address, includeExpired, keepRefused } = draft
  const target = needsAddress(format) ? readAddress(address) : { url: null }
  if ('problem' in target) return null
  const wanted = idsOf(scope, ids)
  const ask = { readId, ids: wanted === null ? null : [...wanted], format, url: target.url, includeExpired }
  return format === 'storage-state' ? { ...ask, keepRefused } : ask
}
