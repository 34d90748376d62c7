import { type Box, childrenOf, findBox, tableOf } from './buffer-boxes.ts'
import { readSampleEntry, type SampleEntry } from './sample-entry.ts'
import { BadTables, checkCount, createSampleList, type SampleList } from './sample-list.ts'

/** Defaults of fragments (`trex`; ISO 14496-12, 8.8.3). */
type Defaults = { duration: number; size: number; flags: number }

export type Track = {
  id: number
  kind: 'video' | 'other'
  enabled: boolean
  timescale: number
  entries: SampleEntry[]
  samples: SampleList
  defaults: Defaults
  /** Decode time behind the newest sample, ticks. */
  clock: number
}

const signed = (value: number): number => (value >= 2 ** 31 ? value - 2 ** 32 : value)

/** Adds decode and presentation times of all samples of a `stbl`. */
const addTimes = (bytes: Buffer, stbl: Box, count: number, list: SampleList): number => {
  const steps = tableOf(bytes, findBox(bytes, stbl, 'stts'), 8)
  const shifts = tableOf(bytes, findBox(bytes, stbl, 'ctts'), 8)
  let [shiftRow, shiftLeft, shift] = [0, 0, 0]
  const nextShift = (): number => {
    while (shiftLeft === 0 && shiftRow < shifts.count) {
      shiftLeft = bytes.readUInt32BE(shifts.from + shiftRow * 8)
      shift = signed(bytes.readUInt32BE(shifts.from + shiftRow * 8 + 4))
      shiftRow++
    }
    if (shiftLeft === 0) return 0
    shiftLeft--
    return shift
  }
  let dts = 0
  let done = 0
  for (let row = 0; row < steps.count && done < count; row++) {
    const samples = Math.min(bytes.readUInt32BE(steps.from + row * 8), count - done)
    const step = signed(bytes.readUInt32BE(steps.from + row * 8 + 4))
    for (let n = 0; n < samples; n++, done++) {
      list.addTime(dts, dts + nextShift(), Math.max(0, step))
      dts += step
    }
  }
  if (done < count) throw new BadTables('samples without a time')
  return dts
}

const chunkPlaces = (bytes: Buffer, stbl: Box): { count: number; at: (chunk: number) => number } => {
  const short = findBox(bytes, stbl, 'stco')
  if (short) {
    const { count, from } = tableOf(bytes, short, 4)
    return { count, at: (chunk) => bytes.readUInt32BE(from + chunk * 4) }
  }
  const { count, from } = tableOf(bytes, findBox(bytes, stbl, 'co64'), 8)
  return { count, at: (chunk) => Number(bytes.readBigUInt64BE(from + chunk * 8)) }
}

/** Calls back with the samples of each chunk: the first one's number, how many, where, and their entry. */
const eachChunk = (
  bytes: Buffer,
  stbl: Box,
  count: number,
  onChunk: (first: number, samples: number, place: number) => void,
): void => {
  const places = chunkPlaces(bytes, stbl)
  const groups = tableOf(bytes, findBox(bytes, stbl, 'stsc'), 12)
  let first = 0
  for (let group = 0, chunk = 0; group < groups.count && first < count; group++) {
    const at = groups.from + group * 12
    const until = group + 1 < groups.count ? bytes.readUInt32BE(at + 12) - 1 : places.count
    const each = bytes.readUInt32BE(at + 4)
    for (; chunk < Math.min(until, places.count) && first < count; chunk++) {
      const samples = Math.min(each, count - first)
      if (samples > 0) onChunk(first, samples, places.at(chunk))
      first += samples
    }
  }
  if (first < count) throw new BadTables('samples without a place')
}

const readTables = (bytes: Buffer, stbl: Box, track: Track, fileBytes: number): void => {
  const stsz = findBox(bytes, stbl, 'stsz')
  if (!stsz || stsz.from + 12 > stsz.end) return
  const same = bytes.readUInt32BE(stsz.from + 4)
  const said = bytes.readUInt32BE(stsz.from + 8)
  const table = tableOf(bytes, stsz, 4, 4)
  if (same === 0 && table.count < said) throw new BadTables('sizes cut short')
  const list = track.samples
  if (same > 0 && track.kind === 'other') {
    // Sound without compression: millions of equal samples; whole chunks say as much.
    if (said * same > fileBytes) throw new BadTables('more sound than the file has room for')
    eachChunk(bytes, stbl, said, (_first, samples, place) => list.addPlace(place, samples * same, true))
    return
  }
  checkCount(said, same, fileBytes)
  const marked = findBox(bytes, stbl, 'stss')
  const keys = tableOf(bytes, marked, 4)
  let key = 0
  const isKey = (sample: number): boolean => {
    if (!marked) return true
    while (key < keys.count && bytes.readUInt32BE(keys.from + key * 4) - 1 < sample) key++
    return key < keys.count && bytes.readUInt32BE(keys.from + key * 4) - 1 === sample
  }
  eachChunk(bytes, stbl, said, (first, samples, place) => {
    let at = place
    for (let sample = first; sample < first + samples; sample++) {
      const size = same > 0 ? same : bytes.readUInt32BE(table.from + sample * 4)
      list.addPlace(at, size, isKey(sample))
      at += size
    }
  })
  track.clock = addTimes(bytes, stbl, said, list)
}

const readTrack = (bytes: Buffer, trak: Box, fileBytes: number): Track | null => {
  const tkhd = findBox(bytes, trak, 'tkhd')
  const mdhd = findBox(bytes, trak, 'mdia', 'mdhd')
  const hdlr = findBox(bytes, trak, 'mdia', 'hdlr')
  const stbl = findBox(bytes, trak, 'mdia', 'minf', 'stbl')
  if (!tkhd || !mdhd || !hdlr || !stbl) return null
  if (tkhd.from + 24 > tkhd.end || mdhd.from + 24 > mdhd.end || hdlr.from + 12 > hdlr.end) return null
  const kind = bytes.toString('latin1', hdlr.from + 8, hdlr.from + 12) === 'vide' ? 'video' : 'other'
  const stsd = findBox(bytes, stbl, 'stsd')
  const entries =
    stsd && kind === 'video'
      ? [...childrenOf(bytes, stsd.from + 8, stsd.end)].slice(0, 1_000).map((entry) => readSampleEntry(bytes, entry))
      : []
  const track: Track = {
    id: bytes.readUInt32BE(tkhd.from + (bytes[tkhd.from] === 1 ? 20 : 12)),
    kind,
    enabled: ((bytes[tkhd.from + 3] as number) & 1) === 1,
    timescale: bytes.readUInt32BE(mdhd.from + (bytes[mdhd.from] === 1 ? 20 : 12)),
    entries,
    samples: createSampleList(),
    defaults: { duration: 0, size: 0, flags: 0 },
    clock: 0,
  }
  readTables(bytes, stbl, track, fileBytes)
  return track
}

/** The tracks of a `moov` of the file, `bytes` without its header. Throws BadTables and RangeError for what is none. */
export const readMovie = (bytes: Buffer, fileBytes: number): Track[] => {
  const moov: Box = { type: 'moov', from: 0, end: bytes.length }
  const tracks: Track[] = []
  for (const child of childrenOf(bytes, 0, bytes.length)) {
    const track = child.type === 'trak' ? readTrack(bytes, child, fileBytes) : null
    if (track) tracks.push(track)
  }
  const mvex = findBox(bytes, moov, 'mvex')
  for (const trex of mvex ? childrenOf(bytes, mvex.from, mvex.end) : []) {
    if (trex.type !== 'trex' || trex.from + 24 > trex.end) continue
    const track = tracks.find(({ id }) => id === bytes.readUInt32BE(trex.from + 4))
    if (!track) continue
    const [duration, size, flags] = [12, 16, 20].map((at) => bytes.readUInt32BE(trex.from + at)) as [
      number,
      number,
      number,
    ]
    track.defaults = { duration, size, flags }
  }
  return tracks
}
