import type { Clock } from '../../base/ports.ts'
import { pause } from '../../media/storage/read-chunks.ts'
import type { Throttle } from '../archive-types.ts'

/** Waits are cut into stretches, so that another limit or a clock that jumped counts soon. */
const LONGEST_WAIT_MS = 250

/**
 * One limit for all transfers, bytes per second; 0 means none. Bytes are let through in the order they were asked
 * for, so transfers share fairly. A jump of the wall clock gives or takes at most one stretch (T07).
 */
export const createThrottle = (config: { clock: Clock; bytesPerSecond: () => number }): Throttle => {
  const { clock } = config
  let asked = 0
  let passed = 0
  let at = clock.now()

  const advance = () => {
    const now = clock.now()
    const elapsed = Math.min(Math.max(0, now - at), 2 * LONGEST_WAIT_MS)
    at = now
    const rate = config.bytesPerSecond()
    passed = rate > 0 ? Math.min(asked, passed + (elapsed * rate) / 1000) : asked
  }

  return {
    isOff: () => config.bytesPerSecond() <= 0,
    take: async (bytes, signal) => {
      advance()
      asked += bytes
      const mine = asked
      for (;;) {
        if (signal.aborted) return false
        const rate = config.bytesPerSecond()
        advance()
        if (passed >= mine - 1 || rate <= 0) return true
        try {
          await pause(clock, Math.min(LONGEST_WAIT_MS, Math.max(1, ((mine - passed) / rate) * 1000)), signal)
        } catch {
          return false
        }
      }
    },
  }
}
