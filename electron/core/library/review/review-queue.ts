import type { DatabaseSync } from 'node:sqlite'
import type { Verdict } from '../../../contract/constants/session-constants.ts'
import type { Judgement, ReviewQueue } from '../../../contract/models/review-models.ts'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'
import type { createTexts } from '../sessions/full-text.ts'
import type { IndexStore } from '../sessions/index-store.ts'
import { type DbRow, numberOf, textOf, verdictOf } from '../sessions/session-rows.ts'

type Item = { place: number; sessionId: string }
/** `before`: the review that the verdict replaced; `reason`: the one that came with the verdict. */
type Undo = {
  before: { verdict: string | null; reason: string | null; verdictAt: number | null }
  reason: string | null
}

const GONE = fail('not-found', 'This session is no longer in the review.', { next: 'Go back to the list.' })
const NO_QUEUE = fail('not-found', 'There is no review to continue.', { next: 'Start one in the list of sessions.' })
const UNLISTED = fail('not-found', 'This session is not in the list.', { next: 'Skip it.' })

const NOTHING_DONE = fail('not-found', 'There is nothing to undo.')

/** Blanks alone are no reason. */
const reasonOf = (value: DbRow[string] | undefined): string | null => {
  const text = textOf(value)
  return text?.trim() ? text : null
}

const prepare = (db: DatabaseSync) => ({
  dropItems: db.prepare('DELETE FROM review_items WHERE account_id = ?'),
  end: db.prepare('UPDATE review_queues SET ended = ?2 WHERE account_id = ?1'),
  fill: db.prepare(`INSERT INTO review_items (account_id, place, session_id)
    SELECT ?, key + 1, value FROM json_each(?)`),
  go: db.prepare(`INSERT INTO review_queues (account_id, place) VALUES (?, ?)
    ON CONFLICT (account_id) DO UPDATE SET place = excluded.place, ended = 0`),
  placeOf: db.prepare('SELECT min(place) AS place FROM review_items WHERE account_id = ? AND session_id = ?'),
  queue: db.prepare('SELECT place FROM review_queues WHERE account_id = ? AND ended = 0'),
  item: db.prepare('SELECT session_id, outcome, undo FROM review_items WHERE account_id = ? AND place = ?'),
  counts: db.prepare('SELECT outcome, count(*) AS n FROM review_items WHERE account_id = ? GROUP BY outcome'),
  openAfter: db.prepare(`SELECT place, session_id FROM review_items
    WHERE account_id = ? AND place > ? AND outcome IS NULL ORDER BY place LIMIT 1`),
  openFirst: db.prepare(`SELECT place, session_id FROM review_items
    WHERE account_id = ? AND place <> ? AND outcome IS NULL ORDER BY place LIMIT 1`),
  before: db.prepare('SELECT max(place) AS place FROM review_items WHERE account_id = ?1 AND place < ifnull(?2, 1e9)'),
  done: db.prepare(`UPDATE review_items SET outcome = ?3, undo = ?4,
      turn = (SELECT ifnull(max(turn), 0) + 1 FROM review_items WHERE account_id = ?1 AND turn IS NOT NULL)
    WHERE account_id = ?1 AND place = ?2`),
  last: db.prepare(`SELECT place, session_id, outcome, undo FROM review_items
    WHERE account_id = ? AND turn IS NOT NULL ORDER BY turn DESC LIMIT 1`),
  reopen: db.prepare(`UPDATE review_items SET outcome = NULL, turn = NULL, undo = NULL
    WHERE account_id = ? AND place = ?`),
  reopenSkipped: db.prepare(`UPDATE review_items SET outcome = NULL, turn = NULL
    WHERE account_id = ? AND outcome = 'skipped'`),
  review: db.prepare(`SELECT r.verdict, r.verdict_reason, r.verdict_at FROM sessions s
    LEFT JOIN reviews r ON r.account_id = s.account_id AND r.session_id = s.session_id
    WHERE s.account_id = ? AND s.session_id = ?`),
  judge: db.prepare(`INSERT INTO reviews (account_id, session_id, verdict, verdict_reason, verdict_at, changed_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?5)
    ON CONFLICT (account_id, session_id) DO UPDATE SET
      verdict_at = iif(verdict IS excluded.verdict, verdict_at, excluded.verdict_at), verdict = excluded.verdict,
      verdict_reason = excluded.verdict_reason, changed_at = excluded.changed_at`),
  putBack: db.prepare(`UPDATE reviews SET verdict = ?3, verdict_reason = ?4, verdict_at = ?5, changed_at = ?6
    WHERE account_id = ?1 AND session_id = ?2`),
  reasons: db.prepare(`SELECT verdict, verdict_reason FROM reviews
    WHERE account_id = ? AND verdict_reason IS NOT NULL ORDER BY changed_at DESC LIMIT 300`),
})

type Statements = ReturnType<typeof prepare>

const itemOf = (row: DbRow | undefined): Item | null =>
  row ? { place: Number(row.place), sessionId: String(row.session_id) } : null

/** The next session to judge after a place: further on, else from the start. */
const openAfter = (sql: Statements, accountId: string, place: number): Item | null =>
  itemOf(sql.openAfter.get(accountId, place)) ?? itemOf(sql.openFirst.get(accountId, place))

const read = (sql: Statements, accountId: string): ReviewQueue | null => {
  const queue = sql.queue.get(accountId)
  if (!queue) return null
  const counts = new Map(sql.counts.all(accountId).map(({ outcome, n }) => [outcome, Number(n)]))
  const of = (outcome: string): number => counts.get(outcome) ?? 0
  const place = queue.place === null ? null : Number(queue.place)
  const here = place === null ? undefined : sql.item.get(accountId, place)
  const outcome = here?.outcome === 'skipped' ? 'skipped' : verdictOf(here?.outcome)
  return {
    total: [...counts.values()].reduce((sum, n) => sum + n, 0),
    done: { pass: of('pass'), fail: of('fail'), unsure: of('unsure'), skipped: of('skipped') },
    current: place === null || !here ? null : { place, sessionId: String(here.session_id), outcome },
    nextId: place === null ? null : (openAfter(sql, accountId, place)?.sessionId ?? null),
    canUndo: sql.last.get(accountId) !== undefined,
  }
}

const MOST_REASONS = 8

/** Each reason once, the newest first, at most `MOST_REASONS` for each verdict. */
const recentReasons = (sql: Statements, accountId: string): (Judgement & { reason: string })[] => {
  const known = new Map<Verdict, Set<string>>()
  const found: (Judgement & { reason: string })[] = []
  for (const row of sql.reasons.all(accountId)) {
    const [verdict, reason] = [verdictOf(row.verdict), reasonOf(row.verdict_reason)]
    if (verdict === null || reason === null) continue
    const ofVerdict = known.get(verdict) ?? new Set<string>()
    known.set(verdict, ofVerdict)
    const same = reason.toLowerCase()
    if (ofVerdict.size >= MOST_REASONS || ofVerdict.has(same)) continue
    ofVerdict.add(same)
    found.push({ verdict, reason })
  }
  return found
}

/**
 * The sessions that a person judges one after the other, and how far that is. A verdict, its reason and the step to the
 * next session are one transaction, so that a program that ends at any time continues where the person saw it.
 */
export const createReviewQueue = (
  db: DatabaseSync,
  attempt: RunSql,
  indexes: IndexStore,
  texts: ReturnType<typeof createTexts>,
  now: () => number,
) => {
  const sql = prepare(db)
  const told = (queue: ReviewQueue | null): Result<ReviewQueue> => (queue ? ok(queue) : NO_QUEUE)
  /** Answers what `change` refuses, else where the queue is after it. */
  const changed = (what: string, accountId: string, change: () => Result<unknown>): Result<ReviewQueue> => {
    const done = attempt(what, () =>
      inTransaction(db, () => {
        const result = change()
        return result.ok ? told(read(sql, accountId)) : result
      }),
    )
    return done.ok ? done.value : done
  }
  /** The same for a review that goes on: a call that comes after its end changes nothing. */
  const inReview = (what: string, accountId: string, change: () => Result<unknown>): Result<ReviewQueue> =>
    changed(what, accountId, () => (sql.queue.get(accountId) ? change() : NO_QUEUE))
  const isAt = (accountId: string, { place, sessionId }: Item): boolean =>
    sql.item.get(accountId, place)?.session_id === sessionId

  const judgedBefore = (accountId: string, sessionId: string): Undo['before'] | null => {
    const row = sql.review.get(accountId, sessionId)
    if (!row) return null
    return {
      verdict: verdictOf(row.verdict),
      reason: reasonOf(row.verdict_reason),
      verdictAt: numberOf(row.verdict_at),
    }
  }
  /** Puts the review back unless it was changed since. `id`: the row of the list that shows it. */
  const takeBack = (accountId: string, item: DbRow): { judgement: Judgement | null; id: number | null } => {
    const verdict = verdictOf(item.outcome)
    if (verdict === null || typeof item.undo !== 'string') return { judgement: null, id: null }
    const { before, reason }: Undo = JSON.parse(item.undo)
    const sessionId = String(item.session_id)
    const found = judgedBefore(accountId, sessionId)
    if (found?.verdict !== verdict || found.reason !== reason) return { judgement: { verdict, reason }, id: null }
    sql.putBack.run(accountId, sessionId, before.verdict, before.reason, before.verdictAt, now())
    return { judgement: { verdict, reason }, id: texts.refresh(accountId, sessionId) }
  }
  /** The rows of the list that show a review follow after the transaction. */
  const touch = (accountId: string, id: number | null): void => {
    if (id !== null) indexes.changed(accountId, [id])
  }

  return {
    get: (accountId: string): Result<ReviewQueue | null> => attempt('reading the review', () => read(sql, accountId)),
    start: (accountId: string, sessionIds: readonly string[], first: string | null): Result<ReviewQueue> =>
      changed('starting a review', accountId, () => {
        sql.dropItems.run(accountId)
        sql.fill.run(accountId, JSON.stringify([...new Set(sessionIds)]))
        const place = first === null ? null : sql.placeOf.get(accountId, first)?.place
        sql.go.run(accountId, typeof place === 'number' ? place : 1)
        return ok(undefined)
      }),
    judge: (accountId: string, item: Item, { verdict, reason }: Judgement): Result<ReviewQueue> => {
      let id: number | null = null
      const judged = inReview('storing a verdict', accountId, () => {
        if (!isAt(accountId, item)) return GONE
        const before = judgedBefore(accountId, item.sessionId)
        if (!before) return UNLISTED
        const undo: Undo = { before, reason: reasonOf(reason) }
        sql.judge.run(accountId, item.sessionId, verdict, undo.reason, now())
        sql.done.run(accountId, item.place, verdict, JSON.stringify(undo))
        sql.go.run(accountId, openAfter(sql, accountId, item.place)?.place ?? null)
        id = texts.refresh(accountId, item.sessionId)
        return ok(undefined)
      })
      if (judged.ok) touch(accountId, id)
      return judged
    },
    skip: (accountId: string, item: Item): Result<ReviewQueue> =>
      inReview('skipping a session', accountId, () => {
        if (!isAt(accountId, item)) return GONE
        if (sql.item.get(accountId, item.place)?.outcome === null) sql.done.run(accountId, item.place, 'skipped', null)
        sql.go.run(accountId, openAfter(sql, accountId, item.place)?.place ?? null)
        return ok(undefined)
      }),
    back: (accountId: string): Result<ReviewQueue> =>
      inReview('going back', accountId, () => {
        const place = sql.before.get(accountId, sql.queue.get(accountId)?.place ?? null)?.place
        if (typeof place === 'number') sql.go.run(accountId, place)
        return ok(undefined)
      }),
    /** `judgement`: what is undone; null for a skip. */
    undo: (accountId: string): Result<{ queue: ReviewQueue; judgement: Judgement | null }> => {
      const undone: { judgement: Judgement | null; id: number | null } = { judgement: null, id: null }
      const queue = inReview('undoing a verdict', accountId, () => {
        const last = sql.last.get(accountId)
        if (!last) return NOTHING_DONE
        Object.assign(undone, takeBack(accountId, last))
        sql.reopen.run(accountId, Number(last.place))
        sql.go.run(accountId, Number(last.place))
        return ok(undefined)
      })
      if (!queue.ok) return queue
      touch(accountId, undone.id)
      return ok({ queue: queue.value, judgement: undone.judgement })
    },
    reopenSkipped: (accountId: string): Result<ReviewQueue> =>
      inReview('reopening sessions', accountId, () => {
        sql.reopenSkipped.run(accountId)
        sql.go.run(accountId, openAfter(sql, accountId, 0)?.place ?? null)
        return ok(undefined)
      }),
    discard: (accountId: string): Result<undefined> =>
      attempt('ending a review', () => {
        sql.end.run(accountId, 1)
        return undefined
      }),
    /** Undoes `discard`, until another review begins. */
    restore: (accountId: string): Result<ReviewQueue> =>
      changed('continuing a review', accountId, () => {
        sql.end.run(accountId, 0)
        return ok(undefined)
      }),
    reasons: (accountId: string) => attempt('reading reasons', () => recentReasons(sql, accountId)),
  }
}
