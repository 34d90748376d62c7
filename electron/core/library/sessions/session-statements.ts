import type { DatabaseSync } from 'node:sqlite'
import { ROW_COLUMNS, ROW_SOURCE, ROWS_BY_NUMBER } from './session-rows.ts'

/** The statements of the session list, prepared once per database. */
export const prepareSessionStatements = (db: DatabaseSync) => ({
  byKey: db.prepare(`SELECT ${ROW_COLUMNS} FROM ${ROW_SOURCE} WHERE s.account_id = ? AND s.session_id = ?`),
  byNumbers: db.prepare(`SELECT ${ROW_COLUMNS} FROM ${ROWS_BY_NUMBER}`),
  newest: db.prepare(
    `SELECT ${ROW_COLUMNS} FROM ${ROW_SOURCE} WHERE s.account_id = ?
     ORDER BY s.created_at DESC, s.id DESC LIMIT ? OFFSET ?`,
  ),
  countAll: db.prepare('SELECT count(*) AS n FROM sessions WHERE account_id = ?'),
  withPrefix: db.prepare(`SELECT session_id FROM sessions WHERE account_id = ?1 AND session_id >= ?2
    AND substr(session_id, 1, length(?2)) = ?2 ORDER BY session_id LIMIT ?3`),
  numberOf: db.prepare('SELECT id, origin FROM sessions WHERE account_id = ? AND session_id = ?'),
  // Only a row that really differs is touched: the answer then tells a known page of a sync from a new one.
  listed: db.prepare(`
    INSERT INTO sessions (account_id, session_id, status, created_at, closed_at, duration_ms, error, close_reason,
      browser_type, viewport_width, viewport_height, step_count, service_title, start_address, origin)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (account_id, session_id) DO UPDATE SET status = excluded.status,
      created_at = coalesce(excluded.created_at, created_at), closed_at = coalesce(excluded.closed_at, closed_at),
      duration_ms = coalesce(excluded.duration_ms, duration_ms), error = excluded.error,
      close_reason = excluded.close_reason, browser_type = coalesce(excluded.browser_type, browser_type),
      viewport_width = coalesce(excluded.viewport_width, viewport_width),
      viewport_height = coalesce(excluded.viewport_height, viewport_height),
      step_count = coalesce(excluded.step_count, step_count),
      service_title = coalesce(excluded.service_title, service_title),
      start_address = coalesce(excluded.start_address, start_address),
      origin = iif(excluded.origin = 'listed', 'listed', origin)
    WHERE status IS NOT excluded.status OR (excluded.origin = 'listed' AND origin <> 'listed') OR error IS NOT excluded.error
      OR close_reason IS NOT excluded.close_reason
      OR created_at IS NOT coalesce(excluded.created_at, created_at)
      OR closed_at IS NOT coalesce(excluded.closed_at, closed_at)
      OR duration_ms IS NOT coalesce(excluded.duration_ms, duration_ms)
      OR step_count IS NOT coalesce(excluded.step_count, step_count)
      OR service_title IS NOT coalesce(excluded.service_title, service_title)
      OR start_address IS NOT coalesce(excluded.start_address, start_address)
      OR browser_type IS NOT coalesce(excluded.browser_type, browser_type)
      OR viewport_width IS NOT coalesce(excluded.viewport_width, viewport_width)
      OR viewport_height IS NOT coalesce(excluded.viewport_height, viewport_height)
    RETURNING id`),
  pasted: db.prepare(`INSERT INTO sessions (account_id, session_id, status, origin)
    VALUES (?, ?, 'unknown', 'pasted') ON CONFLICT DO NOTHING`),
  removeRow: db.prepare('DELETE FROM sessions WHERE id = ?'),
  removeAnalysis: db.prepare('DELETE FROM analyses WHERE account_id = ? AND session_id = ?'),
  facts: db.prepare(`UPDATE sessions SET recording = coalesce(?, recording),
    video_duration_ms = iif(?, ?, video_duration_ms), links_expire_at = iif(?, ?, links_expire_at)
    WHERE account_id = ? AND session_id = ?`),
  position: db.prepare(`UPDATE sessions SET position_ms = ?, last_opened_at = ?
    WHERE account_id = ? AND session_id = ?`),
  opened: db.prepare('UPDATE sessions SET last_opened_at = ? WHERE account_id = ? AND session_id = ?'),
  written: db.prepare(`SELECT 1 FROM reviews WHERE account_id = ?1 AND session_id = ?2
    UNION ALL SELECT 1 FROM marks WHERE account_id = ?1 AND session_id = ?2`),
})
