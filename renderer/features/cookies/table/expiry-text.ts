import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import { formatDateTime, formatRelative } from '../../../ui/text/format-text.ts'

/** `2026-11-28` and `in 14 d`, `Session` and nothing; `now` in epoch ms. */
export const expiryText = (row: Pick<CookieRow, 'expiresAt'>, now: number): { date: string; left: string } => {
  if (row.expiresAt === null) return { date: 'Session', left: '' }
  const exact = formatDateTime(row.expiresAt)
  if (exact === '–') return { date: 'After year 9999', left: '' }
  return { date: exact.slice(0, exact.indexOf(' ')), left: formatRelative(row.expiresAt, now) }
}
