import type { Clock } from '../../core/base/ports.ts'

/** Links that come this close together are one: the last (L06). */
const TOGETHER_MS = 200

/** Hands a link over once no other one has followed it for a moment. */
export const settlingLinks = (clock: Pick<Clock, 'after'>) => {
  let cancel = (): void => {}
  return (handOver: () => void): void => {
    cancel()
    cancel = clock.after(TOGETHER_MS, handOver)
  }
}

/**
 * What the page must hear of waits here until it can: a message sent while the window still loads is lost, macOS hands
 * over the link that starts the program before it is ready, and there the program continues without a window. Of several
 * that wait the last one counts. `settle` says when a message is handed over to a page that listens: at once.
 */
export const createPageInbox = <T>(settle: (handOver: () => void) => void = (handOver) => handOver()) => {
  let waiting: T | null = null
  let open: ((message: T) => void) | null = null
  const handOver = (): void => {
    const message = waiting
    if (open === null || message === null) return
    waiting = null
    open(message)
  }
  return {
    /** Null, a start without a link, is nothing. */
    put: (message: T | null): void => {
      if (message === null) return
      waiting = message
      settle(handOver)
    },
    /** The page listens: `listener` gets what waits and all that follow. */
    ready: (listener: (message: T) => void): void => {
      open = listener
      handOver()
    },
    /** The page is gone. */
    pause: (): void => {
      open = null
    },
  }
}
