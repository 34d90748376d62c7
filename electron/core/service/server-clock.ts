import type { Clock } from '../base/ports.ts'
import { parseHttpDate } from '../base/time.ts'

const DAY_MS = 86_400_000
/** The service's clock, as far as its answers tell it. All values epoch ms. */
export type ServerClock = {
  now: () => number
  toLocal: (serverMs: number) => number
  /** `sentAt` and `receivedAt` are local times around one answer. Unusable headers are ignored. */
  observe: (dateHeader: string | null, sentAt: number, receivedAt: number) => void
  /** Server minus local. */
  offsetMs: () => number
}

const PLAUSIBLE_FROM = Date.UTC(2020, 0, 1)
const PLAUSIBLE_TO = Date.UTC(2100, 0, 1)
const LONGEST_EXCHANGE_MS = 60_000

type Range = { low: number; high: number }
const meet = (a: Range, b: Range): Range | null => {
  const low = Math.max(a.low, b.low)
  const high = Math.min(a.high, b.high)
  return low <= high ? { low, high } : null
}
const middle = (range: Range): number => Math.round((range.low + range.high) / 2)

/**
 * Measures the offset with `Date` headers (T07). A header is a whole second, stamped somewhere between sending and
 * receiving, so each answer gives a range for the offset; ranges that meet narrow it, one that does not means
 * that a clock jumped and replaces it. A step of more than a day counts only when a second answer agrees.
 */
export const createServerClock = (clock: Clock): ServerClock => {
  let known: Range = { low: 0, high: 0 }
  let measured = false
  let doubtful: Range | null = null
  const offsetMs = () => middle(known)

  return {
    now: () => clock.now() + offsetMs(),
    toLocal: (serverMs) => serverMs - offsetMs(),
    offsetMs,
    observe: (dateHeader, sentAt, receivedAt) => {
      const stamp = parseHttpDate(dateHeader)
      const took = receivedAt - sentAt
      if (stamp === null || stamp < PLAUSIBLE_FROM || stamp > PLAUSIBLE_TO) return
      if (!(took >= 0 && took <= LONGEST_EXCHANGE_MS)) return // the local clock jumped in between
      const seen: Range = { low: stamp - receivedAt, high: stamp + 999 - sentAt }
      const narrowed = measured ? meet(known, seen) : null
      if (!narrowed && Math.abs(middle(seen) - offsetMs()) > DAY_MS) {
        const confirmed = doubtful && meet(doubtful, seen)
        doubtful = confirmed ? null : seen
        if (!confirmed) return
      } else doubtful = null
      known = narrowed ?? seen
      measured = true
    },
  }
}
