import type { Limit } from '../../contract/models/account-models.ts'
import type { Clock } from '../base/ports.ts'

type VisibleConfig = {
  clock: Pick<Clock, 'after'>
  /** The setting. */
  enabled: () => boolean
  limit: () => Limit
  /** Whether nothing is known of the session's recording. */
  isUnknown: (accountId: string, sessionId: string) => boolean
  /** Asks the service once; false: there was no answer, so that the next one would not come either. */
  check: (accountId: string, sessionId: string, signal: AbortSignal) => Promise<boolean>
}

/** So much of the limit is left to the agents and the person. */
const LEFT_SHARE = 1 / 2
/** A service that tells no limit is asked this rarely; one that tells it, as soon as it has answered. */
const UNTOLD_PAUSE_MS = 1_000
/** The limit, or the connection, is looked at again after this time. */
const RETRY_MS = 15_000
/** Sessions that are not asked about again although nothing was learned of them; the oldest goes first. */
const MOST_ASKED = 5_000

const hasRoom = ({ limit, remaining, pausedUntil }: Limit): boolean =>
  pausedUntil === null && (remaining === null || limit === null || remaining > limit * LEFT_SHARE)

/**
 * Fetches the recording's state of the rows on screen, one at a time and in their order, while more than half of the rate
 * limit is left. What leaves the screen is no longer wanted: a request for it is aborted.
 */
export const createVisibleRecordings = (config: VisibleConfig) => {
  const { clock } = config
  const asked = new Set<string>()
  let wanted: { accountId: string; sessionIds: readonly string[] } = { accountId: '', sessionIds: [] }
  let current: { accountId: string; sessionId: string; abort: AbortController } | null = null
  let cancelPause: (() => void) | null = null

  const keyOf = (accountId: string, sessionId: string): string => JSON.stringify([accountId, sessionId])
  const next = (): string | undefined => {
    const { accountId, sessionIds } = wanted
    return sessionIds.find((id) => !asked.has(keyOf(accountId, id)) && config.isUnknown(accountId, id))
  }
  const rest = (ms: number): void => {
    cancelPause?.()
    cancelPause = clock.after(ms, () => {
      cancelPause = null
      void pump()
    })
  }
  const pump = async (): Promise<void> => {
    if (current || cancelPause || !config.enabled()) return
    const sessionId = next()
    if (sessionId === undefined) return
    if (!hasRoom(config.limit())) return rest(RETRY_MS)
    const { accountId } = wanted
    const abort = new AbortController()
    current = { accountId, sessionId, abort }
    const answered = await config.check(accountId, sessionId, abort.signal)
    current = null
    if (abort.signal.aborted) return pump()
    if (!answered) return rest(RETRY_MS)
    asked.add(keyOf(accountId, sessionId))
    const [oldest] = asked
    if (asked.size > MOST_ASKED && oldest !== undefined) asked.delete(oldest)
    if (config.limit().remaining === null) rest(UNTOLD_PAUSE_MS)
    else void pump()
  }

  return {
    /** The rows on screen now; none: the list is not shown. */
    show: (accountId: string, sessionIds: readonly string[]): void => {
      wanted = { accountId, sessionIds }
      if (current && (current.accountId !== accountId || !sessionIds.includes(current.sessionId))) current.abort.abort()
      void pump()
    },
    /** The setting may have changed. */
    onSettings: (): void => {
      if (!config.enabled()) current?.abort.abort()
      void pump()
    },
    dispose: (): void => {
      wanted = { accountId: '', sessionIds: [] }
      cancelPause?.()
      current?.abort.abort()
    },
  }
}
