import { ascii, box, createFields, fullBox, i64, LARGE, u16, u32, u64 } from './box-bytes.ts'
import { KEY, type SampleTable } from './sample-table.ts'

/** Neighbouring samples are one chunk up to this long; players read a chunk in one go. */
const CHUNK_S = 1
/** The matrix of a picture that is not turned (ISO 14496-12, 8.3.2.3). */
export const UPRIGHT = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
/** "und" in three times five bits (8.4.2.3). */
const UNDETERMINED = u16(0x55c4, 0)

/** Distance to the next decode time; for the last sample its own duration, or the distance before it. */
const stepAt = (table: SampleTable, at: number): number => {
  const { dts, count, lastDuration } = table
  if (at + 1 < count) return (dts[at + 1] as number) - (dts[at] as number)
  if (lastDuration > 0) return lastDuration
  return count > 1 ? (dts[at] as number) - (dts[at - 1] as number) : 1
}

type TrackTimes = {
  /** Decode time of the first sample. */
  firstDts: number
  /** First and last instant at which something is shown; ticks. */
  first: number
  end: number
  /** Sum of `stts`; ticks. */
  mediaTicks: number
}

const timesOf = (table: SampleTable): TrackTimes => {
  const { dts, offsets, count } = table
  let first = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  for (let at = 0; at < count; at++) {
    const pts = (dts[at] as number) + (offsets[at] as number)
    if (pts < first) first = pts
    const until = pts + stepAt(table, at)
    if (until > end) end = until
  }
  const firstDts = dts[0] as number
  return { firstDts, first, end, mediaTicks: (dts[count - 1] as number) + stepAt(table, count - 1) - firstDts }
}

/** Rows of a run-length table: how many samples, and the value of each. */
const runs = (count: number, valueAt: (at: number) => number): { rows: number; bytes: Buffer } => {
  const fields = createFields(64)
  for (let at = 0; at < count; ) {
    const value = valueAt(at)
    const from = at
    while (at < count && valueAt(at) === value) at++
    fields.push(at - from)
    fields.push(value)
  }
  return { rows: fields.count() / 2, bytes: fields.bytes() }
}

const timeBoxes = (table: SampleTable): Buffer[] => {
  const { count, offsets, flags } = table
  const steps = runs(count, (at) => stepAt(table, at))
  const out = [fullBox('stts', 0, 0, u32(steps.rows), steps.bytes)]
  let negative = false
  let any = false
  let keys = 0
  for (let at = 0; at < count; at++) {
    const offset = offsets[at] as number
    any ||= offset !== 0
    negative ||= offset < 0
    keys += (flags[at] as number) & KEY
  }
  if (any) {
    const shown = runs(count, (at) => offsets[at] as number)
    out.push(fullBox('ctts', negative ? 1 : 0, 0, u32(shown.rows), shown.bytes))
  }
  if (keys < count) {
    const numbers = createFields(keys)
    for (let at = 0; at < count; at++) if ((flags[at] as number) & KEY) numbers.push(at + 1)
    out.push(fullBox('stss', 0, 0, u32(keys), numbers.bytes()))
  }
  return out
}

/** `stsc`, `stsz` and `stco` or `co64`: chunks follow from the offsets of the samples, in whatever order they were written. */
const placeBoxes = (table: SampleTable): Buffer[] => {
  const { count, sizes, places, dts } = table
  const longest = table.format.timescale * CHUNK_S
  const starts: number[] = []
  const groups = createFields(64)
  let last = 0
  for (let at = 0; at < count; ) {
    const from = at
    starts.push(places[from] as number)
    for (at++; at < count; at++) {
      const next = (places[at - 1] as number) + (sizes[at - 1] as number)
      if (places[at] !== next || (dts[at] as number) - (dts[from] as number) >= longest) break
    }
    if (at - from === last) continue
    last = at - from
    for (const value of [starts.length, last, 1]) groups.push(value)
  }
  const fields = createFields(count)
  for (let at = 0; at < count; at++) fields.push(sizes[at] as number)
  const large = (starts.at(-1) ?? 0) >= LARGE
  const offsets = Buffer.alloc(starts.length * (large ? 8 : 4))
  starts.forEach((place, i) => {
    if (large) offsets.writeBigUInt64BE(BigInt(place), i * 8)
    else offsets.writeUInt32BE(place, i * 4)
  })
  return [
    fullBox('stsc', 0, 0, u32(groups.count() / 3), groups.bytes()),
    fullBox('stsz', 0, 0, u32(0, count), fields.bytes()),
    fullBox(large ? 'co64' : 'stco', 0, 0, u32(starts.length), offsets),
  ]
}

/** Times of making are 0, "not known": the same recording gives the same bytes. */
const madeNever = (version: number): Buffer => Buffer.alloc(version === 1 ? 16 : 8)
const sized = (version: number, value: number): Buffer => (version === 1 ? u64(value) : u32(value))

const mdia = (table: SampleTable, { mediaTicks }: TrackTimes): Buffer => {
  const { kind, timescale } = table.format
  const version = mediaTicks >= LARGE ? 1 : 0
  const video = kind === 'video'
  const handler = video ? 'vide' : 'soun'
  return box(
    'mdia',
    fullBox('mdhd', version, 0, madeNever(version), u32(timescale), sized(version, mediaTicks), UNDETERMINED),
    fullBox('hdlr', 0, 0, u32(0), ascii(handler), u32(0, 0, 0), ascii(video ? 'Video\0' : 'Sound\0')),
    box(
      'minf',
      video ? fullBox('vmhd', 0, 1, u16(0, 0, 0, 0)) : fullBox('smhd', 0, 0, u16(0, 0)),
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      box('stbl', fullBox('stsd', 0, 0, u32(1), table.format.sampleEntry), ...timeBoxes(table), ...placeBoxes(table)),
    ),
  )
}

/**
 * The edits that put the first picture at its time (8.6.6): an empty one in front of a track that begins later, a
 * start inside the media where decoding begins before showing, or where samples lie before 0.
 */
const editsOf = ({ first, firstDts, end }: TrackTimes, toMovie: (ticks: number) => number) => {
  const begins = Math.max(0, first)
  const start = begins - firstDts
  const shown = Math.max(0, end - begins)
  const [empty, media] = [toMovie(begins), toMovie(begins + shown) - toMovie(begins)]
  const list = [...(empty > 0 ? [{ ticks: empty, start: -1 }] : []), { ticks: media, start }]
  return { list: empty === 0 && start === 0 ? [] : list, movieTicks: empty + media }
}

const edts = (list: { ticks: number; start: number }[]): Buffer[] => {
  if (list.length === 0) return []
  const large = list.some(({ ticks, start }) => ticks >= LARGE || start >= LARGE / 2)
  const rows = list.flatMap(({ ticks, start }) =>
    large ? [u64(ticks), i64(start), u16(1, 0)] : [u32(ticks), u32(start), u16(1, 0)],
  )
  return [box('edts', fullBox('elst', large ? 1 : 0, 0, u32(list.length), ...rows))]
}

/** `trak` number `id`, and how long it is on the clock of the movie. */
export const trackBox = (
  table: SampleTable,
  id: number,
  movieTimescale: number,
): { bytes: Buffer; movieTicks: number } => {
  const { kind, width, height, matrix, timescale } = table.format
  const times = timesOf(table)
  const edits = editsOf(times, (ticks) => Math.round((ticks * movieTimescale) / timescale))
  const version = edits.movieTicks >= LARGE ? 1 : 0
  const video = kind === 'video'
  const tkhd = fullBox(
    'tkhd',
    version,
    3, // enabled, in the movie
    madeNever(version),
    u32(id, 0),
    sized(version, edits.movieTicks),
    u32(0, 0),
    u16(0, video ? 0 : 1, video ? 0 : 0x100, 0),
    matrix ?? UPRIGHT,
    u32(Math.round(width * 0x10000), Math.round(height * 0x10000)),
  )
  return { bytes: box('trak', tkhd, ...edts(edits.list), mdia(table, times)), movieTicks: edits.movieTicks }
}
