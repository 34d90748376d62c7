import { type Box, boxesIn, find, viewOf } from './boxes.ts'
import { type Defaults, type Run, runsIn } from './runs.ts'

/** The tracks of an init section that have a header; none when it is none. */
const tracksOf = (view: DataView): { head: Box; trak: Box }[] => {
  const moov = find(view, ['moov'], { from: 0, to: view.byteLength })
  if (!moov) return []
  const traks = boxesIn(view, moov.from, moov.to).filter(({ type }) => type === 'trak')
  return traks.flatMap((trak) => {
    const head = find(view, ['tkhd'], trak)
    return head ? [{ head, trak }] : []
  })
}

/** The number behind the two instants with which `tkhd` and `mdhd` begin: an id, a timescale. */
const behindInstants = (view: DataView, { from }: Box): number =>
  view.getUint32(from + (view.getUint8(from) === 1 ? 20 : 12))

/** The id of the track of pictures of an init section; null when it has none, or is none. */
export const videoTrack = (init: Uint8Array): number | null => {
  const view = viewOf(init)
  for (const { head, trak } of tracksOf(view)) {
    const handler = find(view, ['mdia', 'hdlr'], trak)
    if (handler && view.getUint32(handler.from + 8) === 0x76696465) return behindInstants(view, head) // `vide`
  }
  return null
}

/** Ticks a second of a track of an init section; null when it does not say. */
export const timescaleOf = (init: Uint8Array, track: number): number | null => {
  const view = viewOf(init)
  for (const { head, trak } of tracksOf(view)) {
    const media = find(view, ['mdia', 'mdhd'], trak)
    if (media && behindInstants(view, head) === track) return behindInstants(view, media) || null
  }
  return null
}

/** Flags of trun (8.8.8). */
const OFFSET = 0x1
const FIRST_FLAGS = 0x4
const DURATION = 0x100
const SIZE = 0x200
const FLAGS = 0x400
const SHIFT = 0x800

const shiftsOf = (view: DataView, trun: Box): number[] => {
  const flags = view.getUint32(trun.from) & 0xffffff
  if ((flags & SHIFT) === 0) return []
  const before = [DURATION, SIZE, FLAGS].filter((flag) => flags & flag).length * 4
  const start = trun.from + 8 + (flags & OFFSET ? 4 : 0) + (flags & FIRST_FLAGS ? 4 : 0)
  const places = Array.from({ length: view.getUint32(trun.from + 4) }, (_, i) => start + i * (before + 4) + before)
  return places.filter((at) => at + 4 <= trun.to)
}

/**
 * Ticks by which the first picture of a run is shown too early: ffmpeg lays the picture that opens a group on the one
 * before it when it begins a fragment, and leaves the place behind it free (P16).
 */
const aheadOf = ({ at, samples }: Run): number => {
  let decoded = at
  const [first = 0, ...others] = samples.map(({ duration, shift }) => {
    decoded += duration
    return decoded - duration + shift
  })
  const step = samples[0]?.duration ?? 0
  return others.includes(first) && !others.includes(first + step) ? step : 0
}

/**
 * A fragment whose first picture is shown when it is decoded: hls.js puts the first decoding time at 0, and the archived
 * copy the first picture (M30); and whose first picture has a time of its own (`aheadOf`). `delays` keeps the delay by
 * discontinuity, in the track's own ticks; `known`: those of `defaultsIn`. The same bytes where nothing is to be moved.
 */
export const rewriteFragment = (
  input: Uint8Array,
  track: number,
  cc: number,
  delays: Map<number, number>,
  known: ReadonlyMap<number, Defaults> = new Map(),
): Uint8Array => {
  const runs: { at: number; places: number[] }[] = []
  const ahead: number[] = []
  const view = viewOf(input)
  for (const moof of boxesIn(view, 0, input.length).filter(({ type }) => type === 'moof')) {
    for (const run of runsIn(view, moof, moof.from - 8, known)) if (run.track === track) ahead.push(aheadOf(run))
    for (const traf of boxesIn(view, moof.from, moof.to).filter(({ type }) => type === 'traf')) {
      const head = find(view, ['tfhd'], traf)
      if (!head || view.getUint32(head.from + 4) !== track) continue
      for (const run of boxesIn(view, traf.from, traf.to).filter(({ type }) => type === 'trun'))
        runs.push({ at: run.from, places: shiftsOf(view, run) })
    }
  }
  const first = runs[0]?.places[0]
  if (!delays.has(cc) && runs.length > 0) delays.set(cc, first === undefined ? 0 : view.getInt32(first))
  const delay = delays.get(cc) ?? 0
  if (delay <= 0 && !ahead.some((ticks) => ticks > 0)) return input
  const out = input.slice()
  const write = viewOf(out)
  for (const [i, { at, places }] of runs.entries()) {
    write.setUint8(at, 1) // version 1: shifts have a sign
    for (const [nth, place] of places.entries())
      write.setInt32(place, write.getInt32(place) - Math.max(0, delay) + (nth === 0 ? (ahead[i] ?? 0) : 0))
  }
  return out
}
