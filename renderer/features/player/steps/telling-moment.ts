import type { AnalysisRecord } from '../../../../electron/contract/models/analysis-models.ts'
import { changesOf } from '../timeline/activity-area.ts'
import type { Failure } from './failure-moment.ts'

/** Where a recording says most to who judges it, ms of video time. */
export type TellingMoment = { atMs: number; why: 'failure' | 'change' | 'end' }

/** What led to the moment is seen as well. */
const LEAD_MS = 2_000
const BEFORE_END_MS = 10_000

/**
 * Where the session failed, else the last change before the end, each with what led to it, else 10 s before the end. Null:
 * not even the length is known.
 */
export const tellingMoment = (
  failure: Failure | null,
  record: Pick<AnalysisRecord, 'activity'> | null,
  lengthMs: number | null,
): TellingMoment | null => {
  const inside = (atMs: number): boolean => lengthMs === null || atMs < lengthMs
  const lead = (atMs: number): number => Math.max(0, atMs - LEAD_MS)
  const failedMs = failure?.atMs ?? null
  if (failedMs !== null && inside(failedMs)) return { atMs: lead(failedMs), why: 'failure' }
  const changedMs = record && changesOf(record.activity).findLast((atS) => inside(atS * 1_000))
  if (changedMs) return { atMs: lead(changedMs * 1_000), why: 'change' }
  return lengthMs === null ? null : { atMs: Math.max(0, lengthMs - BEFORE_END_MS), why: 'end' }
}

/** What is said when a recording opens there. */
export const momentText: Record<TellingMoment['why'], string> = {
  failure: 'Starts at the failure',
  change: 'Starts at the last change',
  end: 'Starts 10 s before the end',
}
