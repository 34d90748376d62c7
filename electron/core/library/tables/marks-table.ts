import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { Mark } from '../../../contract/models/session-models.ts'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'
import type { createTexts } from '../sessions/full-text.ts'
import type { IndexStore } from '../sessions/index-store.ts'
import type { DbRow } from '../sessions/session-rows.ts'

const toMark = (row: DbRow): Mark => ({
  id: String(row.id),
  sessionId: String(row.session_id),
  atMs: Number(row.at_ms),
  text: String(row.text),
  createdAt: Number(row.created_at),
})

const notFound = () => fail('not-found', 'This mark no longer exists.')

/** Marks on the time axis; `atMs` in ms of video time. An id is only valid within its account. */
export const createMarksTable = (
  db: DatabaseSync,
  attempt: RunSql,
  indexes: IndexStore,
  texts: ReturnType<typeof createTexts>,
  now: () => number,
) => {
  const list = db.prepare('SELECT * FROM marks WHERE account_id = ? AND session_id = ? ORDER BY at_ms, created_at, id')
  const one = db.prepare('SELECT * FROM marks WHERE account_id = ? AND id = ?')
  const insert = db.prepare(
    'INSERT INTO marks (id, account_id, session_id, at_ms, text, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const change = db.prepare('UPDATE marks SET text = ?, at_ms = ? WHERE id = ?')
  const remove = db.prepare('DELETE FROM marks WHERE id = ?')

  const withTexts = (what: string, accountId: string, mark: Mark, run: () => void): Result<Mark> =>
    attempt(what, () => {
      const id = inTransaction(db, () => {
        run()
        return texts.refresh(accountId, mark.sessionId)
      })
      if (id !== null) indexes.changed(accountId, [id])
      return mark
    })
  const find = (accountId: string, id: string): Result<Mark> => {
    const row = attempt('reading a mark', () => one.get(accountId, id) as DbRow | undefined)
    return row.ok ? (row.value ? ok(toMark(row.value)) : notFound()) : row
  }

  return {
    list: (accountId: string, sessionId: string): Result<Mark[]> =>
      attempt('reading marks', () => (list.all(accountId, sessionId) as DbRow[]).map(toMark)),
    add: (accountId: string, sessionId: string, atMs: number, text: string): Result<Mark> => {
      const mark: Mark = { id: randomUUID(), sessionId, atMs, text, createdAt: now() }
      return withTexts('adding a mark', accountId, mark, () =>
        insert.run(mark.id, accountId, sessionId, atMs, text, mark.createdAt),
      )
    },
    update: (accountId: string, id: string, patch: { text: string; atMs?: number | undefined }): Result<Mark> => {
      const known = find(accountId, id)
      if (!known.ok) return known
      const mark = { ...known.value, text: patch.text, atMs: patch.atMs ?? known.value.atMs }
      return withTexts('changing a mark', accountId, mark, () => change.run(mark.text, mark.atMs, id))
    },
    /** Answers the removed mark, so that it can be put back. */
    remove: (accountId: string, id: string): Result<Mark> => {
      const known = find(accountId, id)
      return known.ok ? withTexts('removing a mark', accountId, known.value, () => remove.run(id)) : known
    },
  }
}
