import type { SessionGrouping } from '../../../../contract/constants/session-constants.ts'
import type { SessionGroup, SessionRow } from '../../../../contract/models/session-models.ts'
import { printQuery, type QueryPart } from '../../../../contract/query/query-parse.ts'
import { fold } from '../../../../contract/text/fold.ts'
import { similarError } from '../../../../contract/text/similar-error.ts'
import { type CodedTexts, largest } from '../coded-texts.ts'
import { type Columns, FLAGS } from '../session-order.ts'

/** Groups of one answer; each is a row on screen. */
const MOST_GROUPS = 500

/** `key`: folded; null: without an error, a tag or a start. Times are epoch ms, NaN while unknown. */
type Group = { key: string | null; count: number; unreviewed: number; first: number; last: number; row: number }

const pad = (n: number): string => String(n).padStart(2, '0')

/** `2026-11-20` by the computer's calendar, and where the day begins and ends. */
const dayOf = (at: number): { key: string; start: number; end: number } => {
  const date = new Date(at)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  return {
    key: `${year}-${pad(month + 1)}-${pad(day)}`,
    start: new Date(year, month, day).getTime(),
    end: new Date(year, month, day + 1).getTime(),
  }
}

const newGroup = (key: string | null, row: number): Group => ({
  key,
  count: 0,
  unreviewed: 0,
  first: Number.NaN,
  last: Number.NaN,
  row,
})

/** Counts a row in; rows come in the order of their start. */
const createCount = ({ flags, numbers: { created } }: Columns) => {
  return (group: Group, row: number): void => {
    group.count += 1
    if (((flags[row] as number) & FLAGS.reviewed) === 0) group.unreviewed += 1
    const at = created[row] as number
    if (Number.isNaN(at)) return
    if (Number.isNaN(group.first)) group.first = at
    group.last = at
  }
}

type Found = { found: Group[]; omitted: number }

const newestDays = (days: readonly Group[]): Found => {
  const unknown = days.filter(({ key }) => key === null)
  const found = [...days.filter(({ key }) => key !== null).reverse(), ...unknown].slice(0, MOST_GROUPS)
  return { found, omitted: days.length - found.length }
}

const mostRows = (groups: readonly Group[]): Found => {
  const places = largest(
    groups.map(({ count }) => count),
    MOST_GROUPS,
  )
  return { found: places.map((place) => groups[place] as Group), omitted: groups.length - places.length }
}

/** Groups by a text that rows have. All of them are counted before those that are shown are described. */
const byText = (columns: Columns, { codes, values }: CodedTexts, rows: Int32Array): Found => {
  /** By code: the place among the groups plus one; 0: not met. */
  const placeOf = new Int32Array(values.length)
  const counts = new Uint32Array(values.length)
  let met = 0
  for (let place = 0; place < rows.length; place += 1) {
    const code = codes[rows[place] as number] as number
    if (placeOf[code] === 0) {
      met += 1
      placeOf[code] = met
    }
    const nth = (placeOf[code] as number) - 1
    counts[nth] = (counts[nth] as number) + 1
  }
  const shown: (Group | undefined)[] = []
  const places = largest(counts, MOST_GROUPS)
  for (const place of places) shown[place] = newGroup(null, -1)
  const count = createCount(columns)
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] as number
    const code = codes[row] as number
    const group = shown[(placeOf[code] as number) - 1]
    if (group === undefined) continue
    if (group.count === 0) {
      group.key = values[code] ?? null
      group.row = row
    }
    count(group, row)
  }
  return { found: places.map((place) => shown[place] as Group), omitted: met - places.length }
}

/** Days follow each other in rows that are in the order of their start; those without one come last. */
const byDay = (columns: Columns, rows: Int32Array): Group[] => {
  const { created } = columns.numbers
  const groups: Group[] = []
  const count = createCount(columns)
  let [group, start, end] = [newGroup(null, 0), Number.NaN, Number.NaN]
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] as number
    const at = created[row] as number
    const isKnown = !Number.isNaN(at)
    if (group.count === 0 || (isKnown ? !(at >= start && at < end) : group.key !== null)) {
      const day = isKnown ? dayOf(at) : { key: null, start: Number.NaN, end: Number.NaN }
      ;({ start, end } = day)
      group = newGroup(day.key, row)
      groups.push(group)
    }
    count(group, row)
  }
  return groups
}

/** A session with two tags is in both groups. */
const byTag = (columns: Columns, rows: Int32Array): Group[] => {
  const groups = new Map<string, Group>()
  const without = newGroup(null, 0)
  const count = createCount(columns)
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] as number
    const tags = columns.tags[row]
    if (!tags) count(without, row)
    else
      for (const tag of tags) {
        let group = groups.get(tag)
        if (!group) {
          group = newGroup(tag, row)
          groups.set(tag, group)
        }
        count(group, row)
      }
  }
  return without.count === 0 ? [...groups.values()] : [without, ...groups.values()]
}

/** Groups of rows that are in the order of their start: the largest first, days from the newest. */
export const groupRows = (columns: Columns, rows: Int32Array, by: SessionGrouping): Found => {
  switch (by) {
    case 'error':
      return byText(columns, columns.similar, rows)
    case 'status':
      return byText(columns, columns.foldedStatus, rows)
    case 'tag':
      return mostRows(byTag(columns, rows))
    case 'day':
      return newestDays(byDay(columns, rows))
  }
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
