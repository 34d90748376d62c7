import { stampGap } from '../pes.ts'

/** A picture in decode order: how long it is shown, and when, in ticks of one clock that does not turn. */
export type Shown = { at: number; length: number }

/**
 * How long each picture is shown: up to the next one in the order of showing. `lastLength`: of the one shown last; null:
 * as long as the one before, and `alone` for one that is alone. `stamps` are 90 kHz, any turn, in decode order.
 */
export const shownLengths = (stamps: readonly number[], lastLength: number | null, alone: number): Shown[] => {
  const [zero = 0] = stamps
  const times = stamps.map((stamp) => zero + stampGap(stamp, zero))
  const order = times.map((_, i) => i).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b)
  const lengths = new Map<number, number>()
  let before = alone
  order.forEach((index, rank) => {
    const next = order[rank + 1]
    const length = next === undefined ? (lastLength ?? before) : (times[next] ?? 0) - (times[index] ?? 0)
    before = Math.max(1, Math.round(length))
    lengths.set(index, before)
  })
  return times.map((at, i) => ({ at, length: lengths.get(i) ?? alone }))
}
