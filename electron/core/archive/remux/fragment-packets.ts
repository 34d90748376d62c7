import type { Packet } from './packets.ts'

type Box = { type: string; from: number; to: number }

/** The boxes between two positions; a box that leaves its parent ends the walk. */
const boxes = function* (data: Buffer, start: number, end: number): Generator<Box & { at: number }> {
  let at = start
  while (at + 8 <= end) {
    const size = data.readUInt32BE(at)
    const type = data.toString('latin1', at + 4, at + 8)
    const large = size === 1 && at + 16 <= end
    const length = large ? Number(data.readBigUInt64BE(at + 8)) : size === 0 ? end - at : size
    const to = at + length
    if (length < 8 || to > end) return
    yield { type, at, from: at + (large ? 16 : 8), to }
    at = to
  }
}

const find = (data: Buffer, path: string[], from = 0, to = data.length): Box | null => {
  const [type, ...rest] = path
  for (const box of boxes(data, from, to)) {
    if (box.type === type) return rest.length === 0 ? box : find(data, rest, box.from, box.to)
  }
  return null
}

/** What the fragments of a one-track recording need of its init section. */
export type FragmentTrack = { id: number; timescale: number; duration: number; size: number; flags: number }

const KNOWN = new Set(['avc1', 'avc3', 'hvc1', 'hev1', 'vp09', 'av01'])

/** Null when there is not exactly one track of open video: mediabunny reads that. */
export const readFragmentTrack = (init: Buffer): FragmentTrack | null => {
  const moov = find(init, ['moov'])
  if (!moov) return null
  const traks = [...boxes(init, moov.from, moov.to)].filter(({ type }) => type === 'trak')
  const trex = find(init, ['mvex', 'trex'], moov.from, moov.to)
  const [trak] = traks
  if (traks.length !== 1 || !trak || !trex) return null
  const mdhd = find(init, ['mdia', 'mdhd'], trak.from, trak.to)
  const stsd = find(init, ['mdia', 'minf', 'stbl', 'stsd'], trak.from, trak.to)
  if (!mdhd || !stsd || !KNOWN.has(init.toString('latin1', stsd.from + 12, stsd.from + 16))) return null
  return {
    id: init.readUInt32BE(trex.from + 4),
    timescale: init.readUInt32BE(mdhd.from + (init[mdhd.from] === 1 ? 20 : 12)),
    duration: init.readUInt32BE(trex.from + 12),
    size: init.readUInt32BE(trex.from + 16),
    flags: init.readUInt32BE(trex.from + 20),
  }
}

const NOT_SYNC = 0x10000

/** The samples of one track fragment; false when its bytes are not in the segment. */
const readTraf = (data: Buffer, moofAt: number, traf: Box, track: FragmentTrack, out: Packet[]): boolean => {
  const tfhd = find(data, ['tfhd'], traf.from, traf.to)
  if (!tfhd || data.readUInt32BE(tfhd.from + 4) !== track.id) return false
  const defaults = { ...track }
  const has = data.readUInt32BE(tfhd.from)
  if (has & 0x1) return false // positions in a file that the segment is only a part of
  let at = tfhd.from + 8
  const word = (): number => {
    at += 4
    return data.readUInt32BE(at - 4)
  }
  if (has & 0x2) at += 4
  if (has & 0x8) defaults.duration = word()
  if (has & 0x10) defaults.size = word()
  if (has & 0x20) defaults.flags = word()
  const tfdt = find(data, ['tfdt'], traf.from, traf.to)
  if (!tfdt) return false
  let time = data[tfdt.from] === 1 ? Number(data.readBigUInt64BE(tfdt.from + 4)) : data.readUInt32BE(tfdt.from + 4)
  let bytes = -1
  for (const trun of boxes(data, traf.from, traf.to)) {
    if (trun.type !== 'trun') continue
    const flags = data.readUInt32BE(trun.from)
    const count = data.readUInt32BE(trun.from + 4)
    at = trun.from + 8
    if (flags & 0x1) bytes = moofAt + (word() | 0)
    const firstFlags = flags & 0x4 ? word() : null
    for (let n = 0; n < count; n++) {
      const duration = flags & 0x100 ? word() : defaults.duration
      const size = flags & 0x200 ? word() : defaults.size
      const own = flags & 0x400 ? word() : n === 0 ? firstFlags : null
      // Version 0 is unsigned, but negative offsets are written there too; none is longer than 2^31.
      const offset = flags & 0x800 ? word() | 0 : 0
      if (bytes < 0 || bytes + size > data.length) return false
      out.push({
        data: data.subarray(bytes, bytes + size),
        key: ((own ?? defaults.flags) & NOT_SYNC) === 0,
        at: (time + offset) / track.timescale,
        duration: duration / track.timescale,
      })
      bytes += size
      time += duration
    }
  }
  return true
}

/**
 * The pictures of a fragmented segment, whatever stands in front of its fragments (P15). No byte is copied.
 * Null when something is not as simple as that: mediabunny reads it then.
 */
export const readFragmentPackets = (segment: Buffer, track: FragmentTrack): Packet[] | null => {
  const packets: Packet[] = []
  try {
    for (const moof of boxes(segment, 0, segment.length)) {
      if (moof.type !== 'moof') continue
      for (const traf of boxes(segment, moof.from, moof.to)) {
        if (traf.type === 'traf' && !readTraf(segment, moof.at, traf, track, packets)) return null
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return null // a table that ends too early
    throw error
  }
  return packets.length > 0 ? packets : null
}
