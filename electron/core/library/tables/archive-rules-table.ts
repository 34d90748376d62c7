import type { DatabaseSync } from 'node:sqlite'
import type { ArchiveRules } from '../../../contract/models/archive-models.ts'
import { ok, type Result } from '../../../contract/result.ts'
import type { RunSql } from '../database/sql-result.ts'

const NONE: ArchiveRules = { whenEnded: false, whenExpiring: false }

/** What is archived without being asked for each time, per account. */
export const createArchiveRules = (db: DatabaseSync, attempt: RunSql) => {
  const one = db.prepare('SELECT when_ended, when_expiring, since FROM archive_rules WHERE account_id = ?')
  const write = db.prepare(`INSERT INTO archive_rules (account_id, when_ended, when_expiring, since) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET when_ended = excluded.when_ended, when_expiring = excluded.when_expiring,
      since = iif(when_ended = 0, excluded.since, since)`)
  const untouched = `FROM sessions s WHERE s.account_id = ?1
    AND NOT EXISTS (SELECT 1 FROM archive_items a WHERE a.account_id = ?1 AND a.session_id = s.session_id)
    AND NOT EXISTS (SELECT 1 FROM archive_unwanted u WHERE u.account_id = ?1 AND u.session_id = s.session_id)`
  const ended = db.prepare(`SELECT s.session_id ${untouched} AND s.created_at IS NOT NULL
    AND ifnull(s.closed_at, s.created_at) >= ?2 AND s.status NOT IN ('active', 'authenticating', 'unknown')
    AND s.recording NOT IN ('none', 'failed') ORDER BY s.created_at LIMIT 5000`)
  const expiring = db.prepare(`SELECT s.session_id, s.links_expire_at ${untouched}
    AND s.links_expire_at > ?2 AND s.links_expire_at <= ?3 ORDER BY s.links_expire_at LIMIT 200`)

  const get = (accountId: string): ArchiveRules & { since: number } => {
    const row = attempt('reading the rules of the archive', () => one.get(accountId))
    if (!row.ok || !row.value) return { ...NONE, since: Number.POSITIVE_INFINITY }
    const { when_ended, when_expiring, since } = row.value
    return { whenEnded: when_ended === 1, whenExpiring: when_expiring === 1, since: Number(since) }
  }

  return {
    get,
    /** `now`: epoch ms, server clock; runs that end from then on count for "when it ends". */
    set: (accountId: string, rules: ArchiveRules, now: number): Result<ArchiveRules> => {
      const stored = attempt('storing the rules of the archive', () =>
        write.run(accountId, Number(rules.whenEnded), Number(rules.whenExpiring), now),
      )
      return stored.ok ? ok(rules) : stored
    },
    /** Runs that ended since the rule was set and are neither in the archive nor taken off it by a person. */
    endedSince: (accountId: string, since: number): string[] => {
      const rows = attempt('reading the list', () => ended.all(accountId, since))
      return rows.ok ? rows.value.map((row) => String(row.session_id)) : []
    },
    /** Sessions whose known links expire between two moments of the server's clock. */
    expiring: (accountId: string, from: number, to: number): { sessionId: string; linksExpireAt: number }[] => {
      const rows = attempt('reading the list', () => expiring.all(accountId, from, to))
      return rows.ok
        ? rows.value.map((row) => ({ sessionId: String(row.session_id), linksExpireAt: Number(row.links_expire_at) }))
        : []
    },
  }
}
