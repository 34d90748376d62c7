import type { AnalysisJob, AnalysisReport } from '../../electron/contract/models/analysis-models.ts'

/** What the analysis worker receives. One worker has one job. */
export type ToWorker =
  /** `sources`: absolute addresses. */
  | { type: 'start'; job: Pick<AnalysisJob, 'sources' | 'record' | 'quick' | 'checkpoint'> }
  | { type: 'proceed'; proceed: 'run' | 'pause' | 'cancel' }
  /** A recording plays in the page, so that decoding leaves it time. */
  | { type: 'playing'; playing: boolean }

/** What the analysis worker says; `done` or `failed` is the last. */
export type FromWorker = AnalysisReport

/** A worker that is asked for pictures has no job beside them. `url`: absolute. */
export type PictureRequest = { type: 'picture'; url: string; atMs: number; width: number }
/** WebP; null: the recording has none there, or could not be read. */
export type PictureAnswer = { kind: 'picture'; atMs: number; image: Blob | null }
