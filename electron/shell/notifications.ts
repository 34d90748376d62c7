import { Notification } from 'electron'
import type { Replay } from '../contract/models/replay-models.ts'
import type { Log } from '../core/base/ports.ts'

/**
 * Notifications of the system; nothing where it has none. Each is kept until the user is done with it: Electron
 * itself keeps no reference, and a collected one takes its listeners along (and on macOS leaves the screen).
 */
export const createNotifications = (log: Log) => {
  const open = new Set<Notification>()
  return (title: string, body: string, onClick: () => void): void => {
    if (!Notification.isSupported()) return
    const notification = new Notification({ title, body })
    const release = () => open.delete(notification)
    open.add(notification)
    notification.on('click', () => {
      release()
      onClick()
    })
    notification.on('close', release)
    notification.on('failed', () => {
      // The message of the system may name the user’s settings; the window says the same in any case.
      log.warn('the system did not show a notification')
      release()
    })
    notification.show()
  }
}

/** Whether this lease deserves a system notification: it cannot be renewed and the person does not see the window. */
export const deservesNotice = (replay: Replay, hidden: boolean): boolean =>
  hidden &&
  replay.lease !== null &&
  replay.lease.problem !== null &&
  (replay.lease.state === 'expiring' || replay.lease.state === 'expired')

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
      lease.state === 'expired' ? 'The links of a recording expired' : 'The links of a recording expire soon',
      lease.problem?.message ?? 'They could not be renewed.',
    )
  }
}
