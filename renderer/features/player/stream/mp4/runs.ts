import { type Box, boxesIn, find } from './boxes.ts'

/** What samples of a track have where a run says nothing (ISO/IEC 14496-12, 8.8.3), in ticks and bytes. */
export type Defaults = { duration: number; size: number; flags: number }
/** `shift`: how much later it is shown than decoded, in ticks. */
export type Sample = Defaults & { shift: number }
export type Run = {
  track: number
  /** Decoding time of the first sample, in ticks of its track. */
  at: number
  /** Where the data of the first sample begins, in bytes. */
  dataAt: number
  samples: Sample[]
}

/** tfhd (8.8.7). */
const BASE_OFFSET = 0x1
const DESCRIPTION = 0x2
const TRACK_DURATION = 0x8
const TRACK_SIZE = 0x10
const TRACK_FLAGS = 0x20
/** trun (8.8.8). */
const OFFSET = 0x1
const FIRST_FLAGS = 0x4
const FIELDS = [0x100, 0x200, 0x400, 0x800] as const

/** The defaults of each track of an init section. */
export const defaultsIn = (view: DataView): Map<number, Defaults> => {
  const mvex = find(view, ['moov', 'mvex'], { from: 0, to: view.byteLength })
  const all = mvex
    ? boxesIn(view, mvex.from, mvex.to).filter(({ type, from, to }) => type === 'trex' && to - from >= 24)
    : []
  return new Map(
    all.map(({ from }) => [
      view.getUint32(from + 4),
      { duration: view.getUint32(from + 12), size: view.getUint32(from + 16), flags: view.getUint32(from + 20) },
    ]),
  )
}

const headOf = (view: DataView, tfhd: Box, moofAt: number, known: ReadonlyMap<number, Defaults>) => {
  const flags = view.getUint32(tfhd.from) & 0xffffff
  const track = view.getUint32(tfhd.from + 4)
  let at = tfhd.from + 8
  const base = flags & BASE_OFFSET ? Number(view.getBigUint64(at)) : moofAt
  if (flags & BASE_OFFSET) at += 8
  if (flags & DESCRIPTION) at += 4
  const own = { ...(known.get(track) ?? { duration: 0, size: 0, flags: 0 }) }
  if (flags & TRACK_DURATION) {
    own.duration = view.getUint32(at)
    at += 4
  }
  if (flags & TRACK_SIZE) {
    own.size = view.getUint32(at)
    at += 4
  }
  if (flags & TRACK_FLAGS) own.flags = view.getUint32(at)
  return { track, base, own }
}

/** The runs of one moof whose header begins at `moofAt` bytes. `known`: those of `defaultsIn`. */
export const runsIn = (view: DataView, moof: Box, moofAt: number, known: ReadonlyMap<number, Defaults>): Run[] => {
  const runs: Run[] = []
  for (const traf of boxesIn(view, moof.from, moof.to).filter(({ type }) => type === 'traf')) {
    const tfhd = find(view, ['tfhd'], traf)
    const tfdt = find(view, ['tfdt'], traf)
    if (!tfhd) continue
    const { track, base, own } = headOf(view, tfhd, moofAt, known)
    let clock = 0
    if (tfdt)
      clock = view.getUint8(tfdt.from) === 1 ? Number(view.getBigUint64(tfdt.from + 4)) : view.getUint32(tfdt.from + 4)
    let dataAt = base
    for (const trun of boxesIn(view, traf.from, traf.to).filter(({ type }) => type === 'trun')) {
      const flags = view.getUint32(trun.from) & 0xffffff
      let at = trun.from + 8
      if (flags & OFFSET) {
        dataAt = base + view.getInt32(at)
        at += 4
      }
      const first = flags & FIRST_FLAGS ? view.getUint32(at) : null
      if (first !== null) at += 4
      const step = FIELDS.filter((field) => flags & field).length * 4
      const said = view.getUint32(trun.from + 4)
      // No more than there is room for, in tables or data: the count may be anything.
      const room = step > 0 ? (trun.to - at) / step : view.byteLength / Math.max(1, own.size)
      const count = Math.min(said, Math.floor(room) + (step > 0 ? 0 : 1))
      const samples = Array.from({ length: count }, (_, i): Sample => {
        let place = at + i * step
        const [duration, size, marks, shift] = FIELDS.map((field) => {
          if ((flags & field) === 0) return null
          place += 4
          return view.getInt32(place - 4)
        })
        return {
          duration: (duration ?? own.duration) >>> 0,
          size: (size ?? own.size) >>> 0,
          flags: (marks ?? (i === 0 ? first : null) ?? own.flags) >>> 0,
          shift: shift ?? 0,
        }
      })
      runs.push({ track, at: clock, dataAt, samples })
      clock += samples.reduce((sum, { duration }) => sum + duration, 0)
      dataAt += samples.reduce((sum, { size }) => sum + size, 0)
    }
  }
  return runs
}
