import { ascii, box, fullBox, LARGE, u16, u32, u64 } from './box-bytes.ts'
import type { SampleTable } from './sample-table.ts'
import { trackBox, UPRIGHT } from './track-boxes.ts'

/** Finer than this no movie clock is made, also when it would fit every track without rounding. */
const FINEST = 100_000_000

const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b))

/** A clock on which the edits of every track fall on whole ticks, where one exists; else that of the first track. */
const movieTimescaleOf = (tables: SampleTable[]): number => {
  const scales = tables.map(({ format }) => format.timescale)
  const least = scales.reduce((all, scale) => Math.min(FINEST + 1, (all / common(all, scale)) * scale), 1)
  return least <= FINEST ? least : (scales[0] ?? 1)
}

/** The kind of file and the place of the media box in front of everything (ISO 14496-12, 4.3). */
export const FTYP = box('ftyp', ascii('isom'), u32(0x200), ascii('isomiso2iso4mp41'))

/** Where samples begin: behind `ftyp`, and room for a media box with a size of 64 bits. */
export const MEDIA_START = FTYP.length + 16

/**
 * The 16 bytes in front of the media, `end` one past its last byte; null: not known yet, the box reaches to the end.
 * A size of 32 bits leaves 8 bytes, an empty `free` box.
 */
export const mediaHeader = (end: number | null): Buffer => {
  if (end === null) return Buffer.concat([u32(8), ascii('free'), u32(0), ascii('mdat')])
  const bytes = end - MEDIA_START
  if (bytes + 8 < LARGE) return Buffer.concat([u32(8), ascii('free'), u32(bytes + 8), ascii('mdat')])
  return Buffer.concat([u32(1), ascii('mdat'), u64(bytes + 16)])
}

/** `moov` with one track for each table that has samples (8.2). */
export const movieBox = (tables: SampleTable[]): Buffer => {
  const present = tables.filter(({ count }) => count > 0)
  const timescale = movieTimescaleOf(present)
  const tracks = present.map((table, i) => trackBox(table, i + 1, timescale))
  const ticks = Math.max(0, ...tracks.map(({ movieTicks }) => movieTicks))
  const version = ticks >= LARGE ? 1 : 0
  const mvhd = fullBox(
    'mvhd',
    version,
    0,
    Buffer.alloc(version === 1 ? 16 : 8), // made at a time that is not known
    u32(timescale),
    version === 1 ? u64(ticks) : u32(ticks),
    u32(0x10000), // rate 1
    u16(0x100, 0), // volume 1
    u32(0, 0),
    UPRIGHT,
    u32(0, 0, 0, 0, 0, 0),
    u32(present.length + 1), // the next track would have this number
  )
  return box('moov', mvhd, ...tracks.map(({ bytes }) => bytes))
}
