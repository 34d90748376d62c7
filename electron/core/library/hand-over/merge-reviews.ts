import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MOST_CONFLICTS } from '../../../contract/constants/hand-over-constants.ts'
import type { ImportPlan, ReviewRecord } from '../../../contract/models/hand-over-models.ts'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'
import type { WriteQueue } from '../database/write-queue.ts'
import type { createTexts } from '../sessions/full-text.ts'
import type { IndexStore } from '../sessions/index-store.ts'
import { type DbRow, numberOf, textOf } from '../sessions/session-rows.ts'
import { isWritten, MARKS_OF, marksOf, reviewOf } from './review-rows.ts'

type Review = Omit<ReviewRecord, 'session' | 'marks'>
type Mark = ReviewRecord['marks'][number]
type Stored = {
  /** Number of the session's row; null: it is not in the list. */
  row: number | null
  /** Null: nothing is stored. */
  review: Review | null
  marks: readonly Mark[]
  serviceTitle: string | null
}
type Kind = 'added' | 'replaced' | 'kept' | 'same'
type Decision = { there: ReviewRecord; stored: Stored; kind: Kind; missing: Mark[] }

/** Sessions read, compared and stored per turn of the event loop. */
const SLICE = 500

const isSame = (a: Review, b: Review): boolean =>
  a.title === b.title &&
  a.verdict === b.verdict &&
  a.reason === b.reason &&
  a.note === b.note &&
  a.tags.length === b.tags.length &&
  a.tags.every((tag, nth) => tag === b.tags[nth])

/** The newest wins; of two without a time the one that is here. */
const kindOf = (here: Review | null, there: Review): Kind => {
  if (!isWritten(there)) return 'same' // marks alone, or nothing: it takes nothing away
  if (here === null) return 'added'
  if (isSame(here, there)) return 'same'
  const isNewer = (there.changedAt ?? 0) > (here.changedAt ?? 0)
  if (!isNewer && (isWritten(here) || here.changedAt !== null)) return 'kept'
  return isWritten(here) ? 'replaced' : 'added'
}

const markKey = ({ atMs, text }: Mark): string => `${atMs} ${text}`

const decide = (there: ReviewRecord, stored: Stored): Decision => {
  const known = new Set(stored.marks.map(markKey))
  const missing = there.marks.filter((mark) => {
    const isNew = !known.has(markKey(mark))
    known.add(markKey(mark)) // twice in the file is one mark
    return isNew
  })
  return { there, stored, kind: kindOf(stored.review, there), missing }
}

const emptyPlan = (): ImportPlan => ({ added: 0, replaced: 0, kept: 0, same: 0, marks: 0, unlisted: 0, conflicts: [] })

const countIn = (plan: ImportPlan, { there, stored, kind, missing }: Decision): void => {
  plan[kind] += 1
  plan.marks += missing.length
  if (stored.row === null) plan.unlisted += 1
  if ((kind !== 'replaced' && kind !== 'kept') || plan.conflicts.length >= MOST_CONFLICTS) return
  const side = ({ verdict, reason, changedAt }: Review) => ({ verdict, reason, changedAt })
  plan.conflicts.push({
    sessionId: there.session,
    title: stored.review?.title ?? there.title ?? stored.serviceTitle,
    newer: kind === 'kept' ? 'here' : 'there',
    here: side(stored.review ?? there),
    there: side(there),
  })
}

type UndoRow = { session: string; before: Review | null; after: Review }
type Undo = { accountId: string; rows: UndoRow[]; marks: string[] }

type Watch = {
  signal: AbortSignal
  /** After each slice: records that were compared and stored, of all. */
  onProgress: (progress: { done: number; total: number }) => void
}

function* slicesOf<T>(items: readonly T[]): Generator<T[]> {
  for (let from = 0; from < items.length; from += SLICE) yield items.slice(from, from + SLICE)
}

const stopped = fail('cancelled', 'The import was stopped.')

/**
 * Takes reviews of another installation over: session by session the newest, with a way back. Slice by slice, each in
 * its own transaction and in turn with other changes, so that neither the window nor those wait for the whole file.
 */
export const createReviewMerge = (
  db: DatabaseSync,
  attempt: RunSql,
  { write: inTurn }: Pick<WriteQueue, 'write'>,
  indexes: IndexStore,
  texts: ReturnType<typeof createTexts>,
) => {
  const read =
    db.prepare(`SELECT wanted.value AS session_id, s.id AS row, s.service_title, r.account_id AS stored, r.title,
      r.verdict, r.verdict_reason, ifnull(r.tags, '[]') AS tags, r.note, r.verdict_at, r.changed_at,
      ${MARKS_OF('?1', 'wanted.value')} AS marks
    FROM json_each(?2) AS wanted LEFT JOIN reviews r ON r.account_id = ?1 AND r.session_id = wanted.value
    LEFT JOIN sessions s ON s.account_id = ?1 AND s.session_id = wanted.value`)
  const write = db.prepare(`INSERT INTO reviews (account_id, session_id, title, verdict, verdict_reason, tags, note,
      verdict_at, changed_at)
    SELECT ?1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
    FROM json_each(?2) WHERE true
    ON CONFLICT (account_id, session_id) DO UPDATE SET title = excluded.title, verdict = excluded.verdict,
      verdict_reason = excluded.verdict_reason, tags = excluded.tags, note = excluded.note,
      verdict_at = excluded.verdict_at, changed_at = excluded.changed_at`)
  const remove = db.prepare(
    'DELETE FROM reviews WHERE account_id = ? AND session_id IN (SELECT value FROM json_each(?))',
  )
  const addMarks = db.prepare(`INSERT INTO marks (id, account_id, session_id, at_ms, text, created_at)
    SELECT value ->> 0, ?1, value ->> 1, value ->> 2, value ->> 3, ?3 FROM json_each(?2)`)
  const removeMarks = db.prepare(`DELETE FROM marks WHERE account_id = ? AND id IN (SELECT value FROM json_each(?))
    RETURNING session_id`)
  let last: (Undo & { id: string }) | null = null

  const storedOf = (accountId: string, sessions: readonly string[]): Map<string, Stored> =>
    new Map(
      (read.all(accountId, JSON.stringify(sessions)) as DbRow[]).map((row) => [
        String(row.session_id),
        {
          row: numberOf(row.row),
          serviceTitle: textOf(row.service_title),
          marks: marksOf(row.marks),
          review: row.stored === null ? null : reviewOf(row),
        },
      ]),
    )
  const decideAll = (accountId: string, records: readonly ReviewRecord[]): Decision[] => {
    const stored = storedOf(
      accountId,
      records.map(({ session }) => session),
    )
    return records.map((there) => decide(there, stored.get(there.session) as Stored))
  }
  const put = (accountId: string, reviews: readonly (Review & { session: string })[]): void => {
    const values = reviews.map(({ session, title, verdict, reason, tags, note, verdictAt, changedAt }) => [
      session,
      title,
      verdict,
      reason,
      JSON.stringify(tags),
      note,
      verdictAt,
      changedAt,
    ])
    write.run(accountId, JSON.stringify(values))
  }
  /** One slice: all of it or nothing. Afterwards what is searched and listed is up to date. */
  const storeSlice = <T>(what: string, accountId: string, run: (changed: Set<string>) => T): Promise<Result<T>> =>
    inTurn(async () => {
      await nextTurn() // also where other changes are waiting, the window gets its turn in between
      return attempt(what, () => {
        const [value, numbers] = inTransaction(db, () => {
          const changed = new Set<string>()
          const done = run(changed)
          return [done, [...changed].flatMap((session) => texts.refresh(accountId, session) ?? [])]
        })
        indexes.changed(accountId, numbers)
        return value
      })
    })

  const importSlice = (accountId: string, records: readonly ReviewRecord[], now: number, changed: Set<string>) => {
    const decided = decideAll(accountId, records)
    const taken = decided.filter(({ kind }) => kind === 'added' || kind === 'replaced')
    put(
      accountId,
      taken.map(({ there }) => there),
    )
    const rows = taken.map(({ there, stored }) => ({ session: there.session, before: stored.review, after: there }))
    for (const { session } of rows) changed.add(session)
    const marks = decided.flatMap(({ there, missing }) =>
      missing.map(({ atMs, text }) => [randomUUID(), there.session, atMs, text] as const),
    )
    addMarks.run(accountId, JSON.stringify(marks), now)
    for (const [, session] of marks) changed.add(session)
    return { decided, rows, marks: marks.map(([id]) => id) }
  }

  /** Answers how many rows are as they were before. */
  const restoreSlice = (accountId: string, rows: readonly UndoRow[], changed: Set<string>): number => {
    const stored = storedOf(
      accountId,
      rows.map(({ session }) => session),
    )
    const untouched = rows.filter(({ session, after }) => {
      const here = stored.get(session)?.review
      return here != null && isSame(here, after) && here.changedAt === after.changedAt
    })
    put(
      accountId,
      untouched.flatMap(({ session, before }) => (before === null ? [] : [{ ...before, session }])),
    )
    const gone = untouched.filter(({ before }) => before === null)
    remove.run(accountId, JSON.stringify(gone.map(({ session }) => session)))
    for (const { session } of untouched) changed.add(session)
    return untouched.length
  }

  const restore = async ({ accountId, rows, marks }: Undo): Promise<Result<{ restored: number; kept: number }>> => {
    let restored = 0
    for (const slice of slicesOf(rows)) {
      const done = await storeSlice('storing reviews', accountId, (changed) => restoreSlice(accountId, slice, changed))
      if (!done.ok) return done
      restored += done.value
    }
    for (const slice of slicesOf(marks)) {
      const done = await storeSlice('storing reviews', accountId, (changed) => {
        for (const row of removeMarks.all(accountId, JSON.stringify(slice)) as DbRow[])
          changed.add(String(row.session_id))
      })
      if (!done.ok) return done
    }
    return ok({ restored, kept: rows.length - restored })
  }

  return {
    /** What an import would change. */
    plan: async (accountId: string, records: readonly ReviewRecord[]): Promise<Result<ImportPlan>> => {
      const plan = emptyPlan()
      for (const slice of slicesOf(records)) {
        await nextTurn()
        const decided = attempt('reading reviews', () => decideAll(accountId, slice))
        if (!decided.ok) return decided
        for (const decision of decided.value) countIn(plan, decision)
      }
      return ok(plan)
    },
    /**
     * Decides again, by what is stored now, and stores it. When it is stopped (`cancelled`) or the library refuses
     * (`storage`, `disk-full`), what was stored is taken back. A program that ends in between leaves the slices that
     * were stored; the same import then stores the rest.
     */
    apply: async (
      accountId: string,
      records: readonly ReviewRecord[],
      now: number,
      { signal, onProgress }: Watch,
    ): Promise<Result<ImportPlan & { undoId: string }>> => {
      const plan = emptyPlan()
      const undo: Undo = { accountId, rows: [], marks: [] }
      let done = 0
      for (const slice of slicesOf(records)) {
        const stored = signal.aborted
          ? stopped
          : await storeSlice('importing reviews', accountId, (changed) => importSlice(accountId, slice, now, changed))
        if (!stored.ok) {
          await restore(undo) // a library that refuses this too has logged why; the first reason is the one to tell
          return stored
        }
        const { decided, rows, marks } = stored.value
        for (const row of rows) undo.rows.push(row)
        for (const id of marks) undo.marks.push(id)
        for (const decision of decided) countIn(plan, decision)
        done += slice.length
        onProgress({ done, total: records.length })
      }
      const undoId = randomUUID()
      last = { ...undo, id: undoId }
      return ok({ ...plan, undoId })
    },
    /** Puts back what the last import replaced, and removes its marks. What was changed since then stays. */
    undo: async (accountId: string, undoId: string): Promise<Result<{ restored: number; kept: number }>> => {
      const undo = last
      if (undo?.id !== undoId || undo.accountId !== accountId)
        return fail('not-found', 'This change can no longer be undone.')
      last = null // once, also while it runs
      const restored = await restore(undo)
      // Rows that were put back already differ from the import by now, so that asking again puts back the others.
      if (!restored.ok) last ??= undo
      return restored
    },
  }
}
