import type { SessionRow } from '../../../../contract/models/session-models.ts'
import type { KnownValues } from '../../../../contract/query/query-complete.ts'
import { fold } from '../../../../contract/text/fold.ts'
import type { SessionIndex } from '../session-index.ts'

/** Values kept of each kind. */
const MOST = 50

/** A folded value, how many rows have it, and one of them. */
type Seen = { folded: string; count: number; row: number }
type ValueRows = { status: Seen[]; tag: Seen[]; error: Seen[] }

const createCounter = () => {
  const seen = new Map<string, Seen>()
  return {
    add: (folded: string, row: number): void => {
      const known = seen.get(folded)
      if (known) known.count += 1
      else seen.set(folded, { folded, count: 1, row })
    },
    most: (): Seen[] => [...seen.values()].sort((a, b) => b.count - a.count).slice(0, MOST),
  }
}

/** Which values the rows of an index have: one walk over all of them. */
export const valueRows = (index: SessionIndex): ValueRows => {
  const { columns } = index
  const [status, tag, error] = [createCounter(), createCounter(), createCounter()]
  for (const row of index.rows()) {
    status.add(columns.status[row] as string, row)
    const text = columns.error[row]
    if (text != null) error.add(text, row)
    for (const one of columns.tags[row] ?? []) tag.add(one, row)
  }
  return { status: status.most(), tag: tag.most(), error: error.most() }
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
