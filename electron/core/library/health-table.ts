import type { DatabaseSync } from 'node:sqlite'
import type { HealthHistory } from '../../contract/activity-models.ts'
import type { Attempt } from './attempt.ts'
import { type DbRow, numberOf } from './rows.ts'

export type HealthCheck = HealthHistory['checks'][number]

const KEPT_MS = 24 * 3_600_000
/** One row a minute is told, so that a day is 1,441 at most, however often a service that was down was asked. */
const STEP_MS = 60_000

const toCheck = (row: DbRow): HealthCheck => ({
  at: Number(row.at),
  state: row.up === 1 ? 'up' : 'down',
  latencyMs: numberOf(row.latency_ms),
  version: typeof row.version === 'string' ? row.version : null,
})

/** Checks of the last 24 hours, per account. */
export const createHealthTable = (db: DatabaseSync, attempt: Attempt) => {
  const insert = db.prepare(`INSERT INTO health_checks (account_id, at, up, latency_ms, version) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET up = excluded.up, latency_ms = excluded.latency_ms, version = excluded.version`)
  // What lies in the future was written while the clock was wrong. Two ranges of the key, not a look at every row.
  const trim = db.prepare(
    'DELETE FROM health_checks WHERE (account_id = ?1 AND at < ?2) OR (account_id = ?1 AND at > ?3)',
  )
  // With min() the other columns come from the row that has it: a minute in which the service was down once is down.
  const history = db.prepare(`SELECT at, min(up) AS up, latency_ms, version FROM health_checks
    WHERE account_id = ? AND at BETWEEN ? AND ? GROUP BY CAST(at / ${STEP_MS} AS INTEGER) ORDER BY at`)
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
      attempt('reading the health checks', () => (history.all(accountId, now - KEPT_MS, now) as DbRow[]).map(toCheck)),
    /** When the service last answered, within the last 24 hours. */
    lastUp: (accountId: string, now: number): number | null => {
      const row = attempt('reading the health checks', () => lastUp.get(accountId, now))
      return row.ok ? numberOf(row.value?.at) : null
    },
  }
}
