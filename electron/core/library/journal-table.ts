import type { DatabaseSync } from 'node:sqlite'
import type { JournalEntry } from '../service/journal.ts'
import type { Attempt } from './attempt.ts'

/** Rows kept; the oldest go first (issue 2, Journal). */
export const JOURNAL_ROWS = 10_000
/** Trimming costs a look at the table, so it waits for this many rows. */
const TRIM_EVERY = 200

/** Requests to the service, already redacted by the service client. */
export const createJournalTable = (db: DatabaseSync, attempt: Attempt) => {
  const insert = db.prepare(`INSERT INTO journal (at, account_id, method, path, status, ms, limit_left, problem)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`)
  const trim = db.prepare(`DELETE FROM journal WHERE id <= (SELECT max(id) FROM journal) - ${JOURNAL_ROWS}`)
  const latest = db.prepare('SELECT * FROM journal WHERE account_id = ? ORDER BY id DESC LIMIT ?')
  let untilTrim = 0

  return {
    /** Never throws and never delays a request: a journal that cannot be written is only logged. */
    add: (entry: JournalEntry): void => {
      attempt('writing the journal', () => {
        const { at, accountId, method, path, status, ms, limitLeft, problem } = entry
        insert.run(at, accountId, method, path, status, ms, limitLeft, problem)
        if (untilTrim === 0) trim.run()
        untilTrim = (untilTrim + 1) % TRIM_EVERY
      })
    },
    /** Newest first, at most `limit`. */
    latest: (accountId: string, limit: number): JournalEntry[] => {
      const rows = attempt('reading the journal', () => latest.all(accountId, Math.min(limit, JOURNAL_ROWS)))
      if (!rows.ok) return []
      return rows.value.map((row) => ({
        at: Number(row.at),
        accountId: String(row.account_id),
        method: String(row.method),
        path: String(row.path),
        status: row.status === null ? null : Number(row.status),
        ms: Number(row.ms),
        limitLeft: row.limit_left === null ? null : Number(row.limit_left),
        problem: row.problem as JournalEntry['problem'],
      }))
    },
  }
}
