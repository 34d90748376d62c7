/**
 * The one table that says what a media error means. hls.js names errors by type and detail; fatal ones have
 * stopped its loading or its media. Everything else it mends by itself.
 */
export type EngineError = { type: string; details: string; fatal: boolean; status: number | null }

/** Why nothing plays, as far as the engine can know. */
export type EngineCause = 'codec' | 'damaged' | 'network' | 'bad-playlist'

export type Verdict =
  | { act: 'ignore' }
  /** Loading stopped: wait for the links, then load on. `again` says from where. */
  | { act: 'wait'; again: 'fragments' | 'playlist' }
  /** Ask the media to start over at the same place, once. */
  | { act: 'recover-media' }
  /** Try the MP4; when there is none, show the cause. */
  | { act: 'give-up'; cause: EngineCause }

const CODEC = new Set([
  'manifestIncompatibleCodecsError',
  'bufferAddCodecError',
  'bufferIncompatibleCodecsError',
  'keySystemNoKeys',
])
const PLAYLIST_TEXT = new Set(['manifestParsingError', 'levelParsingError', 'levelEmptyError'])
const PLAYLIST_LOAD = new Set(['manifestLoadError', 'manifestLoadTimeOut', 'levelLoadError', 'levelLoadTimeOut'])

/** After this many recoveries of the media within one minute it is called damaged. */
const MEDIA_TRIES = 1

/**
 * `mediaTries`: recoveries of the last minute. `waits`: loads tried again since data last came.
 * hls.js never retries a 4xx, and the gateway has already renewed the links once (P24): so a fatal network
 * error waits for the lease instead of hammering.
 */
export const judge = (error: EngineError, history: { mediaTries: number; waits: number }): Verdict => {
  // A codec that cannot be added is reported as not fatal when another level might do; recordings have one.
  if (CODEC.has(error.details)) return { act: 'give-up', cause: 'codec' }
  if (!error.fatal) return { act: 'ignore' }
  if (PLAYLIST_TEXT.has(error.details)) return { act: 'give-up', cause: 'bad-playlist' }
  if (error.type === 'networkError') {
    if (error.status === 415 || error.status === 422) return { act: 'give-up', cause: 'bad-playlist' }
    if (history.waits >= WAITS_MS.length) return { act: 'give-up', cause: 'network' }
    return { act: 'wait', again: PLAYLIST_LOAD.has(error.details) ? 'playlist' : 'fragments' }
  }
  if (error.type === 'keySystemError') return { act: 'give-up', cause: 'codec' }
  return history.mediaTries < MEDIA_TRIES ? { act: 'recover-media' } : { act: 'give-up', cause: 'damaged' }
}

/** Growing pauses before loading is tried again unasked; a renewed lease ends a pause at once. */
export const WAITS_MS = [1_000, 2_000, 4_000, 8_000] as const

/** What a `<video>` error means once the address itself was asked (`reachable`: it answered 200 or 206). */
export const judgeVideo = (code: number, reachable: boolean, history: { waits: number }): Verdict => {
  if (!reachable || code === 2) {
    return history.waits < WAITS_MS.length ? { act: 'wait', again: 'playlist' } : { act: 'give-up', cause: 'network' }
  }
  return { act: 'give-up', cause: code === 3 ? 'damaged' : 'codec' }
}
