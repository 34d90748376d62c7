/**
 * What the page must hear of waits here until it can: a message sent while the window still loads is lost, macOS hands
 * over the link that starts the program before it is ready, and there the program goes on without a window. Of several
 * that wait the last one counts.
 */
export const createPageInbox = <T>() => {
  let waiting: T | null = null
  let open: ((message: T) => void) | null = null
  return {
    /** Null, a start without a link, is nothing. */
    put: (message: T | null): void => {
      if (message === null) return
      if (open) open(message)
      else waiting = message
    },
    /** The page listens: `listener` gets what waits and all that follow. */
    ready: (listener: (message: T) => void): void => {
      open = listener
      const message = waiting
      waiting = null
      if (message !== null) listener(message)
    },
    /** The page is gone. */
    pause: (): void => {
      open = null
    },
  }
}
