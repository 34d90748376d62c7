/** Bounds and closed word lists of the analysis, without zod, so that the page can carry them at run time. */

/** Rises with every released change of the interpreter that changes a record; records of another version are made again. */
export const ANALYSIS_VERSION = 2

export const MOST_BUCKETS = 2_000
/** Screens a record holds per hour begun, so that a record stays below 200 KB an hour. */
export const MOST_SCREENS_PER_HOUR = 1_000

/** `none`: never asked for. `queued` and `running` may have a quick lane already; `done` has a record. */
export const analysisStates = ['none', 'queued', 'running', 'paused', 'done', 'failed'] as const

/** What holds an analysis back: the switch, the battery, or a recording that plays (the last two for background work). */
export const analysisPauses = ['switch', 'battery', 'playing'] as const
export type AnalysisPause = (typeof analysisPauses)[number]

/** Why a recording has no record. */
export const analysisReasons = [
  'not-reachable', // a part could not be fetched
  'missing', // the storage no longer has a part
  'not-a-recording', // neither MP4 nor a playlist of TS or MP4 segments
  'no-video', // no video track
  'unknown-codec', // this computer has no decoder for it
  'damaged', // the decoder gave up on a picture
  'stopped', // the page that decoded it ended more than once
] as const
export type AnalysisReason = (typeof analysisReasons)[number]

/** Thumbnails are made for the first so many screens of a recording, this wide, at most so many bytes each. */
export const MOST_THUMBNAILS = 1_000
export const THUMBNAIL_WIDTH = 320
export const MOST_THUMBNAIL_BYTES = 100_000
/** What is kept of an unfinished analysis, so that it continues where it ended. */
export const MOST_CHECKPOINT_BYTES = 32 * 2 ** 20

/** Marks requests of the analysis to the media gateway: `background`, after those of what plays. */
export const PRIORITY_HEADER = 'x-media-priority'
