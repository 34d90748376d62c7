import type { DatabaseSync } from 'node:sqlite'
import type { HealthHistory } from '../../../contract/models/activity-models.ts'
import type { RunSql } from '../database/sql-result.ts'
import { type DbRow, numberOf } from '../sessions/session-rows.ts'

type HealthCheck = HealthHistory['checks'][number]

const KEPT_MS = 24 * 3_600_000
/** One check a minute is reported, and each at which the service went or came back, so that outages have their true times. */
const STEP_MS = 60_000
const MOST = 1_500

const toCheck = (row: DbRow): HealthCheck => ({
  at: Number(row.at),
  state: row.up === 1 ? 'up' : 'down',
  latencyMs: numberOf(row.latency_ms),
  version: typeof row.version === 'string' ? row.version : null,
})

/** Checks of the last 24 hours, per account. */
export const createHealthTable = (db: DatabaseSync, attempt: RunSql) => {
  const insert = db.prepare(`INSERT INTO health_checks (account_id, at, up, latency_ms, version) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET up = excluded.up, latency_ms = excluded.latency_ms, version = excluded.version`)
  // What lies in the future was written while the clock was wrong. Two ranges of the key, not a look at every row.
  const trim = db.prepare(
    'DELETE FROM health_checks WHERE (account_id = ?1 AND at < ?2) OR (account_id = ?1 AND at > ?3)',
  )
  const history = db.prepare(`SELECT at, up, latency_ms, version FROM (
      SELECT *, lag(up) OVER (ORDER BY at) AS before,
        row_number() OVER (PARTITION BY CAST(at / ${STEP_MS} AS INTEGER) ORDER BY at) AS nth
      FROM health_checks WHERE account_id = ? AND at BETWEEN ? AND ?)
    WHERE nth = 1 OR up <> before ORDER BY at DESC LIMIT ${MOST}`)
  const lastUp = db.prepare('SELECT max(at) AS at FROM health_checks WHERE account_id = ? AND up = 1 AND at <= ?')

  return {
    /** A check that cannot be stored is only logged. */
    add: (accountId: string, { at, state, latencyMs, version }: HealthCheck): void => {
      attempt('storing a health check', () => {
        insert.run(accountId, at, Number(state === 'up'), latencyMs, version)
        trim.run(accountId, at - KEPT_MS, at)
      })
    },
    /** Oldest first. */
    history: (accountId: string, now: number) =>
      attempt('reading the health checks', () =>
        (history.all(accountId, now - KEPT_MS, now) as DbRow[]).map(toCheck).reverse(),
      ),
    /** When the service last answered, within the last 24 hours. */
    lastUp: (accountId: string, now: number): number | null => {
      const row = attempt('reading the health checks', () => lastUp.get(accountId, now))
      return row.ok ? numberOf(row.value?.at) : null
    },
  }
}
