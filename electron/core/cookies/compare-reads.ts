import type { ChangeKind } from '../../contract/constants/cookie-constants.ts'
import type { ComparedCookie, CookieChange, CookieComparison, CookieRow } from '../../contract/models/cookie-models.ts'
import { cookieKey } from './meaning/meaning.ts'
import type { ReadWithValues } from './reads.ts'
import { createValueHasher } from './snapshots/seal.ts'

export type Side = Pick<ReadWithValues, 'at' | 'label' | 'cookies' | 'values'>

/**
 * An expiry that moved by no more than this is the same one: services round to whole seconds or give a fraction of one,
 * and `expires` and `expirationDate` of one cookie differ by that. No site moves an expiry by less than a second on purpose.
 */
const SAME_EXPIRY_MS = 1_000

/** Equal texts mean equal values; of two hashes under different salts only the sizes can be compared. */
const comparableValues = (a: Side, b: Side): [string[], string[], CookieComparison['valuesCompared']] => {
  const plain = ({ cookies }: Side) => cookies.map(({ value }) => value)
  const hashed = ({ cookies }: Side, salt: Buffer) => {
    const hashOf = createValueHasher(salt)
    return cookies.map(({ value }) => hashOf(value))
  }
  const sizes = ({ cookies }: Side) => cookies.map(({ row }) => String(row.valueBytes))
  if (a.values.kind === 'plain' && b.values.kind === 'plain') return [plain(a), plain(b), 'all']
  if (b.values.kind === 'plain' && a.values.kind === 'hashes')
    return [[...a.values.hashes], hashed(b, a.values.salt), 'all']
  if (a.values.kind === 'plain' && b.values.kind === 'hashes')
    return [hashed(a, b.values.salt), [...b.values.hashes], 'all']
  if (a.values.kind === 'hashes' && b.values.kind === 'hashes' && a.values.salt.equals(b.values.salt))
    return [[...a.values.hashes], [...b.values.hashes], 'all']
  return [sizes(a), sizes(b), 'sizes']
}

type WholeChange = Omit<CookieChange, 'before' | 'after'> & { before: CookieRow | null; after: CookieRow | null }
type WholeComparison = Omit<CookieComparison, 'changes'> & { changes: WholeChange[] }

type Entry = { row: CookieRow; value: string }
type Pair = { before: Entry | null; after: Entry | null }

const byKey = ({ cookies }: Side, values: readonly string[]): Map<string, Entry[]> => {
  const groups = new Map<string, Entry[]>()
  for (const [index, { row }] of cookies.entries()) {
    const key = cookieKey(row)
    const entry = { row, value: values[index] ?? '' }
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return groups
}

/** Several cookies under one key, which no browser has: first those with the same value, then in the order given. */
const pairUp = (before: readonly Entry[], after: readonly Entry[]): Pair[] => {
  if (before.length <= 1 && after.length <= 1) return [{ before: before[0] ?? null, after: after[0] ?? null }]
  const waiting = new Map<string, Entry[]>()
  for (const entry of before) {
    const same = waiting.get(entry.value)
    if (same) same.push(entry)
    else waiting.set(entry.value, [entry])
  }
  const partner = new Map<Entry, Entry>()
  for (const entry of after) {
    const same = waiting.get(entry.value)?.shift()
    if (same) partner.set(entry, same)
  }
  const taken = new Set(partner.values())
  const rest = before.filter((entry) => !taken.has(entry))
  const pairs = after.map((entry): Pair => ({ before: partner.get(entry) ?? rest.shift() ?? null, after: entry }))
  return [...pairs, ...rest.map((entry): Pair => ({ before: entry, after: null }))]
}

const yesNo = (value: boolean): string => (value ? 'yes' : 'no')
/** ISO 8601 in UTC, or `session`. */
const expiryText = ({ expiresAt }: CookieRow): string =>
  expiresAt === null ? 'session' : new Date(expiresAt).toISOString()

/** What the page may be told of each attribute, in its words. Name, host, host-only and path are the key. */
const ATTRIBUTES: readonly [field: string, text: (row: CookieRow) => string][] = [
  ['Secure', (row) => yesNo(row.secure)],
  ['HttpOnly', (row) => yesNo(row.httpOnly)],
  ['SameSite', (row) => row.sameSite],
  ['store', (row) => row.given.storeId ?? 'none'],
]

const expiryKind = (before: CookieRow, after: CookieRow): ChangeKind | null => {
  if (before.expiresAt === null || after.expiresAt === null)
    return before.expiresAt === after.expiresAt ? null : 'attributes'
  const moved = after.expiresAt - before.expiresAt
  if (Math.abs(moved) <= SAME_EXPIRY_MS) return null
  return moved > 0 ? 'extended' : 'shortened'
}

/** Null: nothing of it changed. */
const changeOf = (key: string, { before, after }: Pair): WholeChange | null => {
  const rows = { key, before: before?.row ?? null, after: after?.row ?? null }
  if (!before || !after) return { ...rows, kinds: [before ? 'vanished' : 'appeared'], attributes: [] }
  const attributes = ATTRIBUTES.map(([field, text]) => ({
    field,
    before: text(before.row),
    after: text(after.row),
  })).filter((one) => one.before !== one.after)
  const kinds = new Set<ChangeKind>()
  if (before.value !== after.value) kinds.add('rotated')
  if (attributes.length > 0) kinds.add('attributes')
  const expiry = expiryKind(before.row, after.row)
  if (expiry) {
    kinds.add(expiry)
    attributes.push({ field: 'expires', before: expiryText(before.row), after: expiryText(after.row) })
  }
  return kinds.size > 0 ? { ...rows, kinds: [...kinds], attributes } : null
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * What became of each cookie between two reads, by host and name. Values are compared and never told. `rotated` and a
 * moved expiry may come together; a session cookie that became persistent, or the reverse, has a changed attribute.
 */
export const compareCookies = (before: Side, after: Side): WholeComparison => {
  const [valuesBefore, valuesAfter, valuesCompared] = comparableValues(before, after)
  const old = byKey(before, valuesBefore)
  const fresh = byKey(after, valuesAfter)
  const changes: WholeChange[] = []
  let unchanged = 0
  for (const key of new Set([...old.keys(), ...fresh.keys()])) {
    for (const [index, pair] of pairUp(old.get(key) ?? [], fresh.get(key) ?? []).entries()) {
      const change = changeOf(index === 0 ? key : `${key}#${index + 1}`, pair)
      if (change) changes.push(change)
      else unchanged += 1
    }
  }
  const rowOf = ({ before: was, after: is }: WholeChange) => is ?? was
  changes.sort((a, b) => {
    const [one, two] = [rowOf(a), rowOf(b)]
    if (!one || !two) return 0
    return order(one.host, two.host) || order(one.name, two.name) || order(a.key, b.key)
  })
  const facts = ({ at, label, cookies }: Side) => ({ at, label, cookies: cookies.length })
  return { before: facts(before), after: facts(after), changes, unchanged, valuesCompared }
}

const inBrief = (cookie: CookieRow | null): ComparedCookie | null => {
  if (!cookie) return null
  const { id, name, valueBytes, host, hostOnly, path, secure, httpOnly, sameSite, expiresAt, partition } = cookie
  return { id, name, valueBytes, host, hostOnly, path, secure, httpOnly, sameSite, expiresAt, partition }
}

/** What a list of the changes shows: a tenth of what is known of ten thousand cookies. */
export const comparisonInBrief = (whole: WholeComparison): CookieComparison => ({
  ...whole,
  changes: whole.changes.map(({ before, after, ...change }) => ({
    ...change,
    before: inBrief(before),
    after: inBrief(after),
  })),
})
