import type { DatabaseSync } from 'node:sqlite'
import type { ReviewPatch, SessionRow } from '../../../contract/models/session-models.ts'
import { fail, type Result } from '../../../contract/result.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'
import type { createTexts } from '../sessions/full-text.ts'
import type { IndexStore } from '../sessions/index-store.ts'

type Find = (accountId: string, sessionId: string) => SessionRow | null

const emptyToNull = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text)

/** Title, verdict, tags and note of a session. Fields that the patch leaves out stay as they are. */
export const createReviewsTable = (
  db: DatabaseSync,
  attempt: RunSql,
  indexes: IndexStore,
  texts: ReturnType<typeof createTexts>,
  find: Find,
  now: () => number,
) => {
  const write = db.prepare(`INSERT INTO reviews (account_id, session_id, title, verdict, verdict_reason, tags, note,
      verdict_at, changed_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, iif(?4 IS NULL, NULL, ?8), ?8)
    ON CONFLICT (account_id, session_id) DO UPDATE SET title = excluded.title,
      verdict_at = iif(verdict IS excluded.verdict, verdict_at, excluded.verdict_at), verdict = excluded.verdict,
      verdict_reason = excluded.verdict_reason, tags = excluded.tags, note = excluded.note,
      changed_at = excluded.changed_at`)

  return {
    review: (accountId: string, sessionId: string, patch: ReviewPatch): Result<SessionRow> => {
      const row = find(accountId, sessionId)
      if (!row) return fail('not-found', 'This session is not in the list.')
      const next = { ...row, ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)) }
      const reviewed: SessionRow = {
        ...next,
        title: emptyToNull(next.title),
        note: emptyToNull(next.note),
        verdictReason: emptyToNull(next.verdictReason),
        tags: [...new Set(next.tags)],
      }
      const stored = attempt('storing a review', () => {
        const { title, verdict, verdictReason, tags, note } = reviewed
        const id = inTransaction(db, () => {
          write.run(accountId, sessionId, title, verdict, verdictReason, JSON.stringify(tags), note, now())
          return texts.refresh(accountId, sessionId)
        })
        if (id !== null) indexes.changed(accountId, [id])
      })
      return stored.ok ? { ok: true, value: reviewed } : stored
    },
  }
}
