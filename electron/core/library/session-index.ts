import type { SessionChip, SessionQuery, SessionSort } from '../../contract/session-models.ts'
import {
  ALL_SORTS,
  type Columns,
  comparatorOf,
  createColumns,
  FLAGS,
  hasKey,
  type IndexRow,
  keyChanged,
  mergeInto,
  placeOf,
  withoutIds,
  writeRow,
} from './session-order.ts'

/** "Expires soon" on the chip: links that die within the hour (product.md, Sessions). */
const EXPIRES_SOON_MS = 3_600_000

/** Rows (by number) that a text matches; null when there is no text. */
export type TextMatch = Int32Array | null
export type Filter = Pick<SessionQuery, 'chips' | 'sort' | 'direction'>
/** A filtered list in ascending order, rows without a sort value at its end. */
type Filtered = { list: Int32Array; valued: number }

/** One account's rows in memory: the orders of the list, kept up to date by merging. */
export type SessionIndex = {
  size: () => number
  /** Row numbers in no particular order that is stable until the next change. */
  rows: () => Int32Array
  columns: Columns
  /** Adds or replaces rows. */
  apply: (rows: readonly IndexRow[]) => void
  remove: (ids: readonly number[]) => void
  /** Rows `[offset, offset+limit)` of the filtered list, and how many it has. `now`: epoch ms, server clock. */
  window: (
    filter: Filter,
    match: TextMatch,
    offset: number,
    limit: number,
    now: number,
  ) => { ids: number[]; total: number }
  /** The rows before and after `id`, also when `id` itself is filtered out. */
  around: (
    id: number,
    filter: Filter,
    match: TextMatch,
    now: number,
  ) => { previous: number | null; next: number | null }
}

const maskOf = (chips: readonly SessionChip[]): { needed: number; forbidden: number; soon: boolean } => {
  const has = (chip: SessionChip) => chips.includes(chip)
  return {
    needed:
      (has('has-recording') ? FLAGS.hasRecording : 0) |
      (has('failed') ? FLAGS.failed : 0) |
      (has('active') ? FLAGS.active : 0),
    forbidden: has('not-reviewed') ? FLAGS.reviewed : 0,
    soon: has('expires-soon'),
  }
}

export const createSessionIndex = (): SessionIndex => {
  const columns = createColumns()
  const orders = new Map<SessionSort, Int32Array>(ALL_SORTS.map((sort) => [sort, new Int32Array()]))
  let version = 0
  let cached: { key: string; match: TextMatch; version: number; filtered: Filtered } | null = null

  const order = (sort: SessionSort): Int32Array => orders.get(sort) ?? new Int32Array()

  const valuedOf = (list: Int32Array, sort: SessionSort): number => {
    let low = 0
    let high = list.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (hasKey(columns, sort, list[middle] as number)) low = middle + 1
      else high = middle
    }
    return low
  }

  const filterRows = ({ chips, sort }: Filter, match: TextMatch, now: number): Filtered => {
    const all = order(sort)
    if (chips.length === 0 && match === null) return { list: all, valued: valuedOf(all, sort) }
    const { needed, forbidden, soon } = maskOf(chips)
    const marked = match === null ? null : new Uint8Array(columns.capacity)
    if (marked && match) for (const id of match) marked[id] = 1
    const { flags, numbers } = columns
    const out = new Int32Array(match === null ? all.length : Math.min(all.length, match.length))
    let count = 0
    for (let index = 0; index < all.length; index += 1) {
      const id = all[index] as number
      if (marked && marked[id] !== 1) continue
      const own = flags[id] as number
      if ((own & needed) !== needed || (own & forbidden) !== 0) continue
      if (soon) {
        const left = (numbers.expires[id] as number) - now
        if (!(left > 0 && left <= EXPIRES_SOON_MS)) continue
      }
      out[count] = id
      count += 1
    }
    const list = out.subarray(0, count)
    return { list, valued: valuedOf(list, sort) }
  }

  const filtered = (filter: Filter, match: TextMatch, now: number): Filtered => {
    if (filter.chips.includes('expires-soon')) return filterRows(filter, match, now) // changes with time alone
    const key = `${filter.sort} ${filter.chips.join()}`
    if (cached?.key === key && cached.match === match && cached.version === version) return cached.filtered
    const fresh = filterRows(filter, match, now)
    cached = { key, match, version, filtered: fresh }
    return fresh
  }

  /** The row at a place of the list as shown: descending turns the valued part round and leaves the rest last. */
  const at = ({ list, valued }: Filtered, direction: Filter['direction'], place: number): number | null =>
    list[direction === 'desc' && place < valued ? valued - 1 - place : place] ?? null

  return {
    columns,
    size: () => order('started').length,
    rows: () => order('started'),
    apply: (rows) => {
      const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
      const moved = ALL_SORTS.map((sort) => unique.filter((row) => keyChanged(columns, sort, row)).map((row) => row.id))
      const known = new Set(unique.filter((row) => columns.sessionId[row.id] !== undefined).map((row) => row.id))
      for (const [index, sort] of ALL_SORTS.entries()) {
        const left = (moved[index] ?? []).filter((id) => known.has(id))
        orders.set(sort, withoutIds(order(sort), left, comparatorOf(columns, sort)))
      }
      for (const row of unique) writeRow(columns, row)
      for (const [index, sort] of ALL_SORTS.entries())
        orders.set(sort, mergeInto(order(sort), moved[index] ?? [], comparatorOf(columns, sort)))
      version += 1
    },
    remove: (ids) => {
      for (const sort of ALL_SORTS) orders.set(sort, withoutIds(order(sort), ids, comparatorOf(columns, sort)))
      for (const id of ids) columns.sessionId[id] = undefined
      version += 1
    },
    window: (filter, match, offset, limit, now) => {
      const found = filtered(filter, match, now)
      const ids: number[] = []
      for (let place = offset; place < Math.min(offset + limit, found.list.length); place += 1) {
        const id = at(found, filter.direction, place)
        if (id !== null) ids.push(id)
      }
      return { ids, total: found.list.length }
    },
    around: (id, filter, match, now) => {
      const found = filtered(filter, match, now)
      const place = placeOf(found.list, id, comparatorOf(columns, filter.sort))
      const inside = found.list[place] === id
      // Descending: the valued part runs backwards, what has no value follows it in ascending order.
      const turned = filter.direction === 'desc' && hasKey(columns, filter.sort, id)
      const shown = turned ? found.valued - place - (inside ? 1 : 0) : place
      return {
        previous: shown === 0 ? null : at(found, filter.direction, shown - 1),
        next: at(found, filter.direction, inside ? shown + 1 : shown),
      }
    },
  }
}
