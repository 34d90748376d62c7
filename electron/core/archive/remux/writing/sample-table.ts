import type { Sample, TrackFormat } from '../media-samples.ts'

/** Bits of `flags`. */
export const KEY = 1

const FIRST_SIZE = 1_024

/** What the file says of the samples of one track, in decode order: 25 bytes each, never the pictures. */
export type SampleTable = {
  format: TrackFormat
  count: number
  sizes: Uint32Array
  /** Ticks. */
  dts: Float64Array
  /** pts − dts, ticks. */
  offsets: Int32Array
  flags: Uint8Array
  /** Offset of each sample in the file. */
  places: Float64Array
  /** Duration of the newest sample, ticks; 0: not known. */
  lastDuration: number
}

export const createSampleTable = (format: TrackFormat): SampleTable => ({
  format,
  count: 0,
  sizes: new Uint32Array(FIRST_SIZE),
  dts: new Float64Array(FIRST_SIZE),
  offsets: new Int32Array(FIRST_SIZE),
  flags: new Uint8Array(FIRST_SIZE),
  places: new Float64Array(FIRST_SIZE),
  lastDuration: 0,
})

const grown = <T extends Uint32Array | Float64Array | Int32Array | Uint8Array>(array: T): T => {
  const larger = new (array.constructor as new (length: number) => T)(array.length * 2)
  larger.set(array as never)
  return larger
}

type Entry = { bytes: number; dts: number; offset: number; flags: number; place: number; duration: number }

export const addEntry = (table: SampleTable, entry: Entry): void => {
  if (table.count === table.sizes.length) {
    table.sizes = grown(table.sizes)
    table.dts = grown(table.dts)
    table.offsets = grown(table.offsets)
    table.flags = grown(table.flags)
    table.places = grown(table.places)
  }
  const at = table.count++
  table.sizes[at] = entry.bytes
  table.dts[at] = entry.dts
  table.offsets[at] = entry.offset
  table.flags[at] = entry.flags
  table.places[at] = entry.place
  table.lastDuration = entry.duration
}

const INT32 = 2 ** 31

/**
 * Why a sample cannot follow those of the table without being moved; null: it can. Distances of decode times
 * have 32 bits without a sign, distances between decoding and showing 31 bits and a sign (ISO 14496-12, 8.6.1).
 */
export const refusalOf = (table: SampleTable, { bytes, dts, pts, duration }: Sample): string | null => {
  if (![bytes, dts, pts, duration].every(Number.isSafeInteger)) return 'numbers'
  if (bytes <= 0 || bytes >= 2 ** 32 || duration < 0 || duration >= 2 ** 32) return 'size'
  if (Math.abs(pts - dts) >= INT32) return 'offset'
  if (table.count === 0) return null
  const step = dts - (table.dts[table.count - 1] as number)
  return step < 0 || step >= 2 ** 32 ? 'order' : null
}
