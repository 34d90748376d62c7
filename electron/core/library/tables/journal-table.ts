import type { DatabaseSync } from 'node:sqlite'
import type { HeaderLines } from '../../../contract/models/cache-policy-models.ts'
import type { JournalEntry, Traffic } from '../../service/journal.ts'
import type { RunSql } from '../database/sql-result.ts'
import type { WriteQueue } from '../database/write-queue.ts'
import { type DbRow, numberOf } from '../sessions/session-rows.ts'

/** Rows kept; the oldest go first (issue 2, Journal). */
export const JOURNAL_ROWS = 10_000
/** Trimming costs a look at the table, so it waits for this many rows. */
const TRIM_EVERY = 200

/** A request as it was stored. */
export type StoredRequest = JournalEntry & { id: number; requestHeaders: HeaderLines; answerHeaders: HeaderLines }

const headersOf = (stored: unknown): HeaderLines => {
  try {
    return JSON.parse(String(stored)) as HeaderLines
  } catch {
    return [] // another program wrote into the file
  }
}

/** What a row of the list needs; `toEntry` reads it. */
export const ENTRY_COLUMNS = 'id, at, account_id, method, path, status, ms, limit_left, limit_total, problem'
export const toEntry = (row: DbRow): JournalEntry & { id: number } => ({
  id: Number(row.id),
  at: Number(row.at),
  accountId: String(row.account_id),
  method: String(row.method),
  path: String(row.path),
  status: numberOf(row.status),
  ms: Number(row.ms),
  limitLeft: numberOf(row.limit_left),
  limitTotal: numberOf(row.limit_total),
  problem: (row.problem ?? null) as JournalEntry['problem'],
})
export const toRequest = (row: DbRow): StoredRequest => ({
  ...toEntry(row),
  requestHeaders: headersOf(row.request_headers),
  answerHeaders: headersOf(row.answer_headers),
})

/** Requests to the service, already redacted by the service client; see journal-query.ts for the questions. */
export const createJournalTable = (db: DatabaseSync, attempt: RunSql, queue: Pick<WriteQueue, 'writeSoon'>) => {
  const insert = db.prepare(`INSERT INTO journal
      (at, account_id, method, path, status, ms, limit_left, limit_total, problem, request_headers, answer_headers)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const trim = db.prepare(
    `DELETE FROM journal WHERE id <= (SELECT id FROM journal ORDER BY id DESC LIMIT 1 OFFSET ${JOURNAL_ROWS})`,
  )
  const latest = db.prepare('SELECT * FROM journal WHERE account_id = ? ORDER BY id DESC LIMIT ?')
  const one = db.prepare('SELECT * FROM journal WHERE account_id = ? AND id = ?')
  const clear = db.prepare('DELETE FROM journal WHERE account_id = ?')
  let untilTrim = 0

  return {
    /** The row's number, null when it could not be written or is written later. Never throws and never delays a request. */
    add: (entry: JournalEntry, traffic: Traffic): number | null => {
      const store = () =>
        attempt('writing the journal', () => {
          const { at, accountId, method, path, status, ms, limitLeft, limitTotal, problem } = entry
          const headers = [traffic.sent.headers, traffic.received?.headers ?? []].map((lines) => JSON.stringify(lines))
          const { lastInsertRowid } = insert.run(
            ...[at, accountId, method, path, status, ms, limitLeft, limitTotal, problem, ...headers],
          )
          if (untilTrim === 0) trim.run()
          untilTrim = (untilTrim + 1) % TRIM_EVERY
          return Number(lastInsertRowid)
        })
      const stored = queue.writeSoon(store)
      return stored?.ok ? stored.value : null
    },
    /** Newest first, at most `limit`. */
    latest: (accountId: string, limit: number): StoredRequest[] => {
      const rows = attempt('reading the journal', () => latest.all(accountId, Math.min(limit, JOURNAL_ROWS)))
      return rows.ok ? (rows.value as DbRow[]).map(toRequest) : []
    },
    /** Null when there is no such row of this account (any more). */
    get: (accountId: string, id: number) =>
      attempt('reading the journal', () => {
        const row = one.get(accountId, id) as DbRow | undefined
        return row ? toRequest(row) : null
      }),
    /** How many rows of the account went. */
    clear: (accountId: string) => attempt('clearing the journal', () => Number(clear.run(accountId).changes)),
  }
}
