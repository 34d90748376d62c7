import type { DatabaseSync } from 'node:sqlite'
import type { ActivitySort } from '../../../contract/constants/activity-constants.ts'
import type { ActivityFilter, LimitHistory } from '../../../contract/models/activity-models.ts'
import type { Result } from '../../../contract/result.ts'
import type { JournalEntry } from '../../service/journal.ts'
import { outcomeOf } from '../../service/journal.ts'
import type { RunSql } from '../database/sql-result.ts'
import { type DbRow, numberOf } from '../sessions/session-rows.ts'
import { ENTRY_COLUMNS, type StoredRequest, toEntry, toRequest } from './journal-table.ts'
import { type Condition, textCondition } from './text-filter.ts'

type Filter = Pick<ActivityFilter, 'text' | 'outcomes' | 'methods'>
type Window = Pick<ActivityFilter, 'sort' | 'direction'> & { offset: number; limit: number }

const COLUMN: Record<ActivitySort, string> = {
  at: 'at',
  method: 'method',
  path: 'path',
  status: 'status',
  ms: 'ms',
  limit: 'limit_left',
  problem: 'problem',
}
/** What the filter looks at. */
const SEARCHED = "(method || ' ' || path || ' ' || ifnull(status, '') || ' ' || ifnull(problem, ''))"
const OUTCOME = 'activity_outcome(status, problem)'
/** Rows read at a time for an export. */
const BATCH = 500

const among = (expression: string, values: readonly string[]): Condition[] =>
  values.length === 0 ? [] : [{ sql: `${expression} IN (${values.map(() => '?').join(', ')})`, values: [...values] }]

const where = (accountId: string, { text, outcomes, methods }: Filter): Condition => {
  const words = textCondition(text, SEARCHED, 'path')
  const all = [
    { sql: 'account_id = ?', values: [accountId] },
    ...among('method', methods),
    ...(words === null ? [] : [words]),
    ...among(OUTCOME, outcomes),
  ]
  return { sql: all.map(({ sql }) => sql).join(' AND '), values: all.flatMap(({ values }) => values) }
}

/** The questions of Activity and of the limit's history to the journal. */
export const createJournalQuery = (db: DatabaseSync, attempt: RunSql) => {
  db.function('activity_outcome', { deterministic: true }, (status, problem) =>
    outcomeOf(numberOf(status), problem === null ? null : String(problem)),
  )
  const levels = db.prepare(`SELECT at + ms AS answered, limit_total, min(limit_left) AS remaining FROM journal
    WHERE account_id = ? AND at >= ? AND at <= ? AND limit_left IS NOT NULL
    GROUP BY CAST((at + ms) / ? AS INTEGER) ORDER BY answered`)
  const refusals = db.prepare(`SELECT at + ms AS answered FROM journal
    WHERE account_id = ? AND at >= ? AND at <= ? AND status = 429 ORDER BY answered DESC LIMIT ?`)

  return {
    /** One window of the matching rows; `total` counts all that match. What is unknown comes last. */
    query: (
      accountId: string,
      { sort, direction, offset, limit, ...filter }: Filter & Window,
    ): Result<{ rows: (JournalEntry & { id: number })[]; total: number }> =>
      attempt('reading the journal', () => {
        const { sql, values } = where(accountId, filter)
        const way = direction === 'asc' ? 'ASC' : 'DESC'
        const order = sort === 'at' ? `at ${way}, id ${way}` : `${COLUMN[sort]} ${way} NULLS LAST, at DESC, id DESC`
        // Counted in the same look at the rows; a window past the end has none to carry the count.
        const hits = `SELECT id, count(*) OVER () AS total FROM journal WHERE ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`
        const rows = db
          .prepare(`SELECT ${ENTRY_COLUMNS}, total FROM (${hits}) CROSS JOIN journal USING (id) ORDER BY ${order}`)
          .all(...values, limit, offset) as DbRow[]
        const missed = rows.length === 0 && offset > 0
        const counted = missed
          ? db.prepare(`SELECT count(*) AS total FROM journal WHERE ${sql}`).get(...values)
          : rows[0]
        return { rows: rows.map(toEntry), total: Number(counted?.total ?? 0) }
      }),
    /** What the filter lets through, in the order of sending, a batch at a time; rows that come meanwhile are left out. */
    batches: function* (accountId: string, filter: Filter): Generator<Result<StoredRequest[]>> {
      const { sql, values } = where(accountId, filter)
      const text = `SELECT * FROM journal WHERE ${sql} AND id <= ? AND (at, id) > (?, ?) ORDER BY at, id LIMIT ${BATCH}`
      const newest = attempt('reading the journal', () =>
        Number(db.prepare('SELECT max(id) AS id FROM journal').get()?.id),
      )
      if (!newest.ok) return yield newest
      for (let from: [number, number] = [-1, -1]; ; ) {
        const batch = attempt('reading the journal', () =>
          (db.prepare(text).all(...values, newest.value, ...from) as DbRow[]).map(toRequest),
        )
        if (!batch.ok || batch.value.length > 0) yield batch
        const last = batch.ok ? batch.value.at(-1) : undefined
        if (!last || (batch.ok && batch.value.length < BATCH)) return
        from = [last.at, last.id]
      }
    },
    /** The lowest level of each stretch of `stepMs`, and when a 429 came (at most `most`, the newest), oldest first. */
    limits: (
      accountId: string,
      { since, until, stepMs, most }: { since: number; until: number; stepMs: number; most: number },
    ): Result<LimitHistory> =>
      attempt('reading the journal', () => ({
        points: (levels.all(accountId, since, until, stepMs) as DbRow[]).map((row) => ({
          at: Number(row.answered),
          limit: numberOf(row.limit_total),
          remaining: Number(row.remaining),
        })),
        refusals: (refusals.all(accountId, since, until, most) as DbRow[]).map((row) => Number(row.answered)).reverse(),
      })),
  }
}
