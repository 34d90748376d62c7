import type { Health } from '../../contract/account-models.ts'
import type { Clock } from '../ports.ts'
import type { Service } from '../service/service.ts'

/** While all is well one question a minute; while it is down more often, so that the return is noticed by itself. */
const UP_EVERY_MS = 60_000
const DOWN_EVERY_MS = 10_000

export const UNKNOWN_HEALTH: Health = {
  state: 'unknown',
  version: null,
  latencyMs: null,
  checkedAt: null,
  problem: null,
}

type HealthConfig = { service: Pick<Service, 'health'>; clock: Clock; onChange: (health: Health) => void }

/** Watches one service until disposed. */
export const createHealthWatch = ({ service, clock, onChange }: HealthConfig) => {
  let current = UNKNOWN_HEALTH
  let cancelTimer = (): void => {}
  let running: Promise<Health> | null = null
  const ended = new AbortController()

  const ask = async (priority: 'person' | 'polling'): Promise<Health> => {
    const result = await service.health({ priority, signal: ended.signal })
    if (ended.signal.aborted) return current
    // Stopped because the account's service is made anew: no news of the server.
    if (!result.ok && result.problem.code === 'cancelled') return current
    // A limit or a refused token says nothing about the server: it answered.
    const answered =
      result.ok || !['not-reachable', 'timeout', 'overloaded', 'server-error'].includes(result.problem.code)
    current = {
      state: answered ? 'up' : 'down',
      version: result.ok ? result.value.version : current.version,
      latencyMs: result.ok ? result.value.latencyMs : null,
      checkedAt: clock.now(),
      problem: result.ok || answered ? null : result.problem,
    }
    onChange(current)
    cancelTimer()
    cancelTimer = clock.after(current.state === 'up' ? UP_EVERY_MS : DOWN_EVERY_MS, () => void check('polling'))
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
