import type { Limit } from '../../../contract/models/account-models.ts'
import type { LimitPlan } from '../../../contract/models/activity-models.ts'
import { reserveOf } from './rate-gate.ts'

/** Assumed length of a window, ms. */
const WINDOW_MS = 60_000
/** A reset further away is no reset (R01). */
const LONGEST_WINDOW_MS = 86_400_000

const UNKNOWN = { doneAt: null, atOnce: null, windows: null, reserve: null }

/**
 * When so many background requests will have passed the gate: what is left of the present window first, then whole
 * windows, the person's reserve always left out. A window is taken for as long as the present one still lasts, at
 * least a minute, since the service does not say. The duration of the requests themselves is not in it. All null
 * when the limit is unknown or lets nothing through.
 */
export const planLimit = (
  requests: number,
  { limit, remaining, resetsAt, pausedUntil }: Limit,
  now: number,
): LimitPlan => {
  if (limit === null || !Number.isFinite(limit) || limit < 1) return { requests, ...UNKNOWN }
  const reserve = reserveOf(limit)
  const each = Math.floor(limit) - reserve
  const left = Math.max(0, Math.floor(remaining ?? limit) - reserve)
  const atOnce = Math.min(requests, left)
  const windows = Math.ceil((requests - atOnce) / each)
  const paused = pausedUntil === null || requests === 0 ? 0 : Math.max(0, pausedUntil - now)
  const first = resetsAt === null ? WINDOW_MS : Math.min(Math.max(0, resetsAt - now), LONGEST_WINDOW_MS)
  const later = windows === 0 ? 0 : Math.max(paused, first) + (windows - 1) * Math.max(WINDOW_MS, first)
  return { requests, doneAt: now + Math.max(paused, later), atOnce, windows, reserve }
}
