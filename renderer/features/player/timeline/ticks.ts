/** Distances that people read well, seconds. */
const STEPS = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400]

/** Labelled places on the axis, seconds: as many as fit with `apart` px between them. Empty when the length is unknown. */
export const ticksOf = (lengthS: number | null, widthPx: number, apart = 88): number[] => {
  if (lengthS === null || widthPx < apart) return []
  const least = (lengthS * apart) / widthPx
  const step = STEPS.find((one) => one >= least) ?? Math.ceil(least / 3600) * 3600
  const count = Math.floor(lengthS / step)
  return Array.from({ length: count + 1 }, (_, i) => i * step)
}
