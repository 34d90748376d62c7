import type { Clock } from './ports.ts'

export type Throttled<T> = {
  /** Passes the value on now when the last one is old enough, else merged with what follows until then. */
  push: (value: T) => void
  /** Passes on what waits, now. */
  flush: () => void
  /** Drops what waits; later values are ignored. */
  dispose: () => void
}

/**
 * Limits how often `run` is called: the first value at once, then at most one per `everyMs`, and always the last.
 * @param merge the older and the newer of two values that both wait → the one that is passed on
 */
export const throttle = <T>(config: {
  clock: Clock
  everyMs: number
  merge: (older: T, newer: T) => T
  run: (value: T) => void
}): Throttled<T> => {
  let waiting: { value: T } | null = null
  let cancel: (() => void) | null = null
  let disposed = false

  const pass = (value: T): void => {
    waiting = null
    cancel?.()
    cancel = config.clock.after(config.everyMs, () => {
      cancel = null
      if (waiting) pass(waiting.value)
    })
    config.run(value)
  }

  return {
    push: (value) => {
      if (disposed) return
      const merged = waiting ? config.merge(waiting.value, value) : value
      if (cancel) waiting = { value: merged }
      else pass(merged)
    },
    flush: () => {
      if (waiting && !disposed) pass(waiting.value)
    },
    dispose: () => {
      disposed = true
      waiting = null
      cancel?.()
    },
  }
}

/** For states: the newer one replaces the older. */
export const newest = <T>(_older: T, newer: T): T => newer
