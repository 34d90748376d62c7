import type { Replay } from '../contract/models/replay-models.ts'

/** Whether this lease deserves a system notification: it cannot be renewed and the person does not see the window. */
export const deservesNotice = (replay: Replay, hidden: boolean): boolean =>
  hidden &&
  replay.lease !== null &&
  replay.lease.problem !== null &&
  (replay.lease.state === 'dying' || replay.lease.state === 'dead')

type ExpiryNoticesConfig = {
  /** No window of ours is in front. */
  hidden: () => boolean
  /** The setting. */
  enabled: () => boolean
  show: (title: string, body: string) => void
}

/** One notification per lease and state, however often the lease reports. */
export const createExpiryNotices = ({ hidden, enabled, show }: ExpiryNoticesConfig) => {
  const told = new Map<string, string>()
  return (replay: Replay): void => {
    const { sessionId, lease } = replay
    if (!lease || lease.state === 'fresh') told.delete(sessionId)
    if (!lease || !enabled() || !deservesNotice(replay, hidden()) || told.get(sessionId) === lease.state) return
    told.set(sessionId, lease.state)
    show(
      lease.state === 'dead' ? 'The links of a replay expired' : 'The links of a replay expire soon',
      lease.problem?.message ?? 'They could not be renewed.',
    )
  }
}
