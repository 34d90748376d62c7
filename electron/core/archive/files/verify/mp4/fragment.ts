import { type Box, childrenOf, findBox } from './buffer-boxes.ts'
import type { Track } from './movie.ts'
import { BadTables, checkCount } from './sample-list.ts'

/** `sample_is_non_sync_sample` (ISO 14496-12, 8.8.3.1). */
const NOT_SYNC = 0x10000

const signed = (value: number): number => (value >= 2 ** 31 ? value - 2 ** 32 : value)

/** Reads fields one after the other; what leaves the box throws RangeError. */
const createFields = (bytes: Buffer, box: Box) => {
  let at = box.from
  const need = (count: number): number => {
    if (at + count > box.end) throw new RangeError('box cut short')
    at += count
    return at - count
  }
  return {
    u32: () => bytes.readUInt32BE(need(4)),
    u64: () => Number(bytes.readBigUInt64BE(need(8))),
    left: () => box.end - at,
  }
}

type Base = { place: number; duration: number; size: number; flags: number }

const readRun = (bytes: Buffer, trun: Box, track: Track, base: Base, next: number, fileBytes: number): number => {
  const { u32, left } = createFields(bytes, trun)
  const head = u32()
  const flags = head & 0xffffff
  const count = u32()
  const row = [0x100, 0x200, 0x400, 0x800].filter((bit) => flags & bit).length * 4
  let place = flags & 0x1 ? base.place + signed(u32()) : next
  const firstFlags = flags & 0x4 ? u32() : null
  if (count * row > left()) throw new BadTables('a run of samples is cut short')
  checkCount(count, flags & 0x200 ? 0 : base.size, fileBytes)
  for (let n = 0; n < count; n++) {
    const duration = flags & 0x100 ? u32() : base.duration
    const size = flags & 0x200 ? u32() : base.size
    const said = flags & 0x400 ? u32() : n === 0 && firstFlags !== null ? firstFlags : base.flags
    const shift = flags & 0x800 ? signed(u32()) : 0
    track.samples.addPlace(place, size, (said & NOT_SYNC) === 0)
    track.samples.addTime(track.clock, track.clock + shift, duration)
    track.clock += duration
    place += size
  }
  return place
}

/** Adds the samples of a `moof` at the offset `at`; `bytes` without its header (8.8.4 to 8.8.12). */
export const readFragment = (bytes: Buffer, at: number, tracks: Track[], fileBytes: number): void => {
  let behind = at // where the data of a track begins that does not say it
  for (const traf of childrenOf(bytes, 0, bytes.length)) {
    if (traf.type !== 'traf') continue
    const tfhd = findBox(bytes, traf, 'tfhd')
    if (!tfhd) continue
    const { u32, u64 } = createFields(bytes, tfhd)
    const flags = u32() & 0xffffff
    const id = u32()
    const track = tracks.find((one) => one.id === id)
    if (!track) continue
    const said = flags & 0x1 ? u64() : null
    if (flags & 0x2) u32()
    const base: Base = {
      place: said ?? (flags & 0x20000 ? at : behind),
      duration: flags & 0x8 ? u32() : track.defaults.duration,
      size: flags & 0x10 ? u32() : track.defaults.size,
      flags: flags & 0x20 ? u32() : track.defaults.flags,
    }
    const tfdt = findBox(bytes, traf, 'tfdt')
    if (tfdt) {
      const time = createFields(bytes, tfdt)
      const version = time.u32() >>> 24
      track.clock = version === 1 ? time.u64() : time.u32()
    }
    let next = base.place
    for (const trun of childrenOf(bytes, traf.from, traf.end)) {
      if (trun.type === 'trun') next = readRun(bytes, trun, track, base, next, fileBytes)
    }
    behind = next
  }
}
