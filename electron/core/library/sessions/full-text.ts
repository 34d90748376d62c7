import type { DatabaseSync } from 'node:sqlite'
import type { DbRow } from './session-rows.ts'
import { indexText } from './session-search.ts'

/**
 * Keeps the full-text table in step with reviews and marks. It holds what a person wrote in sentences: notes,
 * verdict reasons, tags, marks. Ids and titles are searched in memory, as any part of them (session-search.ts).
 */
export const createTexts = (db: DatabaseSync) => {
  const source = db.prepare(`
    SELECT s.id, r.note, r.verdict_reason, r.tags,
      (SELECT group_concat(text, ' ') FROM marks m WHERE m.account_id = s.account_id AND m.session_id = s.session_id) AS marks
    FROM sessions s LEFT JOIN reviews r ON r.account_id = s.account_id AND r.session_id = s.session_id
    WHERE s.account_id = ? AND s.session_id = ?`)
  const remove = db.prepare('DELETE FROM session_texts WHERE rowid = ?')
  const insert = db.prepare('INSERT INTO session_texts (rowid, note, tags, marks) VALUES (?, ?, ?, ?)')

  return {
    /** Call inside the transaction that changed the row's review or marks. Answers the row's number, null without a row. */
    refresh: (accountId: string, sessionId: string): number | null => {
      const row = source.get(accountId, sessionId) as DbRow | undefined
      if (!row) return null
      const id = Number(row.id)
      remove.run(id)
      const part = (value: unknown): string => indexText(typeof value === 'string' ? value : '')
      const note = `${part(row.note)} ${part(row.verdict_reason)}`.trim()
      const tags = part(row.tags)
      const marks = part(row.marks)
      if (note !== '' || (tags !== '' && tags !== '[]') || marks !== '') insert.run(id, note, tags, marks)
      return id
    },
    remove: (id: number): void => void remove.run(id),
  }
}
