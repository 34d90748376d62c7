import type { DatabaseSync } from 'node:sqlite'
import type { ReviewRecord } from '../../../contract/models/hand-over-models.ts'
import type { Result } from '../../../contract/result.ts'
import type { RunSql } from '../database/sql-result.ts'
import { type DbRow, numberOf, tagsOf, textOf, verdictOf } from '../sessions/session-rows.ts'

type SessionFacts = {
  serviceTitle: string | null
  startAddress: string | null
  status: string
  error: string | null
  createdAt: number | null
  lengthMs: number | null
}
/** A review with what a reader needs to know of its session. */
export type ReviewOfSession = ReviewRecord & { facts: SessionFacts }

/** The marks of a session in time order, as one JSON text. */
export const MARKS_OF = (account: string, session: string): string => `(SELECT json_group_array(json_array(at_ms, text))
  FROM (SELECT at_ms, text FROM marks m WHERE m.account_id = ${account} AND m.session_id = ${session}
    ORDER BY at_ms, created_at, id))`

export const marksOf = (value: DbRow[string] | undefined): ReviewRecord['marks'] =>
  (JSON.parse(textOf(value) ?? '[]') as [number, string][]).map(([atMs, text]) => ({ atMs, text }))

/** What a row of `reviews` says. */
export const reviewOf = (row: DbRow): Omit<ReviewRecord, 'session' | 'marks'> => ({
  title: textOf(row.title),
  verdict: verdictOf(row.verdict),
  reason: textOf(row.verdict_reason),
  tags: tagsOf(row.tags),
  note: textOf(row.note),
  verdictAt: numberOf(row.verdict_at),
  changedAt: numberOf(row.changed_at),
})

/** Whether anything was written about a session: a row alone, whose fields are empty, is no review. */
export const isWritten = ({ title, verdict, reason, tags, note }: Omit<ReviewRecord, 'session' | 'marks'>): boolean =>
  title !== null || verdict !== null || reason !== null || note !== null || tags.length > 0

/** Reads reviews as they are exported. */
export const createReviewRows = (db: DatabaseSync, attempt: RunSql) => {
  const read = db.prepare(`SELECT s.session_id, s.status, s.error, s.created_at, s.service_title, s.start_address,
      ifnull(s.video_duration_ms, s.duration_ms) AS length_ms, r.title, r.verdict, r.verdict_reason,
      ifnull(r.tags, '[]') AS tags, r.note, r.verdict_at, r.changed_at, ${MARKS_OF('s.account_id', 's.session_id')} AS marks
    FROM json_each(?) AS wanted CROSS JOIN sessions s ON s.account_id = ? AND s.session_id = wanted.value
    LEFT JOIN reviews r ON r.account_id = s.account_id AND r.session_id = s.session_id ORDER BY wanted.key`)

  const toReview = (row: DbRow): ReviewOfSession => ({
    session: String(row.session_id),
    ...reviewOf(row),
    marks: marksOf(row.marks),
    facts: {
      serviceTitle: textOf(row.service_title),
      startAddress: textOf(row.start_address),
      status: String(row.status),
      error: textOf(row.error),
      createdAt: numberOf(row.created_at),
      lengthMs: numberOf(row.length_ms),
    },
  })

  return {
    /** Those of the sessions about which something was written, in the order of the ids. */
    read: (accountId: string, sessionIds: readonly string[]): Result<ReviewOfSession[]> =>
      attempt('reading reviews', () =>
        (read.all(JSON.stringify(sessionIds), accountId) as DbRow[])
          .map(toReview)
          .filter((review) => isWritten(review) || review.marks.length > 0),
      ),
  }
}
