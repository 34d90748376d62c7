import type { AnalysisRecord } from '../../../../electron/contract/models/analysis-models.ts'
import { changesOf } from '../timeline/activity-area.ts'
import { inTime, type TimedStep } from './timed-steps.ts'

/** Why a session failed, in one line, and where it shows, ms of video time; null: not known. */
export type Failure = { text: string; atMs: number | null }

/**
 * Where a failed session shows its failure, ms of video time: at the last step that says it failed, else at the last step
 * before the end, else at the last change of the picture. Null: nothing is known.
 */
export const failureMoment = (
  steps: readonly TimedStep[],
  record: Pick<AnalysisRecord, 'activity'> | null,
  lengthMs: number | null,
): number | null => {
  const timed = inTime(steps).filter(({ mediaMs }) => lengthMs === null || mediaMs <= lengthMs)
  const step = timed.findLast(({ failed }) => failed) ?? timed.at(-1)
  if (step) return step.mediaMs
  const change = record ? changesOf(record.activity).at(-1) : undefined
  return change === undefined ? null : change * 1_000
}
