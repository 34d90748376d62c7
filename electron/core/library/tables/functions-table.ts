import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { functionRoles, SENDS_KEPT } from '../../../contract/constants/function-constants.ts'
import type {
  FunctionSend,
  FunctionState,
  FunctionTarget,
  RecentFunction,
} from '../../../contract/models/function-models.ts'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'
import type { DbRow } from '../sessions/session-rows.ts'

export type KnownSource = NonNullable<FunctionState['known']>
type Stored = Pick<FunctionState, 'draft' | 'known' | 'shows'>

const MOST_RECENT = 100

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const versionsOf = (row: DbRow) => ({
  version: textOf(row.version),
  sourceFunctionId: textOf(row.source_function_id),
  sourceFunctionVersion: textOf(row.source_function_version),
})

const toStored = (row: DbRow | undefined): Stored => {
  if (!row) return { draft: null, known: null, shows: 'unknown' }
  const draft = textOf(row.draft)
  const source = textOf(row.source)
  return {
    draft: draft === null ? null : { source: draft, savedAt: Number(row.draft_at) },
    known:
      source === null
        ? null
        : { source, origin: row.origin === 'sent' ? 'sent' : 'read', at: Number(row.known_at), ...versionsOf(row) },
    shows: row.shows === 'yes' || row.shows === 'no' ? row.shows : 'unknown',
  }
}

const toSend = (row: DbRow): FunctionSend => ({
  id: String(row.id),
  at: Number(row.at),
  bytes: Number(row.bytes),
  origin: row.origin === 'read' ? 'read' : 'sent',
  ...versionsOf(row),
})

const toRecent = (row: DbRow): RecentFunction => ({
  connectionId: String(row.connection_id),
  role: functionRoles.find((role) => role === row.role) ?? 'login',
  usedAt: Number(row.used_at),
  hasDraft: row.has_draft === 1,
})

/** Drafts, last known sources and accepted sends of managed-auth functions. All instants epoch ms, local clock. */
export const createFunctionsTable = (db: DatabaseSync, attempt: RunSql) => {
  const KEY = 'account_id = ? AND connection_id = ? AND role = ?'
  const one = db.prepare(`SELECT * FROM functions WHERE ${KEY}`)
  const recent = db.prepare(`SELECT connection_id, role, used_at, draft IS NOT NULL AS has_draft FROM functions
    WHERE account_id = ? AND used_at IS NOT NULL ORDER BY used_at DESC LIMIT ${MOST_RECENT}`)
  const shown = db.prepare(`SELECT 1 FROM functions WHERE account_id = ? AND shows = 'yes' LIMIT 1`)
  const upsert = (column: string) =>
    db.prepare(`INSERT INTO functions (account_id, connection_id, role, ${column}) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET ${column} = excluded.${column}`)
  const setUsed = upsert('used_at')
  const setShows = upsert('shows')
  const setDraft = db.prepare(`INSERT INTO functions (account_id, connection_id, role, draft, draft_at)
    VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET draft = excluded.draft, draft_at = excluded.draft_at`)
  const dropDraft = db.prepare(`UPDATE functions SET draft = NULL, draft_at = NULL WHERE ${KEY}`)
  const dropSameDraft = db.prepare(`UPDATE functions SET draft = NULL, draft_at = NULL WHERE ${KEY} AND draft = ?`)
  const setKnown = db.prepare(`INSERT INTO functions (account_id, connection_id, role,
      source, origin, known_at, version, source_function_id, source_function_version)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET source = excluded.source, origin = excluded.origin,
      known_at = excluded.known_at, version = excluded.version, source_function_id = excluded.source_function_id,
      source_function_version = excluded.source_function_version`)
  // The size is that of the bytes: length() of a text ends at its first zero byte.
  const sends = db.prepare(`SELECT id, at, length(CAST(source AS BLOB)) AS bytes, version, source_function_id,
    source_function_version, origin FROM function_sends WHERE ${KEY} ORDER BY at DESC, rowid DESC`)
  const sent = db.prepare('SELECT source FROM function_sends WHERE account_id = ? AND id = ?')
  const addSend = db.prepare(`INSERT INTO function_sends (id, account_id, connection_id, role, at, source, version,
    source_function_id, source_function_version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const prune = db.prepare(`DELETE FROM function_sends WHERE rowid IN (SELECT rowid FROM function_sends
    WHERE ${KEY} ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ${SENDS_KEPT})`)

  /** What is about to be replaced as the known source and never stood in the history joins it. */
  const keepReplaced = db.prepare(`INSERT INTO function_sends (id, account_id, connection_id, role, at, source, version,
      source_function_id, source_function_version, origin)
    SELECT ?4, account_id, connection_id, role, known_at, source, version, source_function_id, source_function_version,
      origin
    FROM functions f WHERE account_id = ?1 AND connection_id = ?2 AND role = ?3 AND source IS NOT NULL AND source <> ?5
      AND NOT EXISTS (SELECT 1 FROM function_sends s WHERE s.account_id = f.account_id
        AND s.connection_id = f.connection_id AND s.role = f.role AND s.source = f.source)`)

  type Key = [accountId: string, connectionId: string, role: string]
  const keyOf = (accountId: string, { connectionId, role }: FunctionTarget): Key => [accountId, connectionId, role]
  const writeKnown = (key: Key, known: KnownSource): void => {
    keepReplaced.run(...key, randomUUID(), known.source)
    const { source, origin, at, version, sourceFunctionId, sourceFunctionVersion } = known
    setKnown.run(...key, source, origin, at, version, sourceFunctionId, sourceFunctionVersion)
  }
  const changing = (what: string, run: () => unknown): Result<undefined> => attempt(what, () => void run())

  return {
    find: (accountId: string, target: FunctionTarget): Result<Stored> =>
      attempt('reading a function', () => toStored(one.get(...keyOf(accountId, target)))),
    /** Newest first, at most a hundred. */
    recent: (accountId: string): Result<RecentFunction[]> =>
      attempt('reading the recent functions', () => (recent.all(accountId) as DbRow[]).map(toRecent)),
    /** Whether this account's service ever showed the source of a function. */
    everShown: (accountId: string): Result<boolean> =>
      attempt('reading the functions', () => shown.get(accountId) !== undefined),
    /** Null takes it off the recent ones. */
    setUsed: (accountId: string, target: FunctionTarget, at: number | null): Result<undefined> =>
      changing('storing a function', () => setUsed.run(...keyOf(accountId, target), at)),
    setShows: (accountId: string, target: FunctionTarget, shows: Stored['shows']): Result<undefined> =>
      changing('storing a function', () => setShows.run(...keyOf(accountId, target), shows)),
    setDraft: (accountId: string, target: FunctionTarget, source: string, at: number): Result<undefined> =>
      changing('storing a draft', () => setDraft.run(...keyOf(accountId, target), source, at)),
    dropDraft: (accountId: string, target: FunctionTarget): Result<undefined> =>
      changing('removing a draft', () => dropDraft.run(...keyOf(accountId, target))),
    /** A draft that says the same is none any more. */
    setKnown: (accountId: string, target: FunctionTarget, known: KnownSource): Result<undefined> =>
      changing('storing a source', () =>
        inTransaction(db, () => {
          writeKnown(keyOf(accountId, target), known)
          prune.run(...keyOf(accountId, target))
          dropSameDraft.run(...keyOf(accountId, target), known.source)
        }),
      ),
    sends: (accountId: string, target: FunctionTarget): Result<FunctionSend[]> =>
      attempt('reading the accepted sends', () => (sends.all(...keyOf(accountId, target)) as DbRow[]).map(toSend)),
    sentSource: (accountId: string, id: string): Result<string> => {
      const row = attempt('reading an accepted send', () => sent.get(accountId, id) as DbRow | undefined)
      if (!row.ok) return row
      return row.value ? ok(String(row.value.source)) : fail('not-found', 'This source is no longer in the history.')
    },
    /** All or nothing: into the history, known from now on, and no draft unless it was edited meanwhile. */
    accept: (accountId: string, target: FunctionTarget, source: string, known: KnownSource): Result<undefined> =>
      changing('storing an accepted send', () =>
        inTransaction(db, () => {
          const key = keyOf(accountId, target)
          const { at, version, sourceFunctionId, sourceFunctionVersion } = known
          writeKnown(key, known)
          addSend.run(randomUUID(), ...key, at, source, version, sourceFunctionId, sourceFunctionVersion)
          prune.run(...key)
          dropSameDraft.run(...key, source)
        }),
      ),
  }
}
