/** More samples than a recording of three days has; a table that says more is not believed. */
const MOST_SAMPLES = 8_000_000

/** The tables of a file contradict each other, the file, or what can be. */
export class BadTables extends Error {}

/** Offsets of the samples of one track, in decode order, and the length of all; 13 bytes each. */
export const createSampleList = () => {
  let places = new Float64Array(1_024)
  let sizes = new Uint32Array(1_024)
  let keys = new Uint8Array(1_024)
  let count = 0
  let first = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  let newest = Number.NEGATIVE_INFINITY
  let disorder = 0

  const grow = (): void => {
    if (count >= MOST_SAMPLES) throw new BadTables('too many samples')
    const larger = {
      places: new Float64Array(count * 2),
      sizes: new Uint32Array(count * 2),
      keys: new Uint8Array(count * 2),
    }
    larger.places.set(places)
    larger.sizes.set(sizes)
    larger.keys.set(keys)
    ;({ places, sizes, keys } = larger)
  }

  return {
    addPlace: (place: number, size: number, key: boolean): void => {
      if (count === sizes.length) grow()
      places[count] = place
      sizes[count] = size
      keys[count++] = key ? 1 : 0
    },
    /** Ticks of the track; a sample that is decoded before the one in front of it is counted. */
    addTime: (dts: number, pts: number, duration: number): void => {
      if (dts < newest) disorder++
      newest = Math.max(newest, dts)
      if (pts < first) first = pts
      if (pts + duration > end) end = pts + duration
    },
    count: () => count,
    places: () => places.subarray(0, count),
    sizes: () => sizes.subarray(0, count),
    isKey: (at: number) => keys[at] === 1,
    disorder: () => disorder,
    /** Ticks between the first picture and the end of the last one; null when unknown. */
    length: () => (end > first ? end - first : null),
  }
}

export type SampleList = ReturnType<typeof createSampleList>

/** Throws for a count that cannot be, before anything is made for it. */
export const checkCount = (count: number, bytesEach: number, fileBytes: number): void => {
  if (count > MOST_SAMPLES || count * bytesEach > fileBytes)
    throw new BadTables('more samples than the file has room for')
}
