import type { Clock } from './ports.ts'

/** The longest delay one timer can hold; a longer one would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * The real clock. Delays beyond 2^31 ms are waited for in stretches, negative ones count as 0, Infinity never fires.
 * A NaN delay is a bug and throws: given to a timer it would fire at once and turn every wait into a storm (R06).
 */
export const createClock = (): Clock => ({
  now: Date.now,
  after: (ms, run) => {
    if (Number.isNaN(ms)) throw new RangeError('a delay must be a number')
    if (ms === Number.POSITIVE_INFINITY) return () => {}
    const due = performance.now() + Math.max(0, ms)
    let timer: NodeJS.Timeout
    const wait = () => {
      const left = due - performance.now()
      timer = setTimeout(left > LONGEST_MS ? wait : run, Math.min(LONGEST_MS, Math.max(0, Math.ceil(left))))
      timer.unref()
    }
    wait()
    return () => clearTimeout(timer)
  },
})
