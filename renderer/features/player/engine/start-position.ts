import { seekTarget } from '../timeline/axis.ts'

/** Closer to an end than this, a place is not worth coming back to. */
const EDGE_S = 3

/**
 * Where playback starts, seconds: the link's moment, else where the person left off, else 0.
 * Invalid numbers and places that cannot be inside the media count as 0 (V04, V06).
 */
export const startPosition = (
  startAtMs: number | null,
  leftOffMs: number | null,
  lengthS: number | null,
): { atS: number; why: 'start' | 'link' | 'resume' } => {
  const fromLink = startAtMs === null ? null : seekTarget(startAtMs / 1000, null)
  if (fromLink !== null) return fits(fromLink, lengthS, 0) ? { atS: fromLink, why: 'link' } : { atS: 0, why: 'start' }
  const left = leftOffMs === null ? null : seekTarget(leftOffMs / 1000, null)
  if (left !== null && left > EDGE_S && fits(left, lengthS, EDGE_S)) return { atS: left, why: 'resume' }
  return { atS: 0, why: 'start' }
}

const fits = (seconds: number, lengthS: number | null, edge: number): boolean =>
  lengthS === null || seconds < lengthS - edge

/** What is kept as "left off", ms: nothing worth keeping near the ends. */
export const positionToKeep = (seconds: number, lengthS: number | null): number =>
  Number.isFinite(seconds) && seconds > EDGE_S && fits(seconds, lengthS, EDGE_S) ? Math.round(seconds * 1000) : 0
