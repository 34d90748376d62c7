import type { Clock } from './ports.ts'

export type Pace<T> = {
  /** Tells it now when the last was told long enough ago, else together with what else comes until then. */
  push: (value: T) => void
  /** Tells what waits, now. */
  flush: () => void
  /** Forgets what waits; later values are dropped. */
  dispose: () => void
}

/**
 * News at a pace a page can follow: the first at once, then at most one per `everyMs`, and always the last.
 * @param merge the older and the newer of two that were not told yet → one
 */
export const createPace = <T>(config: {
  clock: Clock
  everyMs: number
  merge: (older: T, newer: T) => T
  tell: (value: T) => void
}): Pace<T> => {
  let waiting: { value: T } | null = null
  let cancel: (() => void) | null = null
  let disposed = false

  const tell = (value: T): void => {
    waiting = null
    cancel?.()
    cancel = config.clock.after(config.everyMs, () => {
      cancel = null
      if (waiting) tell(waiting.value)
    })
    config.tell(value)
  }

  return {
    push: (value) => {
      if (disposed) return
      const merged = waiting ? config.merge(waiting.value, value) : value
      if (cancel) waiting = { value: merged }
      else tell(merged)
    },
    flush: () => {
      if (waiting && !disposed) tell(waiting.value)
    },
    dispose: () => {
      disposed = true
      waiting = null
      cancel?.()
    },
  }
}

/** The newer of two states says all. */
export const newest = <T>(_older: T, newer: T): T => newer
