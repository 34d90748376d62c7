import { WAITS_MS } from './error-policy.ts'

/**
 * Loads again after growing waits until data comes; one load waits at a time. `onWaiting` tells when a wait begins and
 * when it is over.
 */
export const createRetries = (onWaiting: (waiting: boolean) => void) => {
  let count = 0
  let pending: { timer: ReturnType<typeof setTimeout>; run: () => void } | null = null

  const cancel = () => {
    if (pending) clearTimeout(pending.timer)
    pending = null
  }

  return {
    /** Loads that were tried again since data last came. */
    count: () => count,
    isPending: () => pending !== null,
    schedule: (load: () => void) => {
      cancel()
      const run = () => {
        pending = null
        load()
      }
      pending = { timer: setTimeout(run, WAITS_MS[Math.min(count, WAITS_MS.length - 1)]), run }
      count += 1
      onWaiting(true)
    },
    /** Data came: the next failure is a first one. */
    succeeded: () => {
      count = 0
      cancel()
      onWaiting(false)
    },
    /** Nothing is tried again; what failed stays counted. */
    stop: () => {
      cancel()
      onWaiting(false)
    },
    /** The links work again: what waits loads at once. */
    runNow: () => {
      const waiting = pending
      if (!waiting) return
      count = 0
      cancel()
      waiting.run()
    },
    cancel,
  }
}
