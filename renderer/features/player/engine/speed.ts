/** The ladder of `<` and `>`; the ends are the contract's bounds (settings.playbackRate). */
export const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16] as const

/** The next rung in a direction; from between two rungs to the nearer end of the step. Stays at the ends. */
export const nextSpeed = (rate: number, direction: 1 | -1): number => {
  const from = knownSpeed(rate)
  const rung =
    direction === 1 ? SPEEDS.find((speed) => speed > from + 1e-9) : SPEEDS.findLast((speed) => speed < from - 1e-9)
  return rung ?? from
}

/** Any stored or typed rate into what the product offers; invalid values count as 1. */
export const knownSpeed = (rate: number): number => (Number.isFinite(rate) ? Math.min(16, Math.max(0.25, rate)) : 1)

export const speedText = (rate: number): string => `${Number(rate.toFixed(2))}×`

/**
 * Gives a rate to the media and answers the rate it really has: a browser may refuse rates beyond its own
 * limits with an exception, and then the nearest rung that it takes is used.
 */
export const applySpeed = (media: { playbackRate: number; defaultPlaybackRate: number }, wanted: number): number => {
  let rate = knownSpeed(wanted)
  for (;;) {
    try {
      media.playbackRate = rate
      media.defaultPlaybackRate = rate // survives a reload of the element
      return media.playbackRate
    } catch {
      const nearer = nextSpeed(rate, rate > 1 ? -1 : 1)
      if (nearer === rate || rate === 1) return media.playbackRate
      rate = nearer
    }
  }
}
