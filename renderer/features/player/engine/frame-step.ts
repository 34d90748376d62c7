/**
 * Stepping by real frames. Recordings have low and changing frame rates (a still page gives no frames for
 * seconds), so a step of 1/25 s often shows the same frame. The stepper asks the media itself: `probe` seeks
 * to a time and answers the media time of the frame shown there. Times in seconds.
 */
export type Probe = (seconds: number) => Promise<number>

/** The usual distance of frames. Only a learned one is trusted to leave no frame between two. */
export type FrameGap = { seconds: number; learned: boolean }

/** Used until the media has shown some neighbouring frames. */
export const DEFAULT_FRAME_S = 1 / 25
/** Two frames nearer than this are one (90 kHz clocks round). */
const SAME_S = 0.0005

const isLater = (a: number, b: number): boolean => a > b + SAME_S

/**
 * Shows the first frame after `base`, the one shown now, and answers its time; null at the end of the media.
 * One seek in the usual case, three when the distance is not known, about 2·log2(gap / distance) over a gap.
 */
export const stepForward = async (probe: Probe, base: number, gap: FrameGap, endS: number): Promise<number | null> => {
  let unchanged = base
  let found: number | null = null
  for (let step = Math.max(gap.seconds, SAME_S * 4); found === null; step *= 2) {
    const at = Math.min(base + step + SAME_S, endS)
    const frame = await probe(at)
    if (isLater(frame, base)) found = frame
    else unchanged = at
    if (found === null && at >= endS) return null
  }
  if (gap.learned && found - base <= gap.seconds * 1.5) return found
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
  // Stand on it, whichever way its time was rounded.
  if (isLater(found, await probe(found))) await probe(found + SAME_S)
  return found
}

/** Shows the frame before `base`, the one shown now, and answers its time; null at the start. One seek. */
export const stepBack = async (probe: Probe, base: number): Promise<number | null> => {
  if (base <= SAME_S) return null
  const before = await probe(Math.max(0, base - SAME_S * 2))
  return isLater(base, before) ? before : null
}

/** Learns the distance of frames from the times at which they were presented, and knows the one shown last. */
export const createFrameClock = () => {
  const gaps: number[] = []
  let last: number | null = null
  return {
    /** `running`: presented while playing, so that it follows the one before. */
    seen: (mediaTime: number, running: boolean): void => {
      const gap = last === null || !running ? 0 : mediaTime - last
      last = mediaTime
      if (gap > SAME_S && gap < 1) {
        gaps.push(gap)
        if (gaps.length > 31) gaps.shift()
      }
    },
    shown: (): number | null => last,
    // The smallest distance, not the mean: presentation may skip frames, never invent one.
    gap: (): FrameGap =>
      gaps.length < 5 ? { seconds: DEFAULT_FRAME_S, learned: false } : { seconds: Math.min(...gaps), learned: true },
  }
}
