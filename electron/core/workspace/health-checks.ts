import { HEALTH_EVERY_MS } from '../../contract/constants/activity-constants.ts'
import type { Health } from '../../contract/models/account-models.ts'
import type { Clock } from '../base/ports.ts'
import type { Service } from '../service/service.ts'

export const UNKNOWN_HEALTH: Health = {
  state: 'unknown',
  version: null,
  latencyMs: null,
  checkedAt: null,
  lastUpAt: null,
  nextCheckAt: null,
  problem: null,
}

type HealthConfig = {
  service: Pick<Service, 'health'>
  clock: Clock
  /** Of an earlier run, epoch ms. */
  lastUpAt: number | null
  /** Told of every check as it ends. */
  onChange: (health: Health) => void
}

/** Watches one service until disposed. */
export const createHealthWatch = ({ service, clock, lastUpAt, onChange }: HealthConfig) => {
  let current: Health = { ...UNKNOWN_HEALTH, lastUpAt }
  let cancelTimer = (): void => {}
  let running: Promise<Health> | null = null
  const ended = new AbortController()

  const ask = async (priority: 'person' | 'polling'): Promise<Health> => {
    const result = await service.health({ priority, signal: ended.signal })
    if (ended.signal.aborted) return current
    // Stopped because the account's service is recreated: no news of the server.
    if (!result.ok && result.problem.code === 'cancelled') return current
    // A limit or a refused token says nothing about the server: it answered.
    const answered =
      result.ok ||
      !['not-reachable', 'certificate', 'timeout', 'overloaded', 'server-error'].includes(result.problem.code)
    const now = clock.now()
    const nextMs = HEALTH_EVERY_MS[answered ? 'up' : 'down']
    current = {
      state: answered ? 'up' : 'down',
      version: result.ok ? result.value.version : current.version,
      latencyMs: result.ok ? result.value.latencyMs : null,
      checkedAt: now,
      lastUpAt: answered ? now : current.lastUpAt,
      nextCheckAt: now + nextMs,
      problem: result.ok || answered ? null : result.problem,
    }
    cancelTimer()
    cancelTimer = clock.after(nextMs, () => void check('polling'))
    onChange(current)
    return current
  }
  /** Single flight: a second question joins the one under way. */
  const check = (priority: 'person' | 'polling'): Promise<Health> => {
    running ??= ask(priority).finally(() => {
      running = null
    })
    return running
  }

  return {
    current: (): Health => current,
    check,
    dispose: (): void => {
      ended.abort()
      cancelTimer()
    },
  }
}
