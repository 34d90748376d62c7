import type { SessionRow } from '../../../../contract/models/session-models.ts'
import type { KnownValues } from '../../../../contract/query/query-complete.ts'
import { fold } from '../../../../contract/text/fold.ts'
import { type CodedTexts, largest } from '../coded-texts.ts'
import type { SessionIndex } from '../session-index.ts'
import type { Columns } from '../session-order.ts'

/** Values kept of each kind. */
const MOST = 50

/** A folded value, how many rows have it, and one of them. */
type Seen = { folded: string; count: number; row: number }
type ValueRows = { status: Seen[]; tag: Seen[]; error: Seen[] }

/** The texts that most rows have. */
const mostTexts = ({ codes, values }: CodedTexts, rows: Int32Array): Seen[] => {
  const counts = new Uint32Array(values.length)
  const examples = new Int32Array(values.length)
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] as number
    const code = codes[row] as number
    counts[code] = (counts[code] as number) + 1
    examples[code] = row
  }
  counts[0] = 0 // rows without a text
  return largest(counts, MOST).map((code) => ({
    folded: values[code] as string,
    count: counts[code] as number,
    row: examples[code] as number,
  }))
}

const mostTags = ({ tags }: Columns, rows: Int32Array): Seen[] => {
  const seen = new Map<string, Seen>()
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place] as number
    const own = tags[row]
    if (!own) continue
    for (const folded of own) {
      const known = seen.get(folded)
      if (known) known.count += 1
      else seen.set(folded, { folded, count: 1, row })
    }
  }
  const all = [...seen.values()]
  const counts = all.map(({ count }) => count)
  return largest(counts, MOST).map((nth) => all[nth] as Seen)
}

/** Which values the rows of an index have, the most frequent first. */
export const valueRows = (index: SessionIndex): ValueRows => {
  const { columns } = index
  const rows = index.rows()
  return {
    status: mostTexts(columns.status, rows),
    tag: mostTags(columns, rows),
    error: mostTexts(columns.error, rows),
  }
}

/** Rows that show how tags and errors are written: the index has them folded. */
export const exampleRows = ({ tag, error }: ValueRows): number[] => [
  ...new Set([...tag, ...error].map(({ row }) => row)),
]

export const valuesOf = (rows: ValueRows, rowOf: (id: number) => SessionRow | undefined): KnownValues => {
  const written = (seen: readonly Seen[], pick: (row: SessionRow, folded: string) => string | null | undefined) =>
    seen.map(({ folded, count, row }) => {
      const example = rowOf(row)
      return { value: (example && pick(example, folded)) ?? folded, count }
    })
  return {
    status: rows.status.map(({ folded, count }) => ({ value: folded, count })),
    tag: written(rows.tag, ({ tags }, folded) => tags.find((tag) => fold(tag) === folded)),
    error: written(rows.error, ({ error }) => error),
  }
}
