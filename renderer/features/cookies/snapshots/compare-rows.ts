import { type ChangeKind, changeKinds } from '../../../../electron/contract/constants/cookie-constants.ts'
import type { CookieChange } from '../../../../electron/contract/models/cookie-models.ts'
import { fold } from '../../../../electron/contract/text/fold.ts'

export type CompareSort = 'change' | 'name' | 'domain'
export type CompareQuery = {
  text: string
  kinds: readonly ChangeKind[]
  sort: CompareSort
  direction: 'asc' | 'desc'
}

export const DEFAULT_COMPARE: CompareQuery = { text: '', kinds: [], sort: 'change', direction: 'asc' }

/** One change with what filter and order need of it, made once. */
export type CompareRow = { change: CookieChange; name: string; host: string; path: string; rank: number; words: string }

const rank = new Map(changeKinds.map((kind, at) => [kind, at]))

export const rowsOfChanges = (changes: readonly CookieChange[]): CompareRow[] =>
  changes.flatMap((change) => {
    const row = change.after ?? change.before
    if (!row) return []
    const { name, host, path } = row
    return {
      change,
      name,
      host,
      path,
      rank: Math.min(...change.kinds.map((kind) => rank.get(kind) ?? changeKinds.length)),
      words: fold(`${name} ${host} ${path} ${row.partition ?? ''}`),
    }
  })

/** How many changes are of each kind; a change that is several counts for each. */
export const countKinds = (rows: readonly CompareRow[]): Map<ChangeKind, number> => {
  const counts = new Map<ChangeKind, number>()
  for (const { change } of rows) for (const kind of change.kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const orders: Record<CompareSort, (a: CompareRow, b: CompareRow) => number> = {
  change: (a, b) => a.rank - b.rank || byText(a.host, b.host) || byText(a.name, b.name),
  name: (a, b) => byText(a.name, b.name) || byText(a.host, b.host),
  domain: (a, b) => byText(a.host, b.host) || byText(a.name, b.name),
}

/** What the query lets through, in its order. Every word of the text must occur in name, domain, path or partition. */
export const arrange = (rows: readonly CompareRow[], { text, kinds, sort, direction }: CompareQuery): CompareRow[] => {
  const words = fold(text).split(/\s+/).filter(Boolean)
  const fits = (row: CompareRow): boolean =>
    (kinds.length === 0 || kinds.some((kind) => row.change.kinds.includes(kind))) &&
    words.every((word) => row.words.includes(word))
  const order = orders[sort]
  const sign = direction === 'asc' ? 1 : -1
  return rows.filter(fits).sort((a, b) => sign * order(a, b))
}

/** Another column ascending; the same one the other way round. */
export const sortBy = (query: CompareQuery, sort: CompareSort): CompareQuery => ({
  ...query,
  sort,
  direction: query.sort === sort && query.direction === 'asc' ? 'desc' : 'asc',
})
