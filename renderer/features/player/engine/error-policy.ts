import type { Problem, ProblemCode } from '../../../../electron/contract/result.ts'

/**
 * The one table that says what a media error means. hls.js names errors by type and detail; fatal ones have
 * stopped its loading or its media. Everything else it mends by itself. Media paths answer media or a network
 * error: why a load failed is the problem that core gives (`replay.mediaProblem`), never a status.
 */
export type EngineError = { type: string; details: string; fatal: boolean }

/**
 * Why nothing plays. `network`: no data came, which may pass. `missing`: the media is not there, or not allowed.
 * `no-picture`: data came, and neither a picture nor an error.
 */
export type EngineCause = 'codec' | 'damaged' | 'network' | 'missing' | 'bad-playlist' | 'no-picture'

/** `problem`: what core says of the load that failed, where it was one. */
export type EngineFailure = { cause: EngineCause; details: string; problem: Problem | null }

export type Verdict =
  | { action: 'ignore' }
  /** Loading stopped: wait for the links, then load on. `again` says from where. */
  | { action: 'wait'; again: 'fragments' | 'playlist' }
  /** Ask the media to start over at the same place, once. */
  | { action: 'recover-media' }
  /** Try the MP4; when there is none, show the cause. */
  | { action: 'give-up'; cause: EngineCause }

const CODEC = new Set([
  'manifestIncompatibleCodecsError',
  'bufferAddCodecError',
  'bufferIncompatibleCodecsError',
  'keySystemNoKeys',
])
const PLAYLIST_TEXT = new Set(['manifestParsingError', 'levelParsingError', 'levelEmptyError'])
const PLAYLIST_LOAD = new Set(['manifestLoadError', 'manifestLoadTimeOut', 'levelLoadError', 'levelLoadTimeOut'])

/** What neither a wait nor new links mend. */
const FINAL = new Set<ProblemCode>(['not-found', 'refused-address'])
const isFinal = ({ code, status = 0 }: Problem): boolean =>
  FINAL.has(code) || (code === 'media-error' && status >= 400 && status < 500 && status !== 416 && status !== 429)

/** After this many recoveries of the media within one minute it is called damaged. */
const MEDIA_TRIES = 1

/** Nothing came within the time of a load, and of its repetition: each took more than a minute (`hls-options.ts`). */
const TOO_LATE = new Set(['fragLoadTimeOut', 'keyLoadTimeOut', 'manifestLoadTimeOut', 'levelLoadTimeOut'])
const LATE_WAITS = 1

/** The gateway has already renewed the links once (P24): so a failed load waits for the lease instead of hammering. */
const judgeLoad = (problem: Problem | null, waits: number, again: 'fragments' | 'playlist', details = ''): Verdict => {
  if (problem && isFinal(problem)) return { action: 'give-up', cause: 'missing' }
  if (waits >= (TOO_LATE.has(details) ? LATE_WAITS : WAITS_MS.length)) return { action: 'give-up', cause: 'network' }
  // Only the new list has the parts that are there now (P22).
  return { action: 'wait', again: problem?.code === 'list-changed' ? 'playlist' : again }
}

/**
 * `mediaTries`: recoveries of the last minute. `waits`: loads tried again since data last came. `ended`: all of it was
 * shown.
 */
export const judge = (
  error: EngineError,
  problem: Problem | null,
  history: { mediaTries: number; waits: number; ended: boolean },
): Verdict => {
  // A codec that cannot be added is reported as not fatal when another level might do; recordings have one.
  if (CODEC.has(error.details)) return { action: 'give-up', cause: 'codec' }
  if (!error.fatal) return { action: 'ignore' }
  if (PLAYLIST_TEXT.has(error.details)) return { action: 'give-up', cause: 'bad-playlist' }
  if (error.type === 'networkError') {
    const again = PLAYLIST_LOAD.has(error.details) ? 'playlist' : 'fragments'
    return judgeLoad(problem, history.waits, again, error.details)
  }
  if (error.type === 'keySystemError') return { action: 'give-up', cause: 'codec' }
  // P09: a last part without media, that its end had not waited for. What a person goes back to, the watchdog loads.
  if (history.ended) return { action: 'ignore' }
  return history.mediaTries < MEDIA_TRIES ? { action: 'recover-media' } : { action: 'give-up', cause: 'damaged' }
}

/** What stops every source of a recording alike: its links, the account, the way to the service. */
const OF_ALL_SOURCES = new Set<ProblemCode>([
  'links-expired',
  'signed-out',
  'unauthorized',
  'not-reachable',
  'certificate',
])

/** Whether the MP4 may play where the list has failed. */
export const mayOtherPlay = ({ problem }: Pick<EngineFailure, 'problem'>): boolean =>
  problem === null || !OF_ALL_SOURCES.has(problem.code)

/** Growing pauses before loading is tried again unasked; a renewed lease ends a pause at once. */
export const WAITS_MS = [1_000, 2_000, 4_000, 8_000] as const

/**
 * What an error of a `<video>` means. Its code cannot tell a load that failed from a file that nothing can decode
 * (both are 4 before the metadata), so that the problem decides; without one the data came and is at fault.
 */
export const judgeVideo = (code: number, problem: Problem | null, history: { waits: number }): Verdict => {
  if (problem || code === 2) return judgeLoad(problem, history.waits, 'playlist')
  return { action: 'give-up', cause: code === 3 ? 'damaged' : 'codec' }
}
