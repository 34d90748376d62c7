import type { SessionLink } from '../core/links.ts'

/**
 * Links wait here until the page can hear of them: a message sent while the window still loads is lost, and macOS
 * hands over the link that starts the program before it is ready. Of several that wait the last one counts.
 */
export const createLinkInbox = () => {
  let waiting: SessionLink | null = null
  let open: ((link: SessionLink) => void) | null = null
  return {
    /** Null, a start without a link, is nothing. */
    put: (link: SessionLink | null): void => {
      if (!link) return
      if (open) open(link)
      else waiting = link
    },
    /** The page listens: `listener` gets what waits and all that follow. */
    ready: (listener: (link: SessionLink) => void): void => {
      open = listener
      const link = waiting
      waiting = null
      if (link) listener(link)
    },
  }
}
