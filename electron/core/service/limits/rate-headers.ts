import { largestOf, smallestOf } from '../../../contract/extremes.ts'
import { parseHttpDate, parseInstant } from '../../base/time.ts'

/** What one answer says about the limit; null fields are unknown, never NaN (R04). */
export type RateReading = {
  limit: number | null
  remaining: number | null
  /** ms until the window resets, seen from the server's clock; may be negative. */
  resetInMs: number | null
}

/** A header that two layers sent arrives joined by commas (R05); draft parameters such as `60;w=60` are dropped. */
const numbersOf = (header: string | null): number[] =>
  (header ?? '').split(',').flatMap((part) => {
    const text = part.split(';')[0]?.trim() ?? ''
    return /^\d{1,20}(?:\.\d+)?$/.test(text) ? [Number(text)] : []
  })

/**
 * ms until a reset value: Unix seconds (the contract), Unix ms (R01), seconds from now (R02) by magnitude.
 * 1e9 s lies in 2001 and 1e11 ms in 1973, so the three cannot be mixed up.
 */
const distance = (value: number, serverNow: number): number => {
  if (value >= 1e11) return value - serverNow
  return value >= 1e9 ? value * 1000 - serverNow : value * 1000
}

/** Reads `X-RateLimit-*` in all forms of group 6. `serverNow` is epoch ms on the server's clock. */
export const readRate = (headers: Headers, serverNow: number): RateReading => {
  const limits = numbersOf(headers.get('x-ratelimit-limit'))
  const lefts = numbersOf(headers.get('x-ratelimit-remaining'))
  const resetText = headers.get('x-ratelimit-reset')
  const stamp = parseHttpDate(resetText) ?? (/\D/.test(resetText ?? '') ? parseInstant(resetText) : null)
  const resets = stamp === null ? numbersOf(resetText).map((value) => distance(value, serverNow)) : [stamp - serverNow]

  const remaining = smallestOf(lefts)
  const at = remaining === null ? -1 : lefts.indexOf(remaining)
  // The limit and reset of the strictest layer where both lists match, else the strictest of each.
  const limit = (limits.length === lefts.length ? limits[at] : undefined) ?? smallestOf(limits)
  const resetInMs = (resets.length === lefts.length ? resets[at] : undefined) ?? largestOf(resets)
  // More left than allowed is no reading at all (R04).
  const sound = limit === null || remaining === null || remaining <= limit
  return sound ? { limit, remaining, resetInMs } : { limit: null, remaining: null, resetInMs }
}

/**
 * `Retry-After` as ms from now: seconds or an HTTP date against the server's clock; zero and the past give 0,
 * anything else null, as if the header were missing (R06).
 */
export const readRetryAfter = (headers: Headers, serverNow: number): number | null => {
  const text = headers.get('retry-after')
  const stamp = parseHttpDate(text)
  if (stamp !== null) return Math.max(0, stamp - serverNow)
  const seconds = numbersOf(text)
  const longest = largestOf(seconds)
  return longest === null ? null : longest * 1000
}

/** No wait is longer: a person cannot tell it from a hang, and the header may be wrong (R01). */
export const LONGEST_PAUSE_MS = 300_000
/** No wait after a 429 is shorter (R06). */
export const SHORTEST_PAUSE_MS = 1_000
const LONGEST_BACKOFF_MS = 60_000

/**
 * ms to hold everything back after the `strikes`-th 429 in a row (1 is the first). The service's own word rules;
 * a repeated 429 waits at least 2, 4, 8 … s, so that a stuck header does not make us hammer.
 * `jitter` is 0..1. The answer is finite and within SHORTEST_PAUSE_MS and LONGEST_PAUSE_MS.
 */
export const pauseAfter429 = (
  said: { retryAfterMs: number | null; resetInMs: number | null },
  strikes: number,
  jitter: number,
): number => {
  const backoff = Math.min(LONGEST_BACKOFF_MS, 1_000 * 2 ** Math.min(strikes - 1, 10)) * (0.75 + jitter / 2)
  const word = [said.retryAfterMs, said.resetInMs].find((ms) => ms !== null && ms > 0) ?? null
  const wait = word === null ? backoff : strikes > 1 ? Math.max(word, backoff) : word
  return Math.ceil(Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, wait)))
}
