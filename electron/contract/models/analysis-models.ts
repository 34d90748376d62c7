import { z } from 'zod'
import {
  ANALYSIS_VERSION,
  analysisPauses,
  analysisReasons,
  analysisStates,
  MOST_BUCKETS,
  MOST_CHECKPOINT_BYTES,
  MOST_SCREENS_PER_HOUR,
  MOST_THUMBNAIL_BYTES,
  MOST_THUMBNAILS,
} from '../constants/analysis-constants.ts'
import { sessionIdModel } from './session-models.ts'

/** No recording is longer: three weeks. Lists are bounded by it before any work. */
const LONGEST_MS = 21 * 24 * 3_600_000
const MOST_INTERVALS = 20_000
const MOST_SCREENS = 10 * MOST_SCREENS_PER_HOUR

/** Ms from the recording's start. */
const mediaMs = z.number().int().min(0).max(LONGEST_MS)

const intervalModel = z.object({ startMs: mediaMs, endMs: mediaMs })
export type Interval = z.infer<typeof intervalModel>

const screenModel = z.object({
  startMs: mediaMs,
  endMs: mediaMs,
  /** How long nothing changed before the change that led here, ms, the change itself included. */
  waitMs: mediaMs,
  /** Perceptual hash, 64 bits as hex: similar pictures differ in few bits. */
  hash: z.string().regex(/^[0-9a-f]{16}$/),
})
export type Screen = z.infer<typeof screenModel>

const loopModel = z.object({
  startMs: mediaMs,
  endMs: mediaMs,
  /** Screens of one repetition. */
  period: z.number().int().min(1).max(4),
  /** Whole repetitions. */
  count: z.number().int().min(3),
})
export type Loop = z.infer<typeof loopModel>

const laneModel = z.object({
  bucketMs: z.number().int().positive(),
  share: z.array(z.number().int().min(0).max(1_000)).max(MOST_BUCKETS),
})

/** What happened in a recording, read from its pictures. Lists are in order of time. */
export const analysisRecordModel = z.object({
  version: z.literal(ANALYSIS_VERSION),
  durationMs: mediaMs,
  /** Share of the picture that changed in each bucket, in thousandths; waiting animations do not count. */
  activity: laneModel,
  /** 3 s or more without change; carets, spinners, progress bars and small animations are not change. */
  still: z.array(intervalModel).max(MOST_INTERVALS),
  /** Pictures that settled after most of the picture had changed; the last one is the end screen. */
  screens: z.array(screenModel).max(MOST_SCREENS),
  /** Shortest screens left out beyond the bound. */
  screensOmitted: z.number().int().nonnegative(),
  /** Sequences of one to four screens, three times or more in a row. */
  loops: z.array(loopModel).max(MOST_INTERVALS),
  /** From the last change to the end, when that is longer than 60 s. */
  frozenEnd: intervalModel.nullable(),
})
export type AnalysisRecord = z.infer<typeof analysisRecordModel>

/** An approximate activity lane from the sizes of the packets, shown until the record is there: it knows no still time. */
export const quickLaneModel = z.object({ durationMs: mediaMs, ...laneModel.shape })
export type QuickLane = z.infer<typeof quickLaneModel>

/** The analysis of one session's recording as the page sees it. */
export const analysisModel = z.object({
  accountId: z.string(),
  sessionId: sessionIdModel,
  state: z.enum(analysisStates),
  /** Of `paused`. */
  pausedBy: z.enum(analysisPauses).nullable(),
  /** Of `running`: share of the recording that is decoded, 0 to 1. */
  progress: z.number().min(0).max(1).nullable(),
  /** Approximate; null once the record is there, or while nothing is known. */
  quick: quickLaneModel.nullable(),
  record: analysisRecordModel.nullable(),
  /** Key of the thumbnails for `thumbnailPath`; null while there are none. */
  thumbnails: z.string().nullable(),
  /** Of `failed`; its sentence is in `contract/text/analysis-text.ts`. */
  reason: z.enum(analysisReasons).nullable(),
})
export type Analysis = z.infer<typeof analysisModel>

/** What the analysis does now, for the status bar. */
export const analysisStatusModel = z.object({
  state: z.enum(['idle', 'running', 'paused']),
  pausedBy: z.enum(analysisPauses).nullable(),
  /** Recordings that wait, the running one not counted. */
  queued: z.number(),
  current: z.object({ sessionId: sessionIdModel, progress: z.number().min(0).max(1) }).nullable(),
})
export type AnalysisStatus = z.infer<typeof analysisStatusModel>

/** One recording that the page is to analyse. */
export const analysisJobModel = z.object({
  jobId: z.string(),
  accountId: z.string(),
  sessionId: sessionIdModel,
  /** Media paths of the recording; each is tried once the one before could not be decoded. */
  sources: z.array(z.string()),
  /** Nothing is decoded again when the record is there: only its thumbnails are made. */
  record: analysisRecordModel.nullable(),
  quick: quickLaneModel.nullable(),
  /** What an earlier run left, as the worker wrote it. */
  checkpoint: z.instanceof(Uint8Array).nullable(),
})
export type AnalysisJob = z.infer<typeof analysisJobModel>

/** What the page says of the job it has. `alive`: nothing new. */
export const analysisReportModel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('alive') }),
  z.object({ kind: z.literal('progress'), progress: z.number().min(0).max(1) }),
  z.object({ kind: z.literal('quick'), lane: quickLaneModel }),
  z.object({
    kind: z.literal('checkpoint'),
    data: z.instanceof(Uint8Array).refine(({ length }) => length <= MOST_CHECKPOINT_BYTES, 'too large'),
  }),
  z.object({ kind: z.literal('record'), record: analysisRecordModel }),
  z.object({
    kind: z.literal('thumbnail'),
    /** Of the screen in the record; null: the last picture of the recording. */
    index: z
      .number()
      .int()
      .min(0)
      .max(MOST_THUMBNAILS - 1)
      .nullable(),
    /** WebP. */
    image: z.instanceof(Uint8Array).refine(({ length }) => length <= MOST_THUMBNAIL_BYTES, 'too large'),
  }),
  z.object({ kind: z.literal('done') }),
  /** `part`: the media path that could not be fetched. */
  z.object({ kind: z.literal('failed'), reason: z.enum(analysisReasons), part: z.string().max(12_000).nullable() }),
])
export type AnalysisReport = z.infer<typeof analysisReportModel>
