import type { SessionSort } from '../../../contract/constants/session-constants.ts'
import { type CodedTexts, createCodedTexts, growTexts, textAt, writeText } from './coded-texts.ts'

/** What sorting and filtering need of one row; `id` is the row's number in the table `sessions`. */
export type IndexRow = {
  id: number
  sessionId: string
  /** Folded for search and sorting; null without a title. */
  title: string | null
  status: string
  created: number | null
  length: number | null
  expires: number | null
  opened: number | null
  /** ms without a change at the end of the recording; null: none, or not analysed. */
  frozen: number | null
  /** The analysis found screens that repeat. */
  loop: boolean
  hasRecording: boolean
  reviewed: boolean
  failed: boolean
  active: boolean
  archived: boolean
  /** Added by its id, not listed by the service. */
  pasted: boolean
  /** As the service says it, folded. */
  foldedStatus: string
  /** Error, and note with the reason of the verdict, folded; null without any. */
  error: string | null
  /** The error without its numbers and ids. */
  similar: string | null
  note: string | null
  /** Folded; null without any. */
  tags: readonly string[] | null
  verdict: string | null
  recording: string
  /** Whether there is a recording is unchecked, and there may be one. */
  unchecked: boolean
}

export const FLAGS = {
  hasRecording: 1,
  reviewed: 2,
  failed: 4,
  active: 8,
  archived: 16,
  unchecked: 32,
  pasted: 64,
  loop: 128,
} as const

/** Columns addressed by row number; numbers in flat arrays so that 100,000 rows stay small and fast to walk. */
export type Columns = {
  capacity: number
  /** Undefined: no such row (any more). */
  sessionId: (string | undefined)[]
  /** Lower-cased for search; the same string object where nothing changes. */
  needle: string[]
  title: (string | null)[]
  status: CodedTexts
  foldedStatus: CodedTexts
  error: CodedTexts
  similar: CodedTexts
  note: (string | null)[]
  tags: (readonly string[] | null)[]
  verdict: (string | null)[]
  recording: string[]
  numbers: Record<NumberColumn, Float64Array>
  flags: Uint8Array
  /** One bit per order in which the row waits for its place. */
  waiting: Uint8Array
}
const NUMBER_COLUMNS = ['created', 'length', 'expires', 'opened', 'frozen'] as const
type NumberColumn = (typeof NUMBER_COLUMNS)[number]
const CODED_COLUMNS = ['status', 'foldedStatus', 'error', 'similar'] as const
const TEXT_COLUMNS = ['note', 'verdict', 'recording'] as const
const COLUMN_OF: Partial<Record<SessionSort, NumberColumn>> = {
  started: 'created',
  length: 'length',
  expires: 'expires',
  opened: 'opened',
}

export const createColumns = (): Columns => ({
  capacity: 0,
  sessionId: [],
  needle: [],
  title: [],
  status: createCodedTexts(),
  foldedStatus: createCodedTexts(),
  error: createCodedTexts(),
  similar: createCodedTexts(),
  note: [],
  tags: [],
  verdict: [],
  recording: [],
  numbers: {
    created: new Float64Array(),
    length: new Float64Array(),
    expires: new Float64Array(),
    opened: new Float64Array(),
    frozen: new Float64Array(),
  },
  flags: new Uint8Array(),
  waiting: new Uint8Array(),
})

/** Makes room for a row. */
export const grow = (columns: Columns, id: number): void => {
  if (id < columns.capacity) return
  const capacity = Math.max(1_024, Math.ceil(id * 1.5))
  for (const name of NUMBER_COLUMNS) {
    const next = new Float64Array(capacity).fill(Number.NaN)
    next.set(columns.numbers[name])
    columns.numbers[name] = next
  }
  for (const name of ['flags', 'waiting'] as const) {
    const next = new Uint8Array(capacity)
    next.set(columns[name])
    columns[name] = next
  }
  for (const name of CODED_COLUMNS) growTexts(columns[name], capacity)
  columns.capacity = capacity
}

const flagsOf = (row: IndexRow): number =>
  (row.hasRecording ? FLAGS.hasRecording : 0) |
  (row.reviewed ? FLAGS.reviewed : 0) |
  (row.failed ? FLAGS.failed : 0) |
  (row.active ? FLAGS.active : 0) |
  (row.archived ? FLAGS.archived : 0) |
  (row.unchecked ? FLAGS.unchecked : 0) |
  (row.pasted ? FLAGS.pasted : 0) |
  (row.loop ? FLAGS.loop : 0)

export const writeRow = (columns: Columns, row: IndexRow): void => {
  grow(columns, row.id)
  const lower = row.sessionId.toLowerCase()
  columns.sessionId[row.id] = row.sessionId
  columns.needle[row.id] = lower === row.sessionId ? row.sessionId : lower
  columns.title[row.id] = row.title
  for (const name of CODED_COLUMNS) writeText(columns[name], row.id, row[name])
  for (const name of TEXT_COLUMNS) columns[name][row.id] = row[name] as string
  columns.tags[row.id] = row.tags
  for (const name of NUMBER_COLUMNS) columns.numbers[name][row.id] = row[name] ?? Number.NaN
  columns.flags[row.id] = flagsOf(row)
}

/** Whether the row's place under this sort is another one after the change. */
export const keyChanged = (columns: Columns, sort: SessionSort, row: IndexRow): boolean => {
  if (columns.sessionId[row.id] === undefined) return true
  const column = COLUMN_OF[sort]
  if (column) return !Object.is(columns.numbers[column][row.id], row[column] ?? Number.NaN)
  return sort === 'title' ? columns.title[row.id] !== row.title : textAt(columns.status, row.id) !== row.status
}

export const hasKey = (columns: Columns, sort: SessionSort, id: number): boolean => {
  const column = COLUMN_OF[sort]
  if (column) return !Number.isNaN(columns.numbers[column][id])
  return sort === 'title' ? columns.title[id] != null : true
}

type Compare = (a: number, b: number) => number

/**
 * Ascending, rows without a value last, ties by row number (the order in which rows came): a total order, so windows
 * of the list fit together. Numbers instead of session ids because most ties are rows without a value.
 */
export const comparatorOf = (columns: Columns, sort: SessionSort): Compare => {
  const column = COLUMN_OF[sort]
  if (column) {
    const keys = columns.numbers[column]
    return (a, b) => {
      const left = keys[a] as number
      const right = keys[b] as number
      if (left < right) return -1
      if (left > right) return 1
      if (left === right) return a - b
      return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || a - b
    }
  }
  const { title, status } = columns
  const wordOf = (id: number) => (sort === 'title' ? (title[id] ?? null) : textAt(status, id))
  return (a, b) => {
    const left = wordOf(a)
    const right = wordOf(b)
    if (left === right) return a - b
    if (left === null) return 1
    if (right === null) return -1
    return left < right ? -1 : 1
  }
}

/** First place in `list` whose row is not before `id`. */
export const placeOf = (list: Int32Array, id: number, compare: Compare): number => {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(list[middle] as number, id) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Merges rows into an ordered list: k·log n comparisons and one copy, so a page of a sync costs no new sort. */
export const mergeInto = (list: Int32Array, added: readonly number[], compare: Compare): Int32Array => {
  if (added.length === 0) return list
  const sorted = Int32Array.from(added).sort(compare)
  const out = new Int32Array(list.length + sorted.length)
  let from = 0
  let to = 0
  for (const id of sorted) {
    const place = placeOf(list, id, compare)
    out.set(list.subarray(from, place), to)
    to += place - from
    from = place
    out[to] = id
    to += 1
  }
  out.set(list.subarray(from), to)
  return out
}
