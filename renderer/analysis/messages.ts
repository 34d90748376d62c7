import type { AnalysisJob, AnalysisReport } from '../../electron/contract/models/analysis-models.ts'

/** How much of the time decoding takes: all, a share because a recording plays, none because one seeks. */
export type Pace = 'full' | 'shared' | 'rest'

/** What the analysis worker receives. One worker has one job. */
export type ToWorker =
  /** `sources`: absolute addresses. */
  | { type: 'start'; job: Pick<AnalysisJob, 'sources' | 'record' | 'quick' | 'checkpoint'> }
  | { type: 'proceed'; proceed: 'run' | 'pause' | 'cancel' }
  | { type: 'pace'; pace: Pace }

/** What the analysis worker says; `done` or `failed` is the last. */
export type FromWorker = AnalysisReport

/** A worker that is asked for pictures has no job beside them. `url`: absolute. */
export type PictureRequest = { type: 'picture'; url: string; atMs: number; width: number }
/** WebP; null: the recording has none there, or could not be read. */
export type PictureAnswer = { kind: 'picture'; atMs: number; image: Blob | null }
