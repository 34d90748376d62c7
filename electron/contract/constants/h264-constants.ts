/** Profiles whose sequence parameter sets say the chroma format (ITU-T H.264, 7.3.2.1.1). */
export const HIGH_PROFILES: ReadonlySet<number> = new Set([
  100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
])

/** The shape of a pixel, width to height, by its number (ITU-T H.264, table E-1). */
export const PIXEL_ASPECTS: readonly [number, number][] = [
  [1, 1],
  [1, 1],
  [12, 11],
  [10, 11],
  [16, 11],
  [40, 33],
  [24, 11],
  [20, 11],
  [32, 11],
  [80, 33],
  [18, 11],
  [15, 11],
  [64, 33],
  [160, 99],
  [4, 3],
  [3, 2],
  [2, 1],
]
