import type { DatabaseSync } from 'node:sqlite'
import { ok, type Result } from '../../../contract/result.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'
import type { DbRow } from '../sessions/session-rows.ts'
import type { TextToStore } from './functions-table.ts'

/** A source or draft that rests plain. `id` is null where the row has none yet. */
type PlainRow = {
  part: 'draft' | 'source' | 'send'
  accountId: string
  connectionId: string
  role: string
  id: string | null
  text: string
}

/** Of at most 1 MB each, with few exceptions: what is read, sealed and written in one turn. */
const ROWS_AT_ONCE = 4

const ERASE = 'erase-plain-sources'

const toPlainRow = (row: DbRow): PlainRow => ({
  part: row.part === 'draft' || row.part === 'send' ? row.part : 'source',
  accountId: String(row.account_id),
  connectionId: String(row.connection_id),
  role: String(row.role),
  id: typeof row.id === 'string' ? row.id : null,
  text: String(row.text),
})

/** What of the functions still rests plain, and what is left of it in the file once it no longer does. */
export const createPlainSources = (db: DatabaseSync, attempt: RunSql) => {
  const plain = db.prepare(`SELECT 'draft' AS part, account_id, connection_id, role, draft_id AS id, draft AS text
      FROM functions WHERE draft IS NOT NULL
    UNION ALL SELECT 'source', account_id, connection_id, role, source_id, source
      FROM functions WHERE source IS NOT NULL
    UNION ALL SELECT 'send', account_id, connection_id, role, id, source
      FROM function_sends WHERE sealed IS NULL
    LIMIT ${ROWS_AT_ONCE}`)
  const OF_ROW = 'account_id = ? AND connection_id = ? AND role = ?'
  // Only the text that was sealed: the person may have typed on meanwhile.
  const statements = {
    draft: db.prepare(`UPDATE functions SET draft = NULL, draft_id = ?, draft_sealed = ?, draft_hash = ?
      WHERE ${OF_ROW} AND draft = ?`),
    source: db.prepare(`UPDATE functions SET source = NULL, source_id = ?, source_sealed = ?, source_hash = ?
      WHERE ${OF_ROW} AND source = ?`),
    send: db.prepare(`UPDATE function_sends SET source = '', id = ?, sealed = ?, source_hash = ?
      WHERE ${OF_ROW} AND source = ? AND id = ? AND sealed IS NULL`),
  }
  const mark = db.prepare('INSERT OR IGNORE INTO chores (name) VALUES (?)')
  const marked = db.prepare('SELECT 1 FROM chores WHERE name = ?')
  const done = db.prepare('DELETE FROM chores WHERE name = ?')

  return {
    /** Some of what rests plain; empty: nothing does. */
    next: (): Result<PlainRow[]> => attempt('reading plain sources', () => (plain.all() as DbRow[]).map(toPlainRow)),
    /** The sealed forms in the place of the texts, whose bytes are overwritten. Answers how many there were. */
    replace: (rows: readonly { row: PlainRow; text: TextToStore }[]): Result<number> =>
      attempt('encrypting sources', () => {
        db.exec('PRAGMA secure_delete = ON')
        try {
          return inTransaction(db, () => {
            let changes = 0
            mark.run(ERASE)
            for (const { row, text } of rows) {
              if (!text.sealed) continue
              const { bytes, hash } = text.sealed
              const where = [text.id, bytes, hash, row.accountId, row.connectionId, row.role, row.text] as const
              const ran =
                row.part === 'send' ? statements.send.run(...where, row.id) : statements[row.part].run(...where)
              changes += Number(ran.changes)
            }
            return changes
          })
        } finally {
          db.exec('PRAGMA secure_delete = OFF')
        }
      }),
    /**
     * Rewrites the file once nothing is stored plain, so that no free page and no log holds what once did. Takes as long
     * as the file is large, so it is for the end of the program. Not done while another program uses the library.
     */
    erase: (): Result<boolean> => {
      const left = attempt('reading plain sources', () => marked.get(ERASE) !== undefined && plain.all().length === 0)
      if (!left.ok || !left.value) return ok(false)
      return attempt('erasing plain sources', () => {
        db.exec('VACUUM')
        if (db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0) return false
        done.run(ERASE)
        return true
      })
    },
  }
}
