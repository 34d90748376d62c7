import { stampGap } from './pes.ts'

/** What the list and the clock say of a length is the same when it differs by less, seconds. */
const SAME_S = 0.003

/** Stamps in the order of showing; ticks of one clock. */
const inOrder = (stamps: readonly number[]): number[] =>
  stamps.map((stamp) => (stamps[0] ?? 0) + stampGap(stamp, stamps[0] ?? 0)).sort((a, b) => a - b)

/** The stamp shown last, on the clock of the first one (90 kHz); null without any. */
export const lastShown = (stamps: readonly number[]): number | null => inOrder(stamps).at(-1) ?? null

/** Whether pictures last as long as the list says when the last one is shown as long as the one before; seconds. */
export const isAsListed = (stamps: readonly number[], duration = 0): boolean => {
  const times = inOrder(stamps)
  const [first, before, last] = [times[0], times.at(-2), times.at(-1)]
  if (first === undefined || before === undefined || last === undefined) return false
  return Math.abs((2 * last - before - first) / 90_000 - duration) < SAME_S
}
