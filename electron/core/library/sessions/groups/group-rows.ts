import type { SessionGrouping } from '../../../../contract/constants/session-constants.ts'
import type { SessionGroup, SessionRow } from '../../../../contract/models/session-models.ts'
import { printQuery, type QueryPart } from '../../../../contract/query/query-parse.ts'
import { fold } from '../../../../contract/text/fold.ts'
import { similarError } from '../../../../contract/text/similar-error.ts'
import { type Columns, FLAGS } from '../session-order.ts'

/** Groups of one answer; each is a row on screen. */
const MOST_GROUPS = 500

/** `key`: folded; null: without an error, a tag or a start. Times are epoch ms, NaN while unknown. */
type Group = { key: string | null; count: number; unreviewed: number; first: number; last: number; row: number }

const pad = (n: number): string => String(n).padStart(2, '0')

/** `2026-11-20` by the computer's calendar. Rows come in the order of their start, so a day is made once. */
const createDays = (): ((at: number) => string | null) => {
  let [start, end, day] = [Number.NaN, Number.NaN, '']
  return (at) => {
    if (Number.isNaN(at)) return null
    if (!(at >= start && at < end)) {
      const date = new Date(at)
      const [year, month, date_] = [date.getFullYear(), date.getMonth(), date.getDate()]
      start = new Date(year, month, date_).getTime()
      end = new Date(year, month, date_ + 1).getTime()
      day = `${year}-${pad(month + 1)}-${pad(date_)}`
    }
    return day
  }
}

const largestFirst = (a: Group, b: Group): number => b.count - a.count
const newestFirst = (a: Group, b: Group): number => ((b.key ?? '') < (a.key ?? '') ? -1 : 1)

/** Groups of rows that are in the order of their start: one walk. A session with two tags is in both groups. */
export const groupRows = (
  columns: Columns,
  rows: Int32Array,
  by: SessionGrouping,
): { found: Group[]; omitted: number } => {
  const groups = new Map<string | null, Group>()
  const dayOf = createDays()
  const { created } = columns.numbers
  const add = (key: string | null, row: number): void => {
    let group = groups.get(key)
    if (!group) {
      group = { key, count: 0, unreviewed: 0, first: Number.NaN, last: Number.NaN, row }
      groups.set(key, group)
    }
    const at = created[row] as number
    group.count += 1
    if (((columns.flags[row] as number) & FLAGS.reviewed) === 0) group.unreviewed += 1
    if (Number.isNaN(at)) return
    if (!(group.first <= at)) group.first = at
    if (!(group.last >= at)) group.last = at
  }
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] as number
    if (by === 'error') add(columns.similar[row] ?? null, row)
    else if (by === 'status') add(columns.foldedStatus[row] as string, row)
    else if (by === 'day') add(dayOf(created[row] as number), row)
    else {
      const tags = columns.tags[row]
      if (!tags) add(null, row)
      else for (const tag of tags) add(tag, row)
    }
  }
  const sorted = [...groups.values()].sort(by === 'day' ? newestFirst : largestFirst)
  const found = sorted.slice(0, MOST_GROUPS)
  return { found, omitted: sorted.length - found.length }
}

/** The filter that leaves a group. */
const filterOf = (key: string | null, by: SessionGrouping, label: string | null): QueryPart => {
  const term = (
    name: 'similar' | 'tag' | 'status' | 'on' | 'has' | 'after',
    value: string,
    negated = false,
  ): QueryPart => ({
    type: 'term',
    key: name,
    values: [value],
    negated,
  })
  if (key === null) {
    if (by === 'error') return term('has', 'error', true)
    return by === 'tag' ? term('has', 'tag', true) : term('after', '1000-01-01', true)
  }
  return term(by === 'error' ? 'similar' : by === 'day' ? 'on' : by, label ?? key)
}

/** A group as the page sees it; `example`: one of its rows, which shows how error and tag are written. */
export const toGroup = (
  { key, count, unreviewed, first, last }: Group,
  by: SessionGrouping,
  example: SessionRow | undefined,
): SessionGroup => {
  const written =
    by === 'error' && example?.error
      ? similarError(example.error)
      : by === 'tag'
        ? example?.tags.find((tag) => fold(tag) === key)
        : undefined
  const label = key === null ? null : (written ?? key)
  const known = (at: number): number | null => (Number.isNaN(at) ? null : at)
  return {
    label,
    filter: printQuery([filterOf(key, by, label)]),
    count,
    unreviewed,
    firstAt: known(first),
    lastAt: known(last),
  }
}
