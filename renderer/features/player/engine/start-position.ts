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

/** The streams that a source has begun with, as hls.js names them. */
type Tracks = { audio?: unknown; video?: unknown; audiovideo?: unknown }

/**
 * Buffers are fixed by what comes first: when that is sound alone, playback is rebuilt once pictures come, where they
 * begin or behind it where someone went (M23). `restart` runs outside of hls.js's own event, and `hereS` is read only then:
 * a seek in between is kept. Seconds of video time.
 */
export const createTrackWatch = (deps: { hereS: () => number; restart: (place: () => number) => void }) => {
  let soundAlone = false
  let loadedS = 0
  return {
    /** What came last begins here. */
    loaded: (startS: number): void => {
      loadedS = startS
    },
    /** Answers whether there is sound. */
    began: (tracks: Tracks): boolean => {
      const sound = 'audio' in tracks || 'audiovideo' in tracks
      const pictures = 'video' in tracks || 'audiovideo' in tracks
      const pictureS = loadedS
      if (soundAlone && pictures) deps.restart(() => Math.max(pictureS, deps.hereS()))
      soundAlone = sound && !pictures
      return sound
    },
  }
}
