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
import { SEALED_TEXT_BYTES } from '../../sealing/sealed-text.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'
import type { DbRow } from '../sessions/session-rows.ts'

/** A text as it rests: sealed by core/functions/source-store.ts, or plain where there was no keychain. */
export type RestingText = { id: string; text: string } | { id: string; sealed: Uint8Array }
/** A text on its way in: what rests of it is the sealed form if there is one. `plain` and `hash` find the same text. */
export type TextToStore = { id: string; plain: string; sealed: { bytes: Uint8Array; hash: Uint8Array } | null }

type KnownFacts = Omit<NonNullable<FunctionState['known']>, 'source'>
export type Stored = {
  draft: { source: RestingText; savedAt: number } | null
  known: (KnownFacts & { source: RestingText }) | null
  shows: FunctionState['shows']
}

const MOST_RECENT = 100

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)
const versionsOf = (row: DbRow) => ({
  version: textOf(row.version),
  sourceFunctionId: textOf(row.source_function_id),
  sourceFunctionVersion: textOf(row.source_function_version),
})

const restingOf = (id: unknown, text: unknown, sealed: unknown): RestingText | null => {
  if (sealed instanceof Uint8Array) return { id: String(id), sealed }
  return typeof text === 'string' ? { id: String(id), text } : null
}
/** Columns of a text: its id, the text where it rests plain, the sealed form and its hash. */
const columnsOf = ({ id, plain, sealed }: TextToStore) =>
  [id, sealed ? null : plain, sealed?.bytes ?? null, sealed?.hash ?? null] as const

const toStored = (row: DbRow | undefined): Stored => {
  if (!row) return { draft: null, known: null, shows: 'unknown' }
  const draft = restingOf(row.draft_id, row.draft, row.draft_sealed)
  const source = restingOf(row.source_id, row.source, row.source_sealed)
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
  origin: row.origin === 'read' || row.origin === 'draft' ? row.origin : 'sent',
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
  const recent =
    db.prepare(`SELECT connection_id, role, used_at, draft IS NOT NULL OR draft_sealed IS NOT NULL AS has_draft FROM functions
    WHERE account_id = ? AND used_at IS NOT NULL ORDER BY used_at DESC LIMIT ${MOST_RECENT}`)
  const shown = db.prepare(`SELECT 1 FROM functions WHERE account_id = ? AND shows = 'yes' LIMIT 1`)
  const upsert = (column: string) =>
    db.prepare(`INSERT INTO functions (account_id, connection_id, role, ${column}) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET ${column} = excluded.${column}`)
  const setUsed = upsert('used_at')
  const setShows = upsert('shows')
  const setDraft = db.prepare(`INSERT INTO functions (account_id, connection_id, role,
      draft_id, draft, draft_sealed, draft_hash, draft_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET draft_id = excluded.draft_id, draft = excluded.draft,
      draft_sealed = excluded.draft_sealed, draft_hash = excluded.draft_hash, draft_at = excluded.draft_at`)
  const NO_DRAFT = 'UPDATE functions SET draft = NULL, draft_sealed = NULL, draft_hash = NULL, draft_at = NULL'
  const dropDraft = db.prepare(`${NO_DRAFT} WHERE ${KEY}`)
  const dropSameDraft = db.prepare(`${NO_DRAFT} WHERE ${KEY} AND (draft = ? OR draft_hash = ?)`)
  /** A draft that cannot be opened joins the history before another takes its place. */
  const moveDraft = db.prepare(`INSERT INTO function_sends (id, account_id, connection_id, role, at, source, sealed,
      source_hash, origin)
    SELECT draft_id, account_id, connection_id, role, draft_at, '', draft_sealed, draft_hash, 'draft'
    FROM functions WHERE ${KEY} AND draft_id = ? AND draft_sealed IS NOT NULL`)
  const setKnown = db.prepare(`INSERT INTO functions (account_id, connection_id, role,
      source_id, source, source_sealed, source_hash,
      origin, known_at, version, source_function_id, source_function_version)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET source_id = excluded.source_id,
      source = excluded.source, source_sealed = excluded.source_sealed, source_hash = excluded.source_hash,
      origin = excluded.origin, known_at = excluded.known_at, version = excluded.version,
      source_function_id = excluded.source_function_id, source_function_version = excluded.source_function_version`)
  // The size is that of the bytes: length() of a text ends at its first zero byte.
  const sends = db.prepare(`SELECT id, at, version, source_function_id, source_function_version, origin,
    ifnull(length(sealed) - ${SEALED_TEXT_BYTES}, length(CAST(source AS BLOB))) AS bytes
    FROM function_sends WHERE ${KEY} ORDER BY at DESC, rowid DESC`)
  const sent = db.prepare(`SELECT id, connection_id, role, origin, source, sealed
    FROM function_sends WHERE account_id = ? AND id = ?`)
  const addSend = db.prepare(`INSERT INTO function_sends (account_id, connection_id, role, id, source, sealed,
    source_hash, at, version, source_function_id, source_function_version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const prune = db.prepare(`DELETE FROM function_sends WHERE rowid IN (SELECT rowid FROM function_sends
    WHERE ${KEY} ORDER BY at DESC, rowid DESC LIMIT -1 OFFSET ${SENDS_KEPT})`)

  /** A known source that is about to be replaced and is not in the history is added to it. */
  const keepReplaced = db.prepare(`INSERT INTO function_sends (id, account_id, connection_id, role, at, source, sealed,
      source_hash, version, source_function_id, source_function_version, origin)
    SELECT ifnull(source_id, ?4), account_id, connection_id, role, known_at, ifnull(source, ''), source_sealed,
      source_hash, version, source_function_id, source_function_version, origin
    FROM functions f WHERE account_id = ?1 AND connection_id = ?2 AND role = ?3
      AND (source IS NOT NULL OR source_sealed IS NOT NULL)
      AND NOT ifnull(source = ?5, 0) AND NOT ifnull(source_hash = ?6, 0)
      AND NOT EXISTS (SELECT 1 FROM function_sends s WHERE s.account_id = f.account_id
        AND s.connection_id = f.connection_id AND s.role = f.role
        AND (s.source_hash = f.source_hash OR (s.sealed IS NULL AND f.source_sealed IS NULL AND s.source = f.source)))`)

  type Key = [accountId: string, connectionId: string, role: string]
  const keyOf = (accountId: string, { connectionId, role }: FunctionTarget): Key => [accountId, connectionId, role]
  const writeKnown = (key: Key, source: TextToStore, facts: KnownFacts): void => {
    keepReplaced.run(...key, randomUUID(), source.plain, source.sealed?.hash ?? null)
    const { origin, at, version, sourceFunctionId, sourceFunctionVersion } = facts
    setKnown.run(...key, ...columnsOf(source), origin, at, version, sourceFunctionId, sourceFunctionVersion)
  }
  const dropSame = (key: Key, { plain, sealed }: TextToStore): void =>
    void dropSameDraft.run(...key, plain, sealed?.hash ?? null)
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
    /** Null: there is none any more. `closed` names the draft that is there and cannot be opened. */
    setDraft: (
      accountId: string,
      target: FunctionTarget,
      draft: { source: TextToStore; at: number } | null,
      closed: string | null = null,
    ): Result<undefined> =>
      changing(draft ? 'storing a draft' : 'removing a draft', () =>
        inTransaction(db, () => {
          const key = keyOf(accountId, target)
          if (closed !== null) moveDraft.run(...key, closed)
          if (draft) setDraft.run(...key, ...columnsOf(draft.source), draft.at)
          else dropDraft.run(...key)
          if (closed !== null) prune.run(...key)
        }),
      ),
    /** A draft that says the same is none any more. */
    setKnown: (accountId: string, target: FunctionTarget, source: TextToStore, facts: KnownFacts): Result<undefined> =>
      changing('storing a source', () =>
        inTransaction(db, () => {
          const key = keyOf(accountId, target)
          writeKnown(key, source, facts)
          prune.run(...key)
          dropSame(key, source)
        }),
      ),
    sends: (accountId: string, target: FunctionTarget): Result<FunctionSend[]> =>
      attempt('reading the accepted sends', () => (sends.all(...keyOf(accountId, target)) as DbRow[]).map(toSend)),
    sent: (accountId: string, id: string): Result<{ connectionId: string; role: string; source: RestingText }> => {
      const row = attempt('reading an accepted send', () => sent.get(accountId, id) as DbRow | undefined)
      if (!row.ok) return row
      const source = row.value && restingOf(row.value.id, row.value.source, row.value.sealed)
      if (!row.value || !source) return fail('not-found', 'This source is no longer in the history.')
      return ok({ connectionId: String(row.value.connection_id), role: String(row.value.role), source })
    },
    /** All or nothing: into the history, known from now on, and no draft unless it was edited meanwhile. */
    accept: (
      accountId: string,
      target: FunctionTarget,
      { sent, known }: { sent: TextToStore; known: TextToStore },
      facts: KnownFacts,
    ): Result<undefined> =>
      changing('storing an accepted send', () =>
        inTransaction(db, () => {
          const key = keyOf(accountId, target)
          const { at, version, sourceFunctionId, sourceFunctionVersion } = facts
          writeKnown(key, known, facts)
          const [id, text, sealed, hash] = columnsOf(sent)
          addSend.run(...key, id, text ?? '', sealed, hash, at, version, sourceFunctionId, sourceFunctionVersion)
          prune.run(...key)
          dropSame(key, sent)
        }),
      ),
  }
}
