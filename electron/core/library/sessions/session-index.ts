import { type SessionChip, type SessionSort, sessionSorts } from '../../../contract/constants/session-constants.ts'
import type { SessionQuery } from '../../../contract/models/session-models.ts'
import { createIndexFields } from './query/index-fields.ts'
import type { SessionFilter } from './query/session-filter.ts'
import {
  type Columns,
  comparatorOf,
  createColumns,
  FLAGS,
  grow,
  hasKey,
  type IndexRow,
  keyChanged,
  mergeInto,
  placeOf,
  writeRow,
} from './session-order.ts'

/** "Expires soon" on the chip: links that expire within the hour. */
const EXPIRES_SOON_MS = 3_600_000

/** Rows (by number) that a text matches; null when there is no text. */
export type TextMatch = Int32Array | null
/** What a query asks of the rows; the same objects for the same query, so that a filtered list can be kept. */
export type Matching = { match: TextMatch; test: SessionFilter['test'] }
type Filter = Pick<SessionQuery, 'chips' | 'sort' | 'direction'>
const ALL: Filter = { chips: [], sort: 'started', direction: 'desc' }
/** A filtered list in ascending order, rows without a sort value at its end. */
type Filtered = { list: Int32Array; valued: number }

/** One account's rows in memory: the orders of the list, kept up to date by merging. */
export type SessionIndex = {
  size: () => number
  /** Row numbers in no particular order that is stable until the next change. */
  rows: () => Int32Array
  columns: Columns
  /** Sorts some of the rows that wait for their place; true when none is left. Queries do it all at once. */
  settle: (sort: SessionSort) => boolean
  /** Adds or replaces rows. */
  apply: (rows: readonly IndexRow[]) => void
  remove: (ids: readonly number[]) => void
  /**
   * Rows `[offset, offset+limit)` of the filtered list, and how many it has. `now`: epoch ms, server clock. `find`: a
   * row whose place is answered, null when the filter leaves it out; with `keep` it never does.
   */
  window: (
    filter: Filter,
    matching: Matching,
    part: { offset: number; limit: number; find?: { id: number; keep: boolean } | null },
    now: number,
  ) => { ids: Int32Array; total: number; foundAt: number | null }
  /** Rows in the order of the list that fit all of the filter but "Has recording" and whose recording is unknown. */
  unchecked: (filter: Filter, matching: Matching, limit: number, now: number) => { ids: number[]; total: number }
  /** Rows that match from the first to the last start, those without one behind them; without keeping their list. */
  matching: (matching: Matching, now: number) => Int32Array
  /** Rows that match, without keeping their list. */
  count: (matching: Matching, now: number) => number
  /** The rows before and after `id`, also when `id` itself is filtered out. */
  around: (
    id: number,
    filter: Filter,
    matching: Matching,
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
    // What is archived loses nothing when its links expire.
    forbidden:
      (has('not-reviewed') ? FLAGS.reviewed : 0) | (has('not-archived') || has('expires-soon') ? FLAGS.archived : 0),
    soon: has('expires-soon'),
  }
}

/** A plain loop: the built-in filter takes twenty times as long on typed arrays. */
const without = (list: Int32Array, marked: Uint8Array): Int32Array => {
  const out = new Int32Array(list.length)
  let count = 0
  for (let place = 0; place < list.length; place += 1) {
    const id = list[place] as number
    if (marked[id] === 1) continue
    out[count] = id
    count += 1
  }
  return count === list.length ? list : out.subarray(0, count)
}

/** Rows that one merge takes in: about 2 ms, so a list that is built in merges never holds up anything else. */
const MERGE_ROWS = 1_000

/**
 * `pending`: rows whose place in `list` is not the right one (any more), each once by its bit in `waiting`. An array
 * and bits instead of a Set, whose growing stops everything for tens of ms at 100,000 rows.
 */
type Order = { list: Int32Array; pending: number[]; bit: number }

export const createSessionIndex = (): SessionIndex => {
  const columns = createColumns()
  const cursor = createIndexFields(columns)
  const orders = new Map<SessionSort, Order>(
    sessionSorts.map((sort, nth) => [sort, { list: new Int32Array(), pending: [], bit: 1 << nth }]),
  )
  let size = 0
  let version = 0
  let cached: (Matching & { key: string; version: number; filtered: Filtered }) | null = null

  const orderOf = (sort: SessionSort): Order => orders.get(sort) as Order
  const wait = ({ pending, bit }: Order, id: number): void => {
    const bits = columns.waiting[id] as number
    if ((bits & bit) !== 0) return
    columns.waiting[id] = bits | bit
    pending.push(id)
  }
  /** Takes up to MERGE_ROWS waiting rows to their places; true when none is left. */
  const settle = (sort: SessionSort): boolean => {
    const order = orderOf(sort)
    if (order.pending.length === 0) return true
    const taken = order.pending.splice(-MERGE_ROWS)
    const moved = new Uint8Array(columns.capacity)
    for (const id of taken) {
      moved[id] = 1
      columns.waiting[id] = (columns.waiting[id] as number) & ~order.bit
    }
    const rest = without(order.list, moved)
    const present = taken.filter((id) => columns.sessionId[id] !== undefined)
    order.list = mergeInto(rest, present, comparatorOf(columns, sort))
    return order.pending.length === 0
  }
  const order = (sort: SessionSort): Int32Array => {
    while (!settle(sort));
    return orderOf(sort).list
  }

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

  const filterRows = ({ chips, sort }: Filter, { match, test }: Matching, now: number): Filtered => {
    const all = order(sort)
    if (chips.length === 0 && match === null && test === null) return { list: all, valued: valuedOf(all, sort) }
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
      if (test !== null) {
        cursor.at(id)
        if (!test(cursor.fields)) continue
      }
      out[count] = id
      count += 1
    }
    const list = out.subarray(0, count)
    return { list, valued: valuedOf(list, sort) }
  }

  const filtered = (filter: Filter, matching: Matching, now: number): Filtered => {
    if (filter.chips.includes('expires-soon')) return filterRows(filter, matching, now) // changes with time alone
    const key = `${filter.sort} ${filter.chips.join()}`
    const { match, test } = matching
    const isSame = cached?.key === key && cached.match === match && cached.test === test
    if (cached && isSame && cached.version === version) return cached.filtered
    const fresh = filterRows(filter, matching, now)
    cached = { key, match, test, version, filtered: fresh }
    return fresh
  }

  /** Descending turns both parts round by themselves: rows without a value stay last. */
  const turn = ({ list, valued }: Filtered, direction: Filter['direction'], place: number): number => {
    if (direction === 'asc') return place
    return place < valued ? valued - 1 - place : list.length - 1 - (place - valued)
  }
  /** Where a row is shown; one that is kept is put in where it would be without the filter. */
  const findIn = (
    found: Filtered,
    { sort, direction }: Filter,
    find: { id: number; keep: boolean } | null,
  ): { found: Filtered; foundAt: number | null } => {
    if (find === null || columns.sessionId[find.id] === undefined) return { found, foundAt: null }
    const { list, valued } = found
    const place = placeOf(list, find.id, comparatorOf(columns, sort))
    if (list[place] === find.id) return { found, foundAt: turn(found, direction, place) }
    if (!find.keep) return { found, foundAt: null }
    const longer = new Int32Array(list.length + 1)
    longer.set(list.subarray(0, place))
    longer[place] = find.id
    longer.set(list.subarray(place), place + 1)
    const kept = { list: longer, valued: valued + (hasKey(columns, sort, find.id) ? 1 : 0) }
    return { found: kept, foundAt: turn(kept, direction, place) }
  }
  /** The row at a place of the list as shown. */
  const at = (found: Filtered, direction: Filter['direction'], shown: number): number | null =>
    shown < 0 || shown >= found.list.length ? null : (found.list[turn(found, direction, shown)] ?? null)

  /** Rows `[offset, offset + limit)` of the list as shown, at most to its end. */
  const part = (found: Filtered, direction: Filter['direction'], offset: number, limit: number): Int32Array => {
    const count = Math.max(0, Math.min(limit, found.list.length - offset))
    if (direction === 'asc') return found.list.slice(offset, offset + count)
    const ids = new Int32Array(count)
    for (let nth = 0; nth < count; nth += 1) ids[nth] = found.list[turn(found, direction, offset + nth)] as number
    return ids
  }

  return {
    columns,
    size: () => size,
    rows: () => order('started'),
    settle,
    apply: (rows) => {
      for (const row of rows) {
        grow(columns, row.id)
        if (columns.sessionId[row.id] === undefined) size += 1
        for (const sort of sessionSorts) if (keyChanged(columns, sort, row)) wait(orderOf(sort), row.id)
        writeRow(columns, row)
      }
      version += 1
    },
    remove: (ids) => {
      for (const id of ids) {
        if (columns.sessionId[id] === undefined) continue
        columns.sessionId[id] = undefined
        size -= 1
        for (const sort of sessionSorts) wait(orderOf(sort), id)
      }
      version += 1
    },
    window: (filter, matching, { offset, limit, find = null }, now) => {
      const { found, foundAt } = findIn(filtered(filter, matching, now), filter, find)
      return { ids: part(found, filter.direction, offset, limit), total: found.list.length, foundAt }
    },
    unchecked: ({ chips, ...filter }, matching, limit, now) => {
      const rest = { ...filter, chips: chips.filter((chip) => chip !== 'has-recording') }
      const found = filterRows(rest, matching, now) // not the cached list: that one is on screen
      const ids: number[] = []
      let total = 0
      for (let place = 0; place < found.list.length; place += 1) {
        const id = at(found, filter.direction, place)
        if (id === null || ((columns.flags[id] as number) & FLAGS.unchecked) === 0) continue
        total += 1
        if (ids.length < limit) ids.push(id)
      }
      return { ids, total }
    },
    matching: (matching, now) => filterRows(ALL, matching, now).list,
    count: (matching, now) => filterRows(ALL, matching, now).list.length,
    around: (id, filter, matching, now) => {
      const found = filtered(filter, matching, now)
      const place = placeOf(found.list, id, comparatorOf(columns, filter.sort))
      const inside = found.list[place] === id
      const end = hasKey(columns, filter.sort, id) ? found.valued : found.list.length
      const before = hasKey(columns, filter.sort, id) ? 0 : found.valued
      // Where it is shown; filtered out, where it would be pushed in.
      const shown = filter.direction === 'asc' ? place : before + end - place - (inside ? 1 : 0)
      return {
        previous: at(found, filter.direction, shown - 1),
        next: at(found, filter.direction, inside ? shown + 1 : shown),
      }
    },
  }
}
