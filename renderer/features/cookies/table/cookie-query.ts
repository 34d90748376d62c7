import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import { fold } from '../../../../electron/contract/text/fold.ts'
import { hasWarning, isRefused, markOf, markRank } from './row-mark.ts'

export const cookieChips = [
  'http-only',
  'secure',
  'session',
  'persistent',
  'partitioned',
  'first',
  'third',
  'refused',
  'warning',
  'expired',
  'soon',
] as const
export type CookieChip = (typeof cookieChips)[number]

export const cookieSorts = [
  'name',
  'findings',
  'domain',
  'path',
  'expires',
  'size',
  'httpOnly',
  'secure',
  'sameSite',
  'partition',
  'hostOnly',
  'party',
  'store',
  'kind',
] as const
export type CookieSort = (typeof cookieSorts)[number]

export type CookieQuery = {
  text: string
  chips: readonly CookieChip[]
  sort: CookieSort
  direction: 'asc' | 'desc'
}

export const DEFAULT_QUERY: CookieQuery = { text: '', chips: [], sort: 'name', direction: 'asc' }

/** What the domain tree narrows the table to. */
export type Scope = { kind: 'site' | 'host'; name: string }

export const isFiltered = (query: CookieQuery): boolean => query.text.trim() !== '' || query.chips.length > 0

export const toggleChip = (query: CookieQuery, chip: CookieChip): CookieQuery => ({
  ...query,
  chips: query.chips.includes(chip) ? query.chips.filter((one) => one !== chip) : [...query.chips, chip],
})

const firstDesc: ReadonlySet<CookieSort> = new Set(['size', 'httpOnly', 'secure', 'hostOnly', 'partition'])

/** A second choice of the same order turns it round. */
export const sortBy = (query: CookieQuery, sort: CookieSort): CookieQuery =>
  query.sort === sort
    ? { ...query, direction: query.direction === 'asc' ? 'desc' : 'asc' }
    : { ...query, sort, direction: firstDesc.has(sort) ? 'desc' : 'asc' }

const SOON_MS = 24 * 3_600_000

const chipTests: Record<CookieChip, (row: CookieRow, at: number) => boolean> = {
  'http-only': (row) => row.httpOnly,
  secure: (row) => row.secure,
  session: (row) => row.kind === 'session',
  persistent: (row) => row.kind === 'persistent',
  partitioned: (row) => row.partition !== null,
  first: (row) => row.party === 'first',
  third: (row) => row.party === 'third',
  refused: isRefused,
  warning: hasWarning,
  expired: (row) => row.expired,
  soon: (row, at) => row.expiresAt !== null && !row.expired && row.expiresAt - at < SOON_MS,
}

/** Chips of one group are alternatives; groups narrow each other. */
const groups: readonly (readonly CookieChip[])[] = [
  ['http-only'],
  ['secure'],
  ['partitioned'],
  ['session', 'persistent'],
  ['first', 'third'],
  ['refused', 'warning', 'expired', 'soon'],
]

/**
 * A row with what a keystroke needs: its words in lower case, one bit for each chip, and where it is by name. Rows of
 * the same name share a rank.
 */
export type Entry = { row: CookieRow; words: string; bits: number; rank: number }

const createCollator = () => new Intl.Collator('en', { numeric: true })

const bitOf = (chip: CookieChip): number => 1 << cookieChips.indexOf(chip)

const bitsOf = (row: CookieRow, at: number): number => {
  let bits = 0
  for (let index = 0; index < cookieChips.length; index += 1) {
    const chip = cookieChips[index]
    if (chip && chipTests[chip](row, at)) bits |= 1 << index
  }
  return bits
}

/** Where each text is among all of them: texts are compared once, and whatever sorts by them compares numbers. */
const ranks = (texts: readonly string[]): ((text: string) => number) => {
  const { compare } = createCollator()
  const known = new Map<string, number>()
  let rank = -1
  let before: string | null = null
  for (const text of [...new Set(texts)].sort(compare)) {
    if (before === null || compare(before, text) !== 0) rank += 1
    before = text
    known.set(text, rank)
  }
  return (text) => known.get(text) ?? -1
}

/** Made once for a read (`at`: epoch ms of the reading), so that filtering 5,000 rows stays within a frame. */
export const entriesOf = (rows: readonly CookieRow[], at: number): Entry[] => {
  const rankOf = ranks(rows.map((row) => row.name))
  return rows.map((row) => ({
    row,
    words: fold(`${row.name}\n${row.given.domain}\n${row.host}\n${row.path}`),
    bits: bitsOf(row, at),
    rank: rankOf(row.name),
  }))
}

/** The entries that fit all words (name, domain, path; never the value) and the chips, in the given order. */
export const matching = (entries: readonly Entry[], query: Pick<CookieQuery, 'text' | 'chips'>): readonly Entry[] => {
  const words = fold(query.text).split(/\s+/).filter(Boolean)
  const masks = groups
    .map((group) => group.filter((chip) => query.chips.includes(chip)).reduce((mask, chip) => mask | bitOf(chip), 0))
    .filter((mask) => mask !== 0)
  if (words.length === 0 && masks.length === 0) return entries
  return entries.filter(
    (entry) => masks.every((mask) => (entry.bits & mask) !== 0) && words.every((word) => entry.words.includes(word)),
  )
}

export const inScope = (row: CookieRow, scope: Scope): boolean =>
  scope.kind === 'site' ? row.site === scope.name : row.host === scope.name

type Key = string | number | null
const bool = (value: boolean): number => (value ? 1 : 0)

const sortKeys: Record<Exclude<CookieSort, 'name'>, (row: CookieRow) => Key> = {
  findings: (row) => markRank(markOf(row)),
  domain: (row) => `${row.site}\u0000${row.host}`,
  path: (row) => row.path,
  expires: (row) => row.expiresAt,
  size: (row) => row.sizeBytes,
  httpOnly: (row) => bool(row.httpOnly),
  secure: (row) => bool(row.secure),
  sameSite: (row) => row.sameSite,
  partition: (row) => row.partition,
  hostOnly: (row) => bool(row.hostOnly),
  party: (row) => row.party,
  store: (row) => row.given.storeId,
  kind: (row) => row.kind,
}

/** A number for each entry to sort by; null where it has nothing to sort by. */
const numbersFor = (entries: readonly Entry[], sort: CookieSort): (number | null)[] => {
  if (sort === 'name') return entries.map(({ rank }) => rank)
  const keys = entries.map(({ row }) => sortKeys[sort](row))
  const rankOf = ranks(keys.filter((key) => typeof key === 'string'))
  return keys.map((key) => (typeof key === 'string' ? rankOf(key) : key))
}

/** In the order of the query; rows that have nothing to sort by are last, whatever the direction. Equal rows keep their order by name. */
export const sorted = (entries: readonly Entry[], { sort, direction }: CookieQuery): Entry[] => {
  const turn = direction === 'asc' ? 1 : -1
  const numbers = numbersFor(entries, sort)
  const keyed = entries.map((entry, at) => ({ entry, key: numbers[at] ?? null, at }))
  keyed.sort((a, b) => {
    if (a.key !== b.key) {
      if (a.key === null) return 1
      if (b.key === null) return -1
      return (a.key - b.key) * turn
    }
    return a.entry.rank - b.entry.rank || a.at - b.at
  })
  return keyed.map(({ entry }) => entry)
}
