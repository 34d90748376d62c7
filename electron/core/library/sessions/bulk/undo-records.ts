import { randomUUID } from 'node:crypto'

/** What a change may replace of a review; `tags` as JSON. */
type Review = { verdict: string | null; verdictAt: number | null; tags: string }
/** One review before and after a change. */
export type Changed = { sessionId: string; before: Review; after: Review }

/** Rows that all records hold together: about 60 MB at most. The oldest record goes first. */
const MOST_ROWS = 200_000

type UndoRecord = { accountId: string; rows: Changed[] }

/** What the last bulk changes replaced, for as long as the program runs. */
export const createUndoRecords = (mostRows = MOST_ROWS) => {
  const records = new Map<string, UndoRecord>()
  let held = 0

  const drop = (id: string): void => {
    held -= records.get(id)?.rows.length ?? 0
    records.delete(id)
  }

  return {
    /** Continues the record of `undoId`, or begins one. Answers its id. */
    add: (accountId: string, undoId: string | null, rows: readonly Changed[]): string => {
      const known = undoId === null ? undefined : records.get(undoId)
      const id = known?.accountId === accountId ? (undoId as string) : randomUUID()
      const record = known?.accountId === accountId ? known : { accountId, rows: [] }
      for (const row of rows) record.rows.push(row)
      records.delete(id) // the newest comes last
      records.set(id, record)
      held += rows.length
      for (const oldest of records.keys()) {
        if (held <= mostRows || oldest === id) break
        drop(oldest)
      }
      return id
    },
    /** Null: undone before, too old, or of another account. */
    find: (accountId: string, undoId: string): readonly Changed[] | null => {
      const record = records.get(undoId)
      return record?.accountId === accountId ? record.rows : null
    },
    drop,
  }
}
