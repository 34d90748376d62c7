import type { DatabaseSync } from 'node:sqlite'
import type { Snapshot } from '../../../contract/models/cookie-models.ts'
import { fail, ok, type Result } from '../../../contract/result.ts'
import type { RunSql } from '../database/sql-result.ts'
import type { DbRow } from '../sessions/session-rows.ts'

const toSnapshot = (row: DbRow): Snapshot => ({
  snapshotId: String(row.id),
  profileId: String(row.profile_id),
  at: Number(row.at),
  label: typeof row.label === 'string' ? row.label : null,
  signedIn: row.signed_in === null ? null : row.signed_in === 1,
  cookies: Number(row.cookies),
  values: row.form === 'encrypted' ? 'encrypted' : 'hashes',
  reason: typeof row.reason === 'string' ? row.reason : null,
})

const COLUMNS = 'id, profile_id, at, label, signed_in, cookies, form, reason'

const unknownSnapshot = () => fail('not-found', 'This snapshot no longer exists.')

/** Snapshots of cookies. `payload` is sealed by core/cookies/snapshots/seal.ts; nothing here can read it. */
export const createSnapshotsTable = (db: DatabaseSync, attempt: RunSql) => {
  const list = db.prepare(`SELECT ${COLUMNS} FROM cookie_snapshots
    WHERE account_id = ? AND profile_id = ? AND removed_at IS NULL ORDER BY at DESC, rowid DESC`)
  const one = db.prepare(
    `SELECT ${COLUMNS} FROM cookie_snapshots WHERE account_id = ? AND id = ? AND removed_at IS NULL`,
  )
  const payload = db.prepare('SELECT payload FROM cookie_snapshots WHERE account_id = ? AND id = ?')
  const insert =
    db.prepare(`INSERT INTO cookie_snapshots (id, account_id, profile_id, at, label, signed_in, cookies, form,
    reason, payload) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const change = db.prepare('UPDATE cookie_snapshots SET label = ?, signed_in = ? WHERE account_id = ? AND id = ?')
  const setRemoved = db.prepare('UPDATE cookie_snapshots SET removed_at = ? WHERE account_id = ? AND id = ?')
  const purge = db.prepare('DELETE FROM cookie_snapshots WHERE removed_at IS NOT NULL')

  const find = (accountId: string, snapshotId: string): Result<Snapshot> => {
    const row = attempt('reading a snapshot', () => one.get(accountId, snapshotId))
    return row.ok ? (row.value ? ok(toSnapshot(row.value)) : unknownSnapshot()) : row
  }

  return {
    /** Newest first. */
    list: (accountId: string, profileId: string): Result<Snapshot[]> =>
      attempt('reading snapshots', () => (list.all(accountId, profileId) as DbRow[]).map(toSnapshot)),
    find,
    payload: (accountId: string, snapshotId: string): Result<Uint8Array> => {
      const row = attempt('reading a snapshot', () => payload.get(accountId, snapshotId))
      if (!row.ok) return row
      return row.value?.payload instanceof Uint8Array ? ok(row.value.payload) : unknownSnapshot()
    },
    add: (accountId: string, snapshot: Snapshot, sealed: Uint8Array): Result<Snapshot> =>
      attempt('keeping a snapshot', () => {
        const { snapshotId, profileId, at, label, signedIn, cookies, values, reason } = snapshot
        const mark = signedIn === null ? null : Number(signedIn)
        insert.run(snapshotId, accountId, profileId, at, label, mark, cookies, values, reason, sealed)
        return snapshot
      }),
    update: (
      accountId: string,
      snapshotId: string,
      patch: { label?: string | null | undefined; signedIn?: boolean | null | undefined },
    ): Result<Snapshot> => {
      const known = find(accountId, snapshotId)
      if (!known.ok) return known
      const { label = known.value.label, signedIn = known.value.signedIn } = patch
      return attempt('changing a snapshot', () => {
        change.run(label, signedIn === null ? null : Number(signedIn), accountId, snapshotId)
        return { ...known.value, label, signedIn }
      })
    },
    /** Hides it at `at` (epoch ms), or brings it back with null; `purge` ends what is hidden. */
    setRemoved: (accountId: string, snapshotId: string, at: number | null): Result<undefined> => {
      const done = attempt('removing a snapshot', () => setRemoved.run(at, accountId, snapshotId).changes)
      return done.ok ? (Number(done.value) > 0 ? ok(undefined) : unknownSnapshot()) : done
    },
    /** Deletes what is hidden, for every account. */
    purge: (): void => {
      attempt('removing snapshots', () => void purge.run())
    },
  }
}
export type SnapshotsTable = ReturnType<typeof createSnapshotsTable>
