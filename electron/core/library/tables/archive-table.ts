import { randomUUID } from 'node:crypto'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { ArchiveSort, ArchiveState } from '../../../contract/constants/archive-constants.ts'
import type { ArchiveQuery } from '../../../contract/models/archive-models.ts'
import type { Result } from '../../../contract/result.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'
import type { DbRow } from '../sessions/session-rows.ts'
import { type ItemPatch, patchColumns, type StoredItem, toItem } from './archive-rows.ts'
import { textCondition } from './text-filter.ts'

/** A recording to archive. */
export type WantedItem = Pick<StoredItem, 'accountId' | 'accountLabel' | 'baseUrl' | 'sessionId' | 'addedAt'>
export type StateCount = { items: number; bytes: number }

const TITLED = `LEFT JOIN reviews r ON r.account_id = i.account_id AND r.session_id = i.session_id
  LEFT JOIN sessions s ON s.account_id = i.account_id AND s.session_id = i.session_id`
const SOURCE = `archive_items i ${TITLED}`
/** The person's title, else the one it was archived under, else the service's; what was imported comes after the service. */
const TITLE = 'coalesce(r.title, iif(i.imported, s.service_title, i.title), i.title, s.service_title)'
const COLUMNS = `i.*, ${TITLE} AS shown_title`
const ORDER: Record<ArchiveSort, string> = {
  added: 'i.added_at',
  state: 'i.state',
  title: `ifnull(${TITLE}, i.session_id) COLLATE NOCASE`,
  size: 'ifnull(i.total_bytes, i.bytes)',
  finished: 'i.finished_at',
}
/** The queue's order; written exactly as the index `archive_next` is. */
const NEXT = `SELECT i.* FROM archive_items i INDEXED BY archive_next WHERE state IN ('queued', 'interrupted', 'waiting')
  ORDER BY ifnull(links_expire_at, 9e15), ifnull(created_at, added_at), i.rowid`

/** What the filter looks at. */
const SEARCHED = `(ifnull(${TITLE}, '') || ' ' || i.session_id || ' ' || ifnull(i.file_name, '') || ' ' ||
  i.account_label)`

export type ArchiveTable = ReturnType<typeof createArchiveTable>

/** Queue and archive. `onDone` hears of each session whose archived state changed. */
export const createArchiveTable = (
  db: DatabaseSync,
  attempt: RunSql,
  onDone: (accountId: string, sessionId: string) => void,
) => {
  const one = db.prepare(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE i.id = ?`)
  const many =
    db.prepare(`SELECT ${COLUMNS} FROM json_each(?) AS wanted CROSS JOIN archive_items i ON i.id = wanted.value
    ${TITLED}`)
  const byKey = db.prepare(`SELECT ${COLUMNS} FROM ${SOURCE} WHERE i.account_id = ? AND i.session_id = ?`)
  const insert = db.prepare(`INSERT INTO archive_items
      (id, account_id, account_label, base_url, session_id, status, created_at, closed_at, links_expire_at, state, added_at)
    SELECT ?1, ?2, ?3, ?4, ?5, s.status, s.created_at, s.closed_at, s.links_expire_at, 'queued', ?6
    FROM (SELECT 1) LEFT JOIN sessions s ON s.account_id = ?2 AND s.session_id = ?5 WHERE true
    ON CONFLICT (account_id, session_id) DO NOTHING`)
  const wanted = db.prepare('DELETE FROM archive_unwanted WHERE account_id = ? AND session_id = ?')
  const unwanted = db.prepare('INSERT OR IGNORE INTO archive_unwanted (account_id, session_id) VALUES (?, ?)')
  const drop = db.prepare('DELETE FROM archive_items WHERE id = ?')
  const next = db.prepare(NEXT)
  const settle = db.prepare('UPDATE archive_items SET folder = ? WHERE folder IS NULL AND file_name IS NOT NULL')
  const orphans = db.prepare(`SELECT i.* FROM archive_items i
    WHERE account_id NOT IN (SELECT value FROM json_each(?)) ORDER BY i.rowid`)
  const adopt = db.prepare('UPDATE archive_items SET account_id = ?, account_label = ? WHERE id = ?')
  const wake = db.prepare("UPDATE archive_items SET state = 'interrupted' WHERE state IN ('fetching', 'verifying')")
  const byState = db.prepare('SELECT state, count(*) AS items, sum(bytes) AS bytes FROM archive_items GROUP BY state')
  const names = db.prepare('SELECT file_name FROM archive_items WHERE file_name IS NOT NULL AND id <> ?')
  const ids = db.prepare('SELECT id FROM archive_items WHERE state IN (SELECT value FROM json_each(?))')
  const byHash = db.prepare('SELECT id FROM archive_items WHERE sha256 = ? AND state = ?')
  const keptOf = db.prepare(`SELECT count(*) AS n FROM json_each(?) AS wanted CROSS JOIN archive_items i
    ON i.account_id = ? AND i.session_id = wanted.value AND i.state = 'done'`)

  const read = (id: string): StoredItem | null => {
    const row = one.get(id) as DbRow | undefined
    return row ? toItem(row) : null
  }

  const change = (id: string, patch: ItemPatch): StoredItem | null => {
    const before = read(id)
    if (!before) return null
    const { columns, values } = patchColumns(patch)
    if (columns.length > 0) {
      db.prepare(`UPDATE archive_items SET ${columns.map((c) => `${c} = ?`).join()} WHERE id = ?`).run(...values, id)
    }
    const now = read(id)
    if (now && (before.state === 'done') !== (now.state === 'done')) onDone(now.accountId, now.sessionId)
    return now
  }

  return {
    /** Null also when the database refuses. */
    get: (id: string): StoredItem | null => {
      const row = attempt('reading the archive', () => read(id))
      return row.ok ? row.value : null
    },
    some: (wantedIds: readonly string[]): StoredItem[] => {
      const rows = attempt('reading the archive', () => (many.all(JSON.stringify(wantedIds)) as DbRow[]).map(toItem))
      return rows.ok ? rows.value : []
    },
    find: (accountId: string, sessionId: string): StoredItem | null => {
      const row = attempt('reading the archive', () => byKey.get(accountId, sessionId) as DbRow | undefined)
      return row.ok && row.value ? toItem(row.value) : null
    },
    /**
     * Adds in one transaction; answers the ids of what was new. A session that is there already is left as it is. With
     * `patch` what is new comes in whole: a killed program leaves no item that looks as if it were to be fetched (L18).
     */
    add: (items: readonly WantedItem[], patch: ItemPatch = {}): Result<string[]> =>
      attempt('adding to the archive', () =>
        inTransaction(db, () =>
          items.flatMap(({ accountId, accountLabel, baseUrl, sessionId, addedAt }) => {
            const id = randomUUID()
            wanted.run(accountId, sessionId)
            const added = insert.run(id, accountId, accountLabel, baseUrl, sessionId, addedAt)
            if (Number(added.changes) === 0) return []
            change(id, patch)
            return [id]
          }),
        ),
      ),
    /** Answers the item as it is now; null when it is gone. */
    update: (id: string, patch: ItemPatch): Result<StoredItem | null> =>
      attempt('storing an archive item', () => change(id, patch)),
    /** Items of versions that knew one folder only lie in that one. */
    settleFolders: (folder: string): Result<undefined> =>
      attempt('reading the archive', () => {
        settle.run(folder)
        return undefined
      }),
    /** Items whose account is none of these. */
    orphans: (accountIds: readonly string[]): StoredItem[] => {
      const rows = attempt('reading the archive', () =>
        (orphans.all(JSON.stringify(accountIds)) as DbRow[]).map(toItem),
      )
      return rows.ok ? rows.value : []
    },
    /** Gives an item to an account that has no item of its session. */
    adopt: (item: StoredItem, account: { id: string; label: string }): Result<undefined> =>
      attempt('storing an archive item', () => {
        adopt.run(account.id, account.label, item.id)
        if (item.state !== 'done') return undefined
        onDone(item.accountId, item.sessionId)
        onDone(account.id, item.sessionId)
        return undefined
      }),
    /** Takes it off the list; a rule will not bring it back, only a person. */
    remove: (id: string): Result<StoredItem | null> =>
      attempt('removing an archive item', () => {
        const item = read(id)
        if (!item) return null
        inTransaction(db, () => {
          drop.run(id)
          unwanted.run(item.accountId, item.sessionId)
        })
        if (item.state === 'done') onDone(item.accountId, item.sessionId)
        return item
      }),
    /** What a run left behind that did not end cleanly (D21). */
    wake: (): Result<undefined> =>
      attempt('reading the archive', () => {
        wake.run()
        return undefined
      }),
    /** The first in the queue's order that fits; links that expire first, then the oldest session. */
    next: (fits: (item: StoredItem) => boolean): StoredItem | null => {
      const found = attempt('reading the queue', () => {
        for (const row of next.iterate()) {
          const item = toItem(row as DbRow)
          // The queue's index knows nothing of the title a person or the service gave, and the file name wants it.
          if (fits(item)) return read(item.id)
        }
        return null
      })
      return found.ok ? found.value : null
    },
    counts: (): Map<ArchiveState, StateCount> => {
      const rows = attempt('reading the archive', () => byState.all())
      return new Map(
        (rows.ok ? rows.value : []).map((row) => [
          row.state as ArchiveState,
          { items: Number(row.items), bytes: Number(row.bytes) },
        ]),
      )
    },
    /** Lower-cased names of all items but one (D14). */
    takenNames: (except: string): Set<string> => {
      const rows = attempt('reading the archive', () => names.all(except))
      return new Set((rows.ok ? rows.value : []).map((row) => String(row.file_name).toLowerCase()))
    },
    idsIn: (states: readonly ArchiveState[]): string[] => {
      const rows = attempt('reading the archive', () => ids.all(JSON.stringify(states)))
      return rows.ok ? rows.value.map((row) => String(row.id)) : []
    },
    holdsFile: (sha256: string): boolean => {
      const row = attempt('reading the archive', () => byHash.get(sha256, 'done'))
      return row.ok && row.value !== undefined
    },
    /** How many of these sessions are archived. */
    archivedCount: (accountId: string, sessionIds: readonly string[]): number => {
      const row = attempt('reading the archive', () => keptOf.get(JSON.stringify(sessionIds), accountId))
      return row.ok ? Number(row.value?.n ?? 0) : 0
    },
    query: ({
      text,
      states,
      sort,
      direction,
      offset,
      limit,
    }: ArchiveQuery): Result<{ rows: StoredItem[]; total: number }> =>
      attempt('reading the archive', () => {
        const words = textCondition(text, SEARCHED)
        const terms: SQLInputValue[] = words === null ? [] : words.values
        const where = [
          ...(words === null ? [] : [words.sql]),
          ...(states.length > 0 ? ['i.state IN (SELECT value FROM json_each(?))'] : []),
        ]
        if (states.length > 0) terms.push(JSON.stringify(states))
        const filter = where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''
        const way = direction === 'asc' ? 'ASC' : 'DESC'
        const order = `ORDER BY ${ORDER[sort]} IS NULL, ${ORDER[sort]} ${way}, i.rowid ${way} LIMIT ? OFFSET ?`
        const rows = db.prepare(`SELECT ${COLUMNS} FROM ${SOURCE} ${filter} ${order}`).all(...terms, limit, offset)
        const total = db.prepare(`SELECT count(*) AS n FROM ${SOURCE} ${filter}`).get(...terms)
        return { rows: (rows as DbRow[]).map(toItem), total: Number(total?.n ?? 0) }
      }),
  }
}
