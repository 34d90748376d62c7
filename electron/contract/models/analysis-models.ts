import { z } from 'zod'

/** Rises with every change of the interpreter that changes a record; records of another version are made again. */
export const ANALYSIS_VERSION = 1

export const MOST_BUCKETS = 2_000
/** Screens a record holds per hour begun, so that a record stays below 200 KB an hour. */
export const MOST_SCREENS_PER_HOUR = 1_000

/** Ms from the recording's start. */
const mediaMs = z.number().int().nonnegative()

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

/** What happened in a recording, read from its pictures. Lists are in order of time. */
export const analysisRecordModel = z.object({
  version: z.literal(ANALYSIS_VERSION),
  durationMs: mediaMs,
  /** Share of the picture that changed in each bucket, in thousandths; waiting animations do not count. */
  activity: z.object({
    bucketMs: z.number().int().positive(),
    share: z.array(z.number().int().min(0).max(1_000)).max(MOST_BUCKETS),
  }),
  /** 3 s or more without change; carets, spinners, progress bars and small animations are not change. */
  still: z.array(intervalModel),
  /** Pictures that settled after most of the picture had changed; the last one is the end screen. */
  screens: z.array(screenModel),
  /** Shortest screens left out beyond the bound. */
  screensOmitted: z.number().int().nonnegative(),
  /** Sequences of one to four screens, three times or more in a row. */
  loops: z.array(loopModel),
  /** From the last change to the end, when that is longer than 60 s. */
  frozenEnd: intervalModel.nullable(),
})
export type AnalysisRecord = z.infer<typeof analysisRecordModel>
