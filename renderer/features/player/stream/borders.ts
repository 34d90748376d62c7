import type { Fragment } from 'hls.js'
import { boxesIn, viewOf } from './mp4/boxes.ts'
import { type Defaults, runsIn } from './mp4/runs.ts'

/** What of a fragment of hls.js says where it lies; seconds of video time. */
type Placed = Pick<Fragment, 'start' | 'duration' | 'startPTS' | 'setStart'>
type Streams = { audio?: object | null; video?: { endPTS: number } | null }

/**
 * Lays the segments that have not come yet behind the pictures of `loaded`. hls.js lays them where the first of its
 * streams ends, so that it would look for the last pictures of a segment in the next one when sound leads (M01, K1).
 */
export const followPictures = (all: readonly Placed[], loaded: Placed & { elementaryStreams: Streams }): void => {
  const { audio, video } = loaded.elementaryStreams
  if (!audio || !video) return
  let startS = video.endPTS
  for (const next of all.slice(all.indexOf(loaded) + 1)) {
    if (next.startPTS !== undefined) return
    next.setStart(startS)
    startS += next.duration
  }
}

/** When the first picture of a fragment is decoded, in seconds of its own clock; null when it has none. */
export const startOf = (
  bytes: Uint8Array,
  video: { id: number; timescale: number },
  known: ReadonlyMap<number, Defaults>,
): number | null => {
  const view = viewOf(bytes)
  for (const moof of boxesIn(view, 0, bytes.length).filter(({ type }) => type === 'moof')) {
    const run = runsIn(view, moof, moof.from - 8, known).find(({ track }) => track === video.id)
    if (run) return run.at / video.timescale
  }
  return null
}

/** Farther than this from where its own clock says hls.js moves a fragment in place of its playlist, seconds. */
const ASTRAY_S = 0.5

/** Lays a fragment where its own clock says, seconds of video time, when hls.js would move it. */
export const layAstray = (part: Pick<Fragment, 'start' | 'setStart'>, startS: number): void => {
  if (startS >= 0 && Math.abs(startS - part.start) > ASTRAY_S) part.setStart(startS)
}

/**
 * Lays fragments where their own clock says, once that of the first one is known: hls.js takes the lengths in the
 * playlist for right, and moves the pictures instead (K9). Of its discontinuity alone: others have another clock.
 */
export const createPlaces = () => {
  let zero: { cc: number; atS: number } | null = null
  return {
    put: (part: Pick<Fragment, 'cc' | 'start' | 'setStart'>, ownS: number | null): void => {
      if (ownS === null) return
      if (part.start === 0) zero = { cc: part.cc, atS: ownS }
      if (zero?.cc !== part.cc) return
      layAstray(part, ownS - zero.atS)
    },
  }
}

/**
 * Where discontinuities begin. hls.js lays what has not come yet behind what came last, by the lengths in the list; when
 * cuts lie inside pictures it is off by as much as the cut, and the first segment that comes of a discontinuity lays all
 * of it. Unless the segment in front has come, the playlist is nearer. Seconds of video time.
 */
export const createBegins = () => {
  const listed = new Map<number, number>()
  const zeros = new Map<number, number>()
  return {
    /** The fragments as the playlist has them. */
    read: (all: readonly Pick<Fragment, 'cc' | 'start'>[]): void => {
      for (const { cc, start } of all) if (!listed.has(cc)) listed.set(cc, start)
    },
    /** Before the first segment of a discontinuity is read. */
    place: (all: readonly (Placed & Pick<Fragment, 'cc'>)[], cc: number): void => {
      const own = all.filter((part) => part.cc === cc)
      const [first] = own
      if (!first || own.some(({ startPTS }) => startPTS !== undefined)) return
      const before = all[all.indexOf(first) - 1]
      const shift = (listed.get(cc) ?? first.start) - first.start
      if (before && before.startPTS === undefined && Math.abs(shift) < before.duration)
        for (const part of own) part.setStart(part.start + shift)
      zeros.set(cc, first.start)
    },
    /** Where it was laid; undefined before. */
    of: (cc: number): number | undefined => zeros.get(cc),
  }
}
