/**
 * Stepping by real frames. Recordings have low and changing frame rates (a still page gives no frames for
 * seconds), so a step of 1/25 s often shows the same frame. The stepper asks the media itself: `probe` seeks
 * to a time and answers the media time of the frame shown there.
 */
export type Probe = (seconds: number) => Promise<number>

/** Used until the media has shown two neighbouring frames. */
export const DEFAULT_FRAME_S = 1 / 25
/** Two frames nearer than this are one (90 kHz clocks round). */
const SAME_S = 0.0005

const isLater = (a: number, b: number): boolean => a > b + SAME_S

/**
 * Shows the first frame after the one at `now` and answers its time; null at the end of the media.
 * `guess` is the usual distance of frames. Costs two or three seeks, and about 2·log2(gap / guess) over a gap.
 */
export const stepForward = async (probe: Probe, now: number, guess: number, endS: number): Promise<number | null> => {
  const base = await probe(now)
  let unchanged = Math.max(now, base)
  let found: number | null = null
  for (let step = Math.max(guess, SAME_S * 4); found === null; step *= 2) {
    const at = Math.min(base + step + SAME_S, endS)
    if (at > unchanged) {
      const frame = await probe(at)
      if (isLater(frame, base)) found = frame
      else unchanged = at
    }
    if (found === null && at >= endS) return null
  }
  // There may be frames between: go back until the one before `found` is the one we came from.
  for (let tries = 0; tries < 40 && found - unchanged > SAME_S; tries += 1) {
    const before = await probe(found - SAME_S)
    if (!isLater(before, base)) break
    found = before
    const middle = (unchanged + found) / 2
    const frame = await probe(middle)
    if (isLater(frame, base)) found = frame
    else unchanged = middle
  }
  await settle(probe, found)
  return found
}

/** Stands on a frame's own beginning, whichever way its time was rounded. */
const settle = async (probe: Probe, frame: number): Promise<void> => {
  if (isLater(frame, await probe(frame))) await probe(frame + SAME_S)
}

/** Shows the frame before the one at `now` and answers its time; null at the start. */
export const stepBack = async (probe: Probe, now: number): Promise<number | null> => {
  const base = await probe(now)
  if (base <= SAME_S) return null
  const before = await probe(Math.max(0, base - SAME_S * 2))
  if (!isLater(base, before)) return null
  await settle(probe, before)
  return before
}

/** Learns the usual distance of frames from the times at which frames were presented. */
export const createFrameClock = (): { seen: (mediaTime: number) => void; interval: () => number } => {
  const gaps: number[] = []
  let last: number | null = null
  return {
    seen: (mediaTime) => {
      const gap = last === null ? 0 : mediaTime - last
      last = mediaTime
      if (gap > SAME_S && gap < 1) {
        gaps.push(gap)
        if (gaps.length > 31) gaps.shift()
      }
    },
    // The smallest gap, not the mean: presented frames may skip some, never invent one.
    interval: () => (gaps.length < 3 ? DEFAULT_FRAME_S : Math.min(...gaps)),
  }
}
