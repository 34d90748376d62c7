import type { Limit } from '../../../electron/contract/models/account-models.ts'
import { formatCount, formatDateTime, formatSpan } from './format-text.ts'

export type Gauge = {
  /** `62/100 · 31 s`; null while the service has not told its limit. */
  text: string | null
  tip: string
  /** Share that is left, 0 to 1; null when unknown. */
  share: number | null
  paused: boolean
}

/** The rate limit in words. `now` in epoch ms, local clock, as the times of the limit are. */
export const gaugeOf = (limit: Limit, now: number): Gauge => {
  const { remaining, resetsAt, waiting, pausedUntil } = limit
  const paused = pausedUntil !== null && pausedUntil > now
  const over = resetsAt !== null && resetsAt <= now
  // A window that is over is full again, but only the next answer tells: the full figure would be a guess.
  const figure =
    remaining === null || over ? null : `${formatCount(remaining)}${limit.limit ? `/${formatCount(limit.limit)}` : ''}`
  const reset = resetsAt !== null && !over ? formatSpan(resetsAt - now) : null
  const parts: string[] = []
  if (paused) parts.push(`Requests are paused for ${formatSpan(pausedUntil - now)}.`)
  if (figure === null)
    parts.push(
      over ? 'The rate limit was reset since the last request.' : 'The service has not reported its rate limit.',
    )
  else parts.push(`${figure.replace('/', ' of ')} requests left${reset ? `, reset in ${reset}` : ''}.`)
  if (reset) parts.push(`Reset at ${formatDateTime(resetsAt)}.`)
  if (waiting > 0) parts.push(`${formatCount(waiting)} ${waiting === 1 ? 'request queued' : 'requests queued'}.`)
  return {
    text: paused ? `paused · ${formatSpan(pausedUntil - now)}` : figure && (reset ? `${figure} · ${reset}` : figure),
    tip: parts.join(' '),
    share:
      figure === null || remaining === null || !limit.limit ? null : Math.min(1, Math.max(0, remaining / limit.limit)),
    paused,
  }
}
