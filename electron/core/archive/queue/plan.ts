import type { Limit } from '../../../contract/account-models.ts'

/** Share of the limit that bulk work may use; the rest is the person's (see service/rate-gate.ts). */
const SHARE = 0.8
/** Length of a window nobody told about, ms. */
const WINDOW_MS = 60_000

/**
 * How long so many bulk requests take at this limit, ms; null when the limit is unknown. What is left of the present
 * window is used first, then whole windows, the person's reserve always left out.
 */
export const planMs = (
  requests: number,
  { limit, remaining, resetsAt, pausedUntil }: Limit,
  now: number,
): number | null => {
  if (limit === null) return null
  if (requests === 0) return 0
  const each = Math.max(1, Math.floor(limit * SHARE))
  const left = Math.max(0, (remaining ?? limit) - (limit - each))
  const paused = pausedUntil === null ? 0 : Math.max(0, pausedUntil - now)
  if (requests <= left) return paused
  const first = resetsAt === null ? WINDOW_MS : Math.min(Math.max(0, resetsAt - now), 24 * 60 * WINDOW_MS)
  const windows = Math.ceil((requests - left) / each)
  return Math.max(paused, first) + (windows - 1) * WINDOW_MS
}
