import type { TrackFormat } from '../../media-samples.ts'
import { codecOf, configOf, schemeOf } from '../codecs/entry-codec.ts'
import type { LostTrack } from '../segment-read.ts'
import { type Box, boxesIn, findBox } from './box-walk.ts'

/** What fragments leave out (ISO 14496-12, 8.8.3). */
export type Defaults = { description: number; duration: number; size: number; flags: number }

/** One track of an init section. */
export type InitTrack = {
  id: number
  kind: 'video' | 'audio'
  format: TrackFormat
  /** Ticks that the edit list takes off each time: what is shown at 0 has this one. */
  offset: number
  defaults: Defaults
  /** Units with lengths in front: how many bytes a length has, and how to tell key pictures; 0 for other codecs. */
  lengthBytes: number
  nal: 'avc' | 'hevc' | null
}

export type Init = { tracks: InitTrack[]; lost: LostTrack[]; scheme: string | null }

/** Tracks of one recording; more of them are noise. */
const MOST_TRACKS = 32
/** The matrix that turns nothing (ISO 14496-12, 6.2.2). */
const UNTURNED = Buffer.from('000100000000000000000000000000000001000000000000000000000000000040000000', 'hex')

const HANDLERS: Record<string, LostTrack['kind']> = {
  vide: 'video',
  soun: 'audio',
  subt: 'subtitles',
  text: 'subtitles',
}

const wide = (data: Buffer, at: number, version: number): number =>
  version === 1 ? Number(data.readBigUInt64BE(at)) : data.readUInt32BE(at)

/** Ticks to take off: the beginning of the first edit that shows something, less the pause before it. */
const readOffset = (data: Buffer, trak: Box, timescale: number, movieScale: number): number => {
  const elst = findBox(data, ['edts', 'elst'], trak.from, trak.to)
  if (!elst) return 0
  const version = data[elst.from] === 1 ? 1 : 0
  const step = version === 1 ? 20 : 12
  const count = Math.min(data.readUInt32BE(elst.from + 4), Math.floor((elst.to - elst.from - 8) / step))
  let pause = 0
  for (let n = 0; n < count; n++) {
    const at = elst.from + 8 + n * step
    const begin = version === 1 ? Number(data.readBigInt64BE(at + 8)) : data.readInt32BE(at + 4)
    if (begin >= 0) return begin - Math.round((pause * timescale) / movieScale)
    pause += wide(data, at, version)
  }
  return 0
}

const readSize = (data: Buffer, trak: Box): { width: number; height: number; matrix: Uint8Array | null } => {
  const tkhd = findBox(data, ['tkhd'], trak.from, trak.to)
  const at = tkhd ? tkhd.from + (data[tkhd.from] === 1 ? 52 : 40) : 0
  if (!tkhd || at + 44 > tkhd.to) return { width: 0, height: 0, matrix: null }
  const matrix = data.subarray(at, at + 36)
  return {
    width: Math.round(data.readUInt32BE(at + 36) / 65_536),
    height: Math.round(data.readUInt32BE(at + 40) / 65_536),
    matrix: matrix.equals(UNTURNED) ? null : new Uint8Array(matrix),
  }
}

const readTrack = (data: Buffer, trak: Box, movieScale: number, out: Init): InitTrack | null => {
  const tkhd = findBox(data, ['tkhd'], trak.from, trak.to)
  const mdhd = findBox(data, ['mdia', 'mdhd'], trak.from, trak.to)
  const hdlr = findBox(data, ['mdia', 'hdlr'], trak.from, trak.to)
  const stsd = findBox(data, ['mdia', 'minf', 'stbl', 'stsd'], trak.from, trak.to)
  if (!tkhd || !mdhd || !hdlr || !stsd) return null
  const [box] = boxesIn(data, stsd.from + 8, stsd.to)
  const kind = HANDLERS[data.toString('latin1', hdlr.from + 8, hdlr.from + 12)] ?? 'data'
  if (kind !== 'video' && kind !== 'audio') {
    out.lost.push({ kind, codec: box?.type ?? 'unknown', why: 'codec' })
    return null
  }
  if (!box) return null
  const entry = Buffer.from(data.subarray(box.at, box.to))
  const scheme = schemeOf(entry, kind)
  if (scheme !== null) {
    out.scheme ??= scheme
    out.lost.push({ kind, codec: box.type, why: 'encrypted' })
    return null
  }
  const timescale = data.readUInt32BE(mdhd.from + (data[mdhd.from] === 1 ? 20 : 12))
  if (timescale === 0) return null
  const codec = codecOf(entry, kind)
  const avcC = kind === 'video' ? configOf(entry, kind, 'avcC') : null
  const hvcC = kind === 'video' ? configOf(entry, kind, 'hvcC') : null
  const size = kind === 'video' ? readSize(data, trak) : { width: 0, height: 0, matrix: null }
  return {
    id: data.readUInt32BE(tkhd.from + (data[tkhd.from] === 1 ? 20 : 12)),
    kind,
    format: { kind, codec, timescale, sampleEntry: entry, ...size },
    offset: readOffset(data, trak, timescale, movieScale),
    defaults: { description: 1, duration: 0, size: 0, flags: 0 },
    lengthBytes: avcC ? ((avcC[4] ?? 0) & 3) + 1 : hvcC ? ((hvcC[21] ?? 0) & 3) + 1 : 0,
    nal: avcC ? 'avc' : hvcC ? 'hevc' : null,
  }
}

/** The tracks of an init section, or of a segment that has its own. Null when there is none or its tables end early. */
export const readInit = (data: Buffer): Init | null => {
  try {
    const moov = findBox(data, ['moov'], 0, data.length)
    if (!moov) return null
    const mvhd = findBox(data, ['mvhd'], moov.from, moov.to)
    const movieScale = (mvhd && data.readUInt32BE(mvhd.from + (data[mvhd.from] === 1 ? 20 : 12))) || 1000
    const init: Init = { tracks: [], lost: [], scheme: null }
    for (const trak of boxesIn(data, moov.from, moov.to)) {
      if (trak.type !== 'trak' || init.tracks.length >= MOST_TRACKS) continue
      const track = readTrack(data, trak, movieScale, init)
      if (track) init.tracks.push(track)
    }
    const mvex = findBox(data, ['mvex'], moov.from, moov.to)
    for (const trex of mvex ? boxesIn(data, mvex.from, mvex.to) : []) {
      if (trex.type !== 'trex') continue
      const track = init.tracks.find(({ id }) => id === data.readUInt32BE(trex.from + 4))
      if (!track) continue
      track.defaults = {
        description: data.readUInt32BE(trex.from + 8),
        duration: data.readUInt32BE(trex.from + 12),
        size: data.readUInt32BE(trex.from + 16),
        flags: data.readUInt32BE(trex.from + 20),
      }
    }
    return init
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
