import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MOST_AT_ONCE } from '../../../../contract/constants/session-constants.ts'
import type { BulkChange } from '../../../../contract/models/bulk-models.ts'
import { fail, ok, type Result } from '../../../../contract/result.ts'
import { inTransaction, type RunSql } from '../../database/sql-result.ts'
import type { createTexts } from '../full-text.ts'
import type { IndexStore } from '../index-store.ts'
import { type DbRow, numberOf, tagsOf } from '../session-rows.ts'
import { type Changed, createUndoRecords } from './undo-records.ts'

/** Tags of one session (`reviewPatchModel`). */
const MOST_TAGS = 50

type Review = Changed['before']
type Stored = { id: number; sessionId: string; review: Review }

const withTags = (stored: string, more: readonly string[]): string => {
  const tags = tagsOf(stored)
  for (const tag of more) {
    const known = tags.some((other) => other.toLowerCase() === tag.toLowerCase())
    if (!known && tags.length < MOST_TAGS) tags.push(tag)
  }
  return JSON.stringify(tags)
}

const changedBy = (review: Review, change: BulkChange, at: number): Review =>
  change.kind === 'verdict'
    ? { ...review, verdict: change.verdict, verdictAt: change.verdict === null ? null : at }
    : { ...review, tags: withTags(review.tags, change.tags) }

const isSame = (a: Review, b: Review): boolean => a.verdict === b.verdict && a.tags === b.tags

/** Verdict and tags of many sessions at once, each call in one transaction, and the way back. */
export const createBulkReviews = (
  db: DatabaseSync,
  attempt: RunSql,
  indexes: IndexStore,
  texts: ReturnType<typeof createTexts>,
  now: () => number,
) => {
  const read = db.prepare(`SELECT s.id, s.session_id, r.verdict, r.verdict_at, ifnull(r.tags, '[]') AS tags
    FROM json_each(?) AS wanted CROSS JOIN sessions s ON s.account_id = ? AND s.session_id = wanted.value
    LEFT JOIN reviews r ON r.account_id = s.account_id AND r.session_id = s.session_id`)
  const write = db.prepare(`INSERT INTO reviews (account_id, session_id, verdict, tags, verdict_at, changed_at)
    SELECT ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, ? FROM json_each(?) WHERE true
    ON CONFLICT (account_id, session_id) DO UPDATE SET verdict = excluded.verdict, tags = excluded.tags,
      verdict_at = excluded.verdict_at, changed_at = excluded.changed_at`)
  const records = createUndoRecords()

  const storedOf = (accountId: string, sessionIds: readonly string[]): Stored[] =>
    (read.all(JSON.stringify([...new Set(sessionIds)]), accountId) as DbRow[]).map((row) => ({
      id: Number(row.id),
      sessionId: String(row.session_id),
      review: {
        verdict: row.verdict === null ? null : String(row.verdict),
        verdictAt: numberOf(row.verdict_at),
        tags: String(row.tags),
      },
    }))

  /** Gives each session its `next`; null leaves it. Answers what changed. */
  const replace = (accountId: string, stored: readonly Stored[], next: (row: Stored) => Review | null): Changed[] => {
    const numbers: number[] = []
    const changed: Changed[] = []
    inTransaction(db, () => {
      for (const row of stored) {
        const after = next(row)
        if (after === null || isSame(row.review, after)) continue
        numbers.push(row.id)
        changed.push({ sessionId: row.sessionId, before: row.review, after })
      }
      write.run(
        accountId,
        now(),
        JSON.stringify(changed.map(({ sessionId, after }) => [sessionId, after.verdict, after.tags, after.verdictAt])),
      )
      for (const { sessionId, before, after } of changed)
        if (before.tags !== after.tags) texts.refresh(accountId, sessionId)
    })
    indexes.changed(accountId, numbers)
    return changed
  }

  return {
    /** `undoId` continues the record of an earlier call, so that one undo takes both back. */
    change: (
      accountId: string,
      sessionIds: readonly string[],
      change: BulkChange,
      undoId: string | null,
    ): Result<{ changed: number; undoId: string }> =>
      attempt('storing reviews', () => {
        const at = now()
        const rows = replace(accountId, storedOf(accountId, sessionIds), ({ review }) => changedBy(review, change, at))
        return { changed: rows.length, undoId: records.add(accountId, undoId, rows) }
      }),
    /** Puts back what a change replaced. What was changed again since then stays as it is. */
    undo: async (accountId: string, undoId: string): Promise<Result<{ restored: number; kept: number }>> => {
      const rows = records.find(accountId, undoId)
      if (!rows) return fail('not-found', 'This change can no longer be undone.')
      let restored = 0
      for (let from = 0; from < rows.length; from += MOST_AT_ONCE) {
        const before = new Map(rows.slice(from, from + MOST_AT_ONCE).map((row) => [row.sessionId, row]))
        const undone = attempt('storing reviews', () =>
          replace(accountId, storedOf(accountId, [...before.keys()]), ({ sessionId, review }) => {
            const row = before.get(sessionId)
            return row && isSame(review, row.after) ? row.before : null
          }),
        )
        if (!undone.ok) return undone // the record stays: what is undone by now is left alone by the next try
        restored += undone.value.length
        await nextTurn()
      }
      records.drop(undoId)
      return ok({ restored, kept: rows.length - restored })
    },
  }
}
