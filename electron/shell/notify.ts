import { type BrowserWindow, Notification } from 'electron'
import type { Replay } from '../contract/replay-models.ts'

/** Whether this lease deserves a system notification: it cannot be renewed and the person does not see the window. */
export const deservesNotice = (replay: Replay, hidden: boolean): boolean =>
  hidden &&
  replay.lease !== null &&
  replay.lease.problem !== null &&
  (replay.lease.state === 'dying' || replay.lease.state === 'dead')

/** One notification per lease and state, however often the lease reports. */
export const createExpiryNotices = (windows: () => BrowserWindow[], enabled: () => boolean, reveal: () => void) => {
  const told = new Map<string, string>()
  return (replay: Replay): void => {
    const hidden = !windows().some((window) => window.isVisible() && !window.isMinimized() && window.isFocused())
    if (replay.lease?.state === 'fresh') told.delete(replay.sessionId)
    if (!enabled() || !deservesNotice(replay, hidden) || told.get(replay.sessionId) === replay.lease?.state) return
    told.set(replay.sessionId, replay.lease?.state ?? '')
    if (!Notification.isSupported()) return
    const dead = replay.lease?.state === 'dead'
    const notice = new Notification({
      title: dead ? 'The links of a replay expired' : 'The links of a replay expire soon',
      body: replay.lease?.problem?.message ?? 'They could not be renewed.',
    })
    notice.on('click', reveal)
    notice.show()
  }
}
