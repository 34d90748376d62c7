import { type Box, boxesIn, find } from './mp4-boxes.ts'

/** What samples of a track have where a run says nothing (ISO/IEC 14496-12, 8.8.3), in ticks and bytes. */
export type Defaults = { duration: number; size: number }
export type Run = {
  track: number
  /** Decoding time of the first sample, in ticks of its track. */
  at: number
  /** Where the count of samples stands, and where the data of the first sample begins, in bytes. */
  countAt: number
  dataAt: number
  samples: { duration: number; size: number }[]
}

/** tfhd (8.8.7). */
const BASE_OFFSET = 0x1
const DESCRIPTION = 0x2
const TRACK_DURATION = 0x8
const TRACK_SIZE = 0x10
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
      { duration: view.getUint32(from + 12), size: view.getUint32(from + 16) },
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
  const own = { ...(known.get(track) ?? { duration: 0, size: 0 }) }
  if (flags & TRACK_DURATION) {
    own.duration = view.getUint32(at)
    at += 4
  }
  if (flags & TRACK_SIZE) own.size = view.getUint32(at)
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
      if (flags & FIRST_FLAGS) at += 4
      const step = FIELDS.filter((field) => flags & field).length * 4
      const said = view.getUint32(trun.from + 4)
      const count = step > 0 ? Math.min(said, Math.floor((trun.to - at) / step)) : said
      const samples = Array.from({ length: count }, (_, i) => {
        const field = at + i * step
        return {
          duration: flags & 0x100 ? view.getUint32(field) : own.duration,
          size: flags & 0x200 ? view.getUint32(field + (flags & 0x100 ? 4 : 0)) : own.size,
        }
      })
      runs.push({ track, at: clock, countAt: trun.from + 4, dataAt, samples })
      clock += samples.reduce((sum, { duration }) => sum + duration, 0)
      dataAt += samples.reduce((sum, { size }) => sum + size, 0)
    }
  }
  return runs
}
