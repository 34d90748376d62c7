import type { SQLOutputValue } from 'node:sqlite'
import { recordingStates, type Verdict, verdicts } from '../../../contract/constants/session-constants.ts'
import { thumbnailPath } from '../../../contract/media-paths.ts'
import type { SessionRow } from '../../../contract/models/session-models.ts'
import { fold } from '../../../contract/text/fold.ts'
import { hasFailed, isActive } from '../../../contract/text/session-failure.ts'
import { similarError } from '../../../contract/text/similar-error.ts'
import { createFolded } from './query/index-fields.ts'
import { writtenText } from './query/session-filter.ts'
import type { IndexRow } from './session-order.ts'

export type DbRow = Record<string, SQLOutputValue>

export const numberOf = (value: SQLOutputValue | undefined): number | null => (typeof value === 'number' ? value : null)
export const textOf = (value: SQLOutputValue | undefined): string | null => (typeof value === 'string' ? value : null)
export const verdictOf = (value: SQLOutputValue | undefined): Verdict | null =>
  verdicts.find((verdict) => verdict === value) ?? null

export const tagsOf = (value: SQLOutputValue | undefined): string[] => {
  try {
    const tags: unknown = JSON.parse(textOf(value) ?? '[]')
    return Array.isArray(tags) ? tags.filter((tag): tag is string => typeof tag === 'string') : []
  } catch {
    return [] // an invalid stored value drops the tags, not the row
  }
}

/** An archived file that was moved or changed by someone does not count. */
const ARCHIVED = `EXISTS (SELECT 1 FROM archive_items a WHERE a.account_id = s.account_id
  AND a.session_id = s.session_id AND a.state = 'done') AS archived`

/** Marks without a text are places to jump to, not notes. */
const TIMED_NOTES = `(SELECT count(*) FROM marks m WHERE m.account_id = s.account_id
  AND m.session_id = s.session_id AND m.text <> '') AS timed_notes`

/** Columns of a session with its review, in one place for every statement that reads rows. */
export const ROW_COLUMNS = `s.id, s.account_id, s.session_id, s.status, s.created_at, s.closed_at, s.duration_ms, s.error,
  s.close_reason, s.browser_type, s.viewport_width, s.viewport_height, s.step_count, s.origin, s.recording,
  s.video_duration_ms, s.links_expire_at, s.position_ms, s.last_opened_at, s.service_title, s.start_address,
  r.title, r.verdict, r.verdict_reason, r.tags, r.note, n.duration_ms AS analysed_ms, n.activity_ms, n.screens,
  n.loop_count, n.loop_period, n.frozen_end_ms, n.thumbnails, ${TIMED_NOTES}, ${ARCHIVED}`
const JOINED = `LEFT JOIN reviews r ON r.account_id = s.account_id AND r.session_id = s.session_id
  LEFT JOIN analyses n ON n.account_id = s.account_id AND n.session_id = s.session_id`
export const ROW_SOURCE = `sessions s ${JOINED}`
/** Rows whose numbers come as one JSON array, in its order: a quarter of the time of asking one by one. */
export const ROWS_BY_NUMBER = `json_each(?) AS wanted CROSS JOIN sessions s ON s.id = wanted.value ${JOINED}`

const analysisOf = (row: DbRow): SessionRow['analysis'] => {
  const [durationMs, activityMs] = [numberOf(row.analysed_ms), numberOf(row.activity_ms)]
  if (durationMs === null || activityMs === null) return null
  const [count, period] = [numberOf(row.loop_count), numberOf(row.loop_period)]
  const thumbnails = textOf(row.thumbnails)
  return {
    durationMs,
    activityMs,
    screens: numberOf(row.screens) ?? 0,
    loop: count === null || period === null ? null : { count, period },
    frozenEndMs: numberOf(row.frozen_end_ms),
    endThumbnail: thumbnails === null ? null : thumbnailPath(String(row.session_id), thumbnails, 'end'),
  }
}

/** A stored row as the page sees it; invalid values become null or unknown. */
export const toSessionRow = (row: DbRow): SessionRow => {
  const width = numberOf(row.viewport_width)
  const height = numberOf(row.viewport_height)
  return {
    accountId: String(row.account_id),
    sessionId: String(row.session_id),
    title: textOf(row.title),
    serviceTitle: textOf(row.service_title),
    startAddress: textOf(row.start_address),
    status: String(row.status),
    createdAt: numberOf(row.created_at),
    closedAt: numberOf(row.closed_at),
    durationMs: numberOf(row.duration_ms),
    error: textOf(row.error),
    closeReason: textOf(row.close_reason),
    browserType: textOf(row.browser_type),
    viewport: width === null || height === null ? null : { width, height },
    stepCount: numberOf(row.step_count),
    origin: row.origin === 'pasted' ? 'pasted' : 'listed',
    recording:
      row.archived === 1 ? 'archived' : (recordingStates.find((state) => state === row.recording) ?? 'unknown'),
    videoDurationMs: numberOf(row.video_duration_ms),
    linksExpireAt: numberOf(row.links_expire_at),
    verdict: verdictOf(row.verdict),
    verdictReason: textOf(row.verdict_reason),
    tags: tagsOf(row.tags),
    note: textOf(row.note),
    timedNotes: numberOf(row.timed_notes) ?? 0,
    positionMs: numberOf(row.position_ms),
    lastOpenedAt: numberOf(row.last_opened_at),
    analysis: analysisOf(row),
  }
}

export const INDEX_COLUMNS = `s.id, s.session_id, s.status, s.created_at, s.duration_ms, s.video_duration_ms,
  s.error, s.recording, s.links_expire_at, s.last_opened_at,
  coalesce(r.title, s.service_title, s.start_address) AS shown_title, r.verdict, r.verdict_reason, r.note, r.tags,
  s.origin, n.loop_count, n.frozen_end_ms, ${ARCHIVED}`

const folded = createFolded()
const templates = createFolded()
const similar = createFolded((error) => templates(similarError(error)))
const foldedTags = (value: SQLOutputValue | undefined): string[] | null => {
  const tags = value === null ? [] : tagsOf(value)
  return tags.length === 0 ? null : tags.map(folded)
}

/** What the index in memory keeps of a row. The video's length, once known, is what the list shows as length. */
export const toIndexRow = (row: DbRow): IndexRow => {
  const status = String(row.status)
  const title = textOf(row.shown_title)
  const error = textOf(row.error)
  return {
    id: Number(row.id),
    sessionId: String(row.session_id),
    title: title === null ? null : fold(title),
    status,
    created: numberOf(row.created_at),
    length: numberOf(row.video_duration_ms) ?? numberOf(row.duration_ms),
    expires: numberOf(row.links_expire_at),
    opened: numberOf(row.last_opened_at),
    frozen: numberOf(row.frozen_end_ms),
    loop: numberOf(row.loop_count) !== null,
    hasRecording: row.recording === 'ready' || row.archived === 1,
    archived: row.archived === 1,
    reviewed: textOf(row.verdict) !== null,
    failed: hasFailed({ status, error }),
    active: isActive(status),
    pasted: row.origin === 'pasted',
    foldedStatus: folded(status),
    error: error === null ? null : folded(error),
    similar: error === null ? null : similar(error),
    note: writtenText(textOf(row.note), textOf(row.verdict_reason)),
    tags: foldedTags(row.tags),
    verdict: textOf(row.verdict),
    recording: row.archived === 1 ? 'archived' : String(row.recording),
    // A session that runs has no recording yet (docs/service-contract.md, States).
    unchecked: row.recording === 'unknown' && row.archived !== 1 && !isActive(status),
  }
}
