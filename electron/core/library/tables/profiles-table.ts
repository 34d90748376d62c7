import type { DatabaseSync } from 'node:sqlite'
import type { ProfileRow } from '../../../contract/models/cookie-models.ts'
import { fail, type Result } from '../../../contract/result.ts'
import { inTransaction, type RunSql } from '../database/sql-result.ts'
import type { DbRow } from '../sessions/session-rows.ts'

/** A profile as the service lists it. Instants in epoch ms. */
export type ListedProfile = Pick<ProfileRow, 'profileId' | 'name' | 'createdAt' | 'updatedAt' | 'persistedDomains'>

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const domainsOf = (value: unknown): string[] => {
  try {
    const domains: unknown = JSON.parse(String(value))
    return Array.isArray(domains) ? domains.filter((domain) => typeof domain === 'string') : []
  } catch {
    return [] // an invalid stored value drops the domains, not the row
  }
}

const toRow = (row: DbRow): ProfileRow => ({
  profileId: String(row.profile_id),
  name: typeof row.name === 'string' ? row.name : null,
  createdAt: numberOf(row.created_at),
  updatedAt: numberOf(row.updated_at),
  persistedDomains: domainsOf(row.domains),
  listed: row.listed === 1,
  lastReadAt: numberOf(row.last_read_at),
  cookieCount: numberOf(row.cookie_count),
  snapshots: Number(row.snapshots),
})

const COLUMNS = `p.*, (SELECT count(*) FROM cookie_snapshots s WHERE s.account_id = p.account_id
  AND s.profile_id = p.profile_id AND s.removed_at IS NULL) AS snapshots`

const unknownProfile = () => fail('not-found', 'This profile is not in the list.')

/** Profiles of an account: what the service lists, what was pasted, and when each was read last. */
export const createProfilesTable = (db: DatabaseSync, attempt: RunSql) => {
  const all = db.prepare(`SELECT ${COLUMNS} FROM profiles p WHERE account_id = ?
    ORDER BY name IS NULL, name COLLATE NOCASE, profile_id`)
  const one = db.prepare(`SELECT ${COLUMNS} FROM profiles p WHERE account_id = ? AND profile_id = ?`)
  const upsert =
    db.prepare(`INSERT INTO profiles (account_id, profile_id, name, created_at, updated_at, domains, listed)
    VALUES (?, ?, ?, ?, ?, ?, 1)
    ON CONFLICT DO UPDATE SET name = excluded.name, created_at = excluded.created_at, updated_at = excluded.updated_at,
      domains = excluded.domains, listed = 1`)
  const paste = db.prepare(
    'INSERT INTO profiles (account_id, profile_id, listed) VALUES (?, ?, 0) ON CONFLICT DO NOTHING',
  )
  const setRead = db.prepare(`INSERT INTO profiles (account_id, profile_id, listed, last_read_at, cookie_count)
    VALUES (?, ?, 0, ?, ?)
    ON CONFLICT DO UPDATE SET last_read_at = excluded.last_read_at, cookie_count = excluded.cookie_count`)
  const listedIds = db.prepare('SELECT profile_id FROM profiles WHERE account_id = ? AND listed = 1')
  const dropUnused = db.prepare(`DELETE FROM profiles WHERE account_id = ?1 AND profile_id = ?2
    AND last_read_at IS NULL AND NOT EXISTS (SELECT 1 FROM cookie_snapshots WHERE account_id = ?1 AND profile_id = ?2)`)
  const unlist = db.prepare('UPDATE profiles SET listed = 0 WHERE account_id = ? AND profile_id = ?')
  const drop = db.prepare('DELETE FROM profiles WHERE account_id = ? AND profile_id = ?')
  const dropSnapshots = db.prepare('DELETE FROM cookie_snapshots WHERE account_id = ? AND profile_id = ?')

  const find = (accountId: string, profileId: string): Result<ProfileRow | null> =>
    attempt('reading a profile', () => {
      const row = one.get(accountId, profileId)
      return row ? toRow(row) : null
    })

  return {
    /** By name, those without one last. */
    list: (accountId: string): Result<ProfileRow[]> =>
      attempt('reading the profiles', () => (all.all(accountId) as DbRow[]).map(toRow)),
    find,
    /** One page of the service's list. */
    upsertListed: (accountId: string, profiles: readonly ListedProfile[]): Result<undefined> =>
      attempt('storing profiles', () =>
        inTransaction(db, () => {
          for (const { profileId, name, createdAt, updatedAt, persistedDomains } of profiles)
            upsert.run(accountId, profileId, name, createdAt, updatedAt, JSON.stringify(persistedDomains))
          return undefined
        }),
      ),
    /** After the whole list was read: what it no longer holds is gone, or stays as pasted where something was kept of it. */
    endListing: (accountId: string, seen: ReadonlySet<string>): Result<undefined> =>
      attempt('storing profiles', () =>
        inTransaction(db, () => {
          for (const { profile_id } of listedIds.all(accountId)) {
            const id = String(profile_id)
            if (seen.has(id)) continue
            dropUnused.run(accountId, id)
            unlist.run(accountId, id)
          }
          return undefined
        }),
      ),
    addIds: (
      accountId: string,
      ids: readonly string[],
    ): Result<{ added: number; known: number; first: string | null }> =>
      attempt('adding profiles', () =>
        inTransaction(db, () => {
          let added = 0
          for (const id of ids) added += Number(paste.run(accountId, id).changes)
          return { added, known: ids.length - added, first: ids[0] ?? null }
        }),
      ),
    /** Epoch ms, local clock. A profile that was not in the list is from now on. */
    setRead: (accountId: string, profileId: string, at: number, cookies: number): Result<undefined> =>
      attempt('storing when a profile was read', () => {
        setRead.run(accountId, profileId, at, cookies)
        return undefined
      }),
    /** Takes a pasted profile and its snapshots off. */
    forget: (accountId: string, profileId: string): Result<undefined> => {
      const row = find(accountId, profileId)
      if (!row.ok) return row
      if (!row.value) return unknownProfile()
      if (row.value.listed) return fail('invalid-input', 'The service lists this profile, so it would reappear.')
      return attempt('forgetting a profile', () =>
        inTransaction(db, () => {
          dropSnapshots.run(accountId, profileId)
          drop.run(accountId, profileId)
          return undefined
        }),
      )
    },
  }
}
export type ProfilesTable = ReturnType<typeof createProfilesTable>
