import { type Box, boxesIn, findBox } from './box-walk.ts'
import type { Defaults } from './init.ts'

/** A sample as the tables of a fragment describe it; times in ticks of its track. */
type FragmentSample = {
  data: Buffer
  pts: number
  dts: number
  duration: number
  /** How long the samples last that should follow and are not there. */
  rest: number
  /** What the flags say. */
  sync: boolean
}

export type FragmentRun = {
  id: number
  samples: FragmentSample[]
  /** Samples that the tables promise and the segment does not hold. */
  lacking: number
  /** Decode time behind the last sample. */
  next: number
}

const NOT_SYNC = 0x10000
/** Samples of one segment; tables that promise more are noise. */
const MOST_SAMPLES = 2_000_000

type Known = { defaults: Defaults; next: number }

/**
 * One track fragment (ISO 14496-12, 8.8.7 to 8.8.12). No byte of a sample is copied. Null when its track is not
 * known; throws RangeError when a table ends too early or promises more than can be.
 */
const readTraf = (
  data: Buffer,
  traf: Box,
  bases: { moof: number; first: { base: number } | null; end: number; count: number },
  known: (id: number) => Known | null,
): (FragmentRun & { end: number; count: number; base: number | null }) | null => {
  const tfhd = findBox(data, ['tfhd'], traf.from, traf.to)
  if (!tfhd) throw new RangeError('tfhd')
  const id = data.readUInt32BE(tfhd.from + 4)
  const track = known(id)
  const has = data.readUInt32BE(tfhd.from)
  let at = tfhd.from + 8
  const word = (): number => {
    at += 4
    return data.readUInt32BE(at - 4)
  }
  let base: number | null = null
  if (has & 0x1) {
    base = Number(data.readBigUInt64BE(at))
    at += 8
  }
  const defaults = { ...(track?.defaults ?? { duration: 0, size: 0, flags: 0 }) }
  if (has & 0x2) at += 4
  if (has & 0x8) defaults.duration = word()
  if (has & 0x10) defaults.size = word()
  if (has & 0x20) defaults.flags = word()
  // A position in the whole file, of which the segment is a part: fragments name the place of their own moof.
  const start = base !== null ? bases.moof + base - (bases.first?.base ?? base) : has & 0x20000 ? bases.moof : bases.end
  const tfdt = findBox(data, ['tfdt'], traf.from, traf.to)
  const began = tfdt
    ? data[tfdt.from] === 1
      ? Number(data.readBigUInt64BE(tfdt.from + 4))
      : data.readUInt32BE(tfdt.from + 4)
    : (track?.next ?? 0)
  const run = { id, samples: [] as FragmentSample[], lacking: 0, next: began, end: start, count: bases.count, base }
  for (const trun of boxesIn(data, traf.from, traf.to)) {
    if (trun.type === 'trun') readTrun(data, trun, start, defaults, run)
  }
  return track ? run : { ...run, samples: [], lacking: 0 }
}

const readTrun = (
  data: Buffer,
  trun: Box,
  start: number,
  defaults: { duration: number; size: number; flags: number },
  run: FragmentRun & { end: number; count: number },
): void => {
  const flags = data.readUInt32BE(trun.from)
  const count = data.readUInt32BE(trun.from + 4)
  let at = trun.from + 8
  const word = (): number => {
    at += 4
    return data.readUInt32BE(at - 4)
  }
  if (flags & 0x1) run.end = start + (word() | 0)
  const firstFlags = flags & 0x4 ? word() : null
  const each = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4
  run.count += count
  if (at + count * each > trun.to || run.count > MOST_SAMPLES) throw new RangeError('trun')
  for (let n = 0; n < count; n++) {
    const duration = flags & 0x100 ? word() : defaults.duration
    const size = flags & 0x200 ? word() : defaults.size
    const own = flags & 0x400 ? word() : n === 0 ? firstFlags : null
    // Version 0 is unsigned, but negative offsets are written there too; none is longer than 2^31.
    const offset = flags & 0x800 ? word() | 0 : 0
    const from = run.end
    run.end += size
    if (from < 0 || run.end > data.length) {
      run.lacking++
      const shown = run.samples[run.samples.length - 1]
      if (shown) shown.rest += duration
    } else if (size > 0) {
      run.samples.push({
        data: data.subarray(from, run.end),
        pts: run.next + offset,
        dts: run.next,
        duration,
        rest: 0,
        sync: ((own ?? defaults.flags) & NOT_SYNC) === 0,
      })
    }
    run.next += duration
  }
}

export type Fragments = { runs: FragmentRun[]; moofs: number; damaged: string | null }

/** All fragments of a segment, whatever is in front of them and between them (P15). */
export const readFragments = (data: Buffer, known: (id: number) => Known | null): Fragments => {
  const out: Fragments = { runs: [], moofs: 0, damaged: null }
  const next = new Map<number, number>()
  let count = 0
  const knownNow = (id: number): Known | null => {
    const track = known(id)
    return track && { ...track, next: next.get(id) ?? track.next }
  }
  try {
    const onCut = ({ type }: Box): void => {
      if (type === 'moof') out.damaged = 'moof'
    }
    for (const moof of boxesIn(data, 0, data.length, onCut)) {
      if (moof.type !== 'moof') continue
      out.moofs++
      const bases = { moof: moof.at, first: null as { base: number } | null, end: moof.at, count }
      for (const traf of boxesIn(data, moof.from, moof.to)) {
        if (traf.type !== 'traf') continue
        const run = readTraf(data, traf, bases, knownNow)
        if (!run) continue
        if (run.base !== null) bases.first ??= { base: run.base }
        bases.end = run.end
        bases.count = count = run.count
        next.set(run.id, run.next)
        out.runs.push({ id: run.id, samples: run.samples, lacking: run.lacking, next: run.next })
      }
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    out.damaged = 'tables'
  }
  return out
}
