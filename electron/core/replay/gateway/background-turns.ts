import type { Clock } from '../../base/ports.ts'

/** A player with a full buffer leaves its request open, so the wait of the analysis is bounded. */
const LONGEST_MS = 2_000

/** Lets what plays go first: a background request begins when no other is under way, or after 2 s. */
export const createTurns = (clock: Pick<Clock, 'after'>) => {
  let underWay = 0
  const waiting = new Set<() => void>()
  return {
    /** A request of the player; answers what to call, once or more often, when it has ended. */
    begin: (): (() => void) => {
      underWay += 1
      let over = false
      return () => {
        if (over) return
        over = true
        underWay -= 1
        if (underWay === 0) for (const goOn of waiting) goOn()
      }
    },
    /** Resolves when a background request may begin, or has ended. */
    background: async (signal: AbortSignal): Promise<void> => {
      if (underWay === 0 || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const cancel = clock.after(LONGEST_MS, resolve)
      waiting.add(resolve)
      signal.addEventListener('abort', () => resolve(), { once: true })
      await promise
      cancel()
      waiting.delete(resolve)
    },
  }
}
