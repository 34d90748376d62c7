import type { DatabaseSync } from 'node:sqlite'
import type { Notice } from '../database/database.ts'
import type { RunSql } from '../database/sql-result.ts'

/** Sentences the person must see once; they stay until dismissed, also over a restart. */
export const createNoticesTable = (db: DatabaseSync, attempt: RunSql, now: () => number) => {
  const open = db.prepare('SELECT id, message, next FROM notices WHERE dismissed = 0 ORDER BY at, id')
  const write = db.prepare(`INSERT INTO notices (id, message, next, at) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET message = excluded.message, next = excluded.next, at = excluded.at, dismissed = 0
    WHERE message <> excluded.message OR dismissed = 0`)
  const dismiss = db.prepare('UPDATE notices SET dismissed = 1 WHERE id = ?')

  return {
    list: (): Notice[] => {
      const rows = attempt('reading the notices', () => open.all())
      if (!rows.ok) return []
      return rows.value.map((row) => ({
        id: String(row.id),
        message: String(row.message),
        ...(typeof row.next === 'string' ? { next: row.next } : {}),
      }))
    },
    /** The same sentence under the same id does not come back once dismissed. */
    add: ({ id, message, next }: Notice): void => {
      attempt('storing a notice', () => void write.run(id, message, next ?? null, now()))
    },
    dismiss: (id: string): void => {
      attempt('dismissing a notice', () => void dismiss.run(id))
    },
  }
}
