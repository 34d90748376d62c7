import type { DatabaseSync } from 'node:sqlite'
import { type Limit, limits } from '../../service/answers/page-walk.ts'
import type { RunSql } from '../database/sql-result.ts'
import type { WriteQueue } from '../database/write-queue.ts'

/** How far an account's list was read, kept across runs of the program. All instants epoch ms, local clock. */
export type SyncProgress = {
  /** The page that a full pass reads next; null when none was interrupted. */
  nextPage: number | null
  finishedAt: number | null
  /** End of the last full pass. */
  fullAt: number | null
  /** Why the last full pass did not read the list to its end. */
  limit: Limit | null
}

const NOTHING: SyncProgress = { nextPage: null, finishedAt: null, fullAt: null, limit: null }

export const createSyncTable = (db: DatabaseSync, attempt: RunSql, queue: Pick<WriteQueue, 'writeSoon'>) => {
  const one = db.prepare('SELECT next_page, finished_at, full_at, list_limit FROM sync WHERE account_id = ?')
  const write = db.prepare(`INSERT INTO sync (account_id, next_page, finished_at, full_at, list_limit)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET next_page = excluded.next_page,
    finished_at = excluded.finished_at, full_at = excluded.full_at, list_limit = excluded.list_limit`)
  const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null)

  return {
    get: (accountId: string): SyncProgress => {
      const row = attempt('reading the sync state', () => one.get(accountId))
      if (!row.ok || !row.value) return NOTHING
      const { next_page, finished_at, full_at, list_limit } = row.value
      return {
        nextPage: numberOrNull(next_page),
        finishedAt: numberOrNull(finished_at),
        fullAt: numberOrNull(full_at),
        limit: limits.find((limit) => limit === list_limit) ?? null,
      }
    },
    set: (accountId: string, { nextPage, finishedAt, fullAt, limit }: SyncProgress): void => {
      queue.writeSoon(() =>
        attempt('storing the sync state', () => void write.run(accountId, nextPage, finishedAt, fullAt, limit)),
      )
    },
  }
}
