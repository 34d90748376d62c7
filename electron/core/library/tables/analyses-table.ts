import type { DatabaseSync } from 'node:sqlite'
import type { z } from 'zod'
import {
  ANALYSIS_VERSION,
  type AnalysisReason,
  analysisReasons,
} from '../../../contract/constants/analysis-constants.ts'
import {
  type AnalysisRecord,
  analysisRecordModel,
  type QuickLane,
  quickLaneModel,
} from '../../../contract/models/analysis-models.ts'
import type { Result } from '../../../contract/result.ts'
import type { RunSql } from '../database/sql-result.ts'
import { type DbRow, numberOf } from '../sessions/session-rows.ts'

/** How far the analysis of a recording is. `statedMs`: its declared length at that time; another length means another recording. */
export type AnalysisProgress = {
  state: 'started' | 'done' | 'failed'
  statedMs: number | null
  /** Length and screens of the record; null without one. */
  durationMs: number | null
  screens: number | null
  /** Key of its thumbnails; null while there are none. */
  thumbnails: string | null
  reason: AnalysisReason | null
}
type StoredAnalysis = AnalysisProgress & { record: AnalysisRecord | null; quick: QuickLane | null }
export type AnalysesTable = ReturnType<typeof createAnalysesTable>

const parsed = <T>(model: z.ZodType<T>, stored: unknown): T | null => {
  if (typeof stored !== 'string') return null
  try {
    return model.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    return null // an invalid stored value counts as not stored
  }
}

const toProgress = (row: DbRow): AnalysisProgress => ({
  state: row.state === 'done' || row.state === 'failed' ? row.state : 'started',
  statedMs: numberOf(row.said_ms),
  durationMs: row.has_record === 1 ? numberOf(row.duration_ms) : null,
  screens: row.has_record === 1 ? numberOf(row.screens) : null,
  thumbnails: typeof row.thumbnails === 'string' ? row.thumbnails : null,
  reason: analysisReasons.find((reason) => reason === row.reason) ?? null,
})

const lengthOf = (intervals: readonly { startMs: number; endMs: number }[]): number =>
  intervals.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)

/** What lists show of a record without reading it. */
const summaryOf = ({ durationMs, still, screens, loops, frozenEnd }: AnalysisRecord) => {
  const loop = loops.reduce<(typeof loops)[number] | null>(
    (most, one) => (one.count > (most?.count ?? 0) ? one : most),
    null,
  )
  const frozenMs = frozenEnd && frozenEnd.endMs - frozenEnd.startMs
  const activityMs = Math.max(0, durationMs - lengthOf(still))
  return [durationMs, activityMs, screens.length, loop?.count ?? null, loop?.period ?? null, frozenMs] as const
}

/** Analyses by account and session; those of another version count as absent. `onSummary`: what lists show changed. */
export const createAnalysesTable = (
  db: DatabaseSync,
  attempt: RunSql,
  now: () => number,
  onSummary: (accountId: string, sessionId: string) => void,
) => {
  const HOW_FAR = 'state, said_ms, duration_ms, screens, thumbnails, reason, record IS NOT NULL AS has_record'
  const OF_ONE = 'FROM analyses WHERE account_id = ? AND session_id = ? AND version = ?'
  const progress = db.prepare(`SELECT ${HOW_FAR} ${OF_ONE}`)
  const one = db.prepare(`SELECT ${HOW_FAR}, record, quick ${OF_ONE}`)
  const begin = db.prepare(`INSERT INTO analyses (account_id, session_id, version, said_ms, state, made_at)
    VALUES (?, ?, ?, ?, 'started', ?)
    ON CONFLICT DO UPDATE SET version = excluded.version, said_ms = excluded.said_ms, state = 'started', reason = NULL,
      made_at = excluded.made_at, record = NULL, quick = NULL`)
  const setQuick = db.prepare('UPDATE analyses SET quick = ? WHERE account_id = ? AND session_id = ?')
  const setRecord = db.prepare(`UPDATE analyses SET record = ?, duration_ms = ?, activity_ms = ?, screens = ?,
    loop_count = ?, loop_period = ?, frozen_end_ms = ?, thumbnails = NULL, quick = NULL, made_at = ?
    WHERE account_id = ? AND session_id = ?`)
  const setEnd = db.prepare(`UPDATE analyses SET state = ?, reason = ?, thumbnails = coalesce(?, thumbnails)
    WHERE account_id = ? AND session_id = ?`)
  const dropThumbnails = db.prepare('UPDATE analyses SET thumbnails = NULL WHERE thumbnails IS NOT NULL')
  const all = db.prepare('SELECT account_id, session_id FROM analyses')
  const drop = db.prepare('DELETE FROM analyses WHERE account_id = ? AND session_id = ?')
  // Archived recordings without a result of this version, the newest first.
  const WAITING = `FROM archive_items i
    WHERE i.account_id = ?1 AND i.state = 'done' AND NOT EXISTS (SELECT 1 FROM analyses n
      WHERE n.account_id = ?1 AND n.session_id = i.session_id AND n.version = ?2 AND n.state IN ('done', 'failed'))`
  const countArchived = db.prepare(`SELECT count(DISTINCT i.session_id) AS count ${WAITING}`)
  const isArchived = db.prepare(`SELECT 1 ${WAITING} AND i.session_id = ?3 LIMIT 1`)
  const archived = db.prepare(`SELECT i.id, i.session_id, i.duration_ms ${WAITING}
    ORDER BY i.finished_at DESC LIMIT ?3`)

  return {
    /** Null also when the database refuses. */
    find: (accountId: string, sessionId: string): StoredAnalysis | null => {
      const row = attempt('reading an analysis', () => one.get(accountId, sessionId, ANALYSIS_VERSION))
      if (!row.ok || !row.value) return null
      const { record, quick } = row.value
      return {
        ...toProgress(row.value),
        record: parsed(analysisRecordModel, record),
        quick: parsed(quickLaneModel, quick),
      }
    },
    /** The same without the record, for who asks often. */
    progress: (accountId: string, sessionId: string): AnalysisProgress | null => {
      const row = attempt('reading an analysis', () => progress.get(accountId, sessionId, ANALYSIS_VERSION))
      return row.ok && row.value ? toProgress(row.value) : null
    },
    /** Forgets what an earlier version or another recording left. */
    begin: (accountId: string, sessionId: string, statedMs: number | null): Result<undefined> =>
      attempt('storing an analysis', () => {
        begin.run(accountId, sessionId, ANALYSIS_VERSION, statedMs, now())
        return undefined
      }),
    setQuick: (accountId: string, sessionId: string, quick: QuickLane): Result<undefined> =>
      attempt('storing an analysis', () => {
        setQuick.run(JSON.stringify(quick), accountId, sessionId)
        return undefined
      }),
    setRecord: (accountId: string, sessionId: string, record: AnalysisRecord): Result<undefined> =>
      attempt('storing an analysis', () => {
        setRecord.run(JSON.stringify(record), ...summaryOf(record), now(), accountId, sessionId)
        onSummary(accountId, sessionId)
        return undefined
      }),
    /** `thumbnails`: the key of those that were made. */
    end: (
      accountId: string,
      sessionId: string,
      outcome: { reason: AnalysisReason } | { thumbnails: string | null },
    ): Result<undefined> =>
      attempt('storing an analysis', () => {
        if ('reason' in outcome) setEnd.run('failed', outcome.reason, null, accountId, sessionId)
        else setEnd.run('done', null, outcome.thumbnails, accountId, sessionId)
        onSummary(accountId, sessionId)
        return undefined
      }),
    /** The cache was cleared. */
    dropThumbnails: (): Result<undefined> =>
      attempt('storing an analysis', () => {
        dropThumbnails.run()
        return undefined
      }),
    keys: (): { accountId: string; sessionId: string }[] => {
      const rows = attempt('reading the analyses', () => all.all())
      return (rows.ok ? rows.value : []).map((row) => ({
        accountId: String(row.account_id),
        sessionId: String(row.session_id),
      }))
    },
    remove: (accountId: string, sessionId: string): Result<undefined> =>
      attempt('removing an analysis', () => {
        drop.run(accountId, sessionId)
        return undefined
      }),
    countWaiting: (accountId: string): number => {
      const row = attempt('reading the archive', () => countArchived.get(accountId, ANALYSIS_VERSION))
      return row.ok ? Number(row.value?.count ?? 0) : 0
    },
    isWaiting: (accountId: string, sessionId: string): boolean => {
      const row = attempt('reading the archive', () => isArchived.get(accountId, ANALYSIS_VERSION, sessionId))
      return row.ok && row.value !== undefined
    },
    /** Archived recordings of an account that wait for an analysis. */
    waiting: (accountId: string, most: number): { itemId: string; sessionId: string; durationMs: number | null }[] => {
      const rows = attempt('reading the archive', () => archived.all(accountId, ANALYSIS_VERSION, most))
      return (rows.ok ? rows.value : []).map((row) => ({
        itemId: String(row.id),
        sessionId: String(row.session_id),
        durationMs: numberOf(row.duration_ms),
      }))
    },
  }
}
