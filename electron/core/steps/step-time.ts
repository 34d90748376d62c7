import { parseDuration, parseInstant } from '../base/time.ts'

/** A moment as an entry gives it: a date, or a distance whose unit may only follow from the whole list. */
export type GivenTime =
  | { kind: 'instant'; epochMs: number }
  | { kind: 'offset'; value: number; unit: 'ms' | 's' | null }

/** Numbers from here on are dates: seconds since 1970 (2001), ms (1973) and µs (1973). */
const [EPOCH_S, EPOCH_MS, EPOCH_US, EPOCH_END] = [1e9, 1e11, 1e14, 1e17]
/** No recording is longer, ms. */
const LONGEST_MS = 7 * 86_400_000

const CLOCK = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2}(?:[.,]\d{1,6})?)$/
const DIGITS = /^\d{1,17}(?:\.\d{1,9})?$/

const ofNumber = (value: number, unit: 'ms' | 's' | null): GivenTime | null => {
  if (!Number.isFinite(value) || value < 0 || value >= EPOCH_END) return null
  if (value < EPOCH_S) return { kind: 'offset', value, unit }
  if (value < EPOCH_MS) return { kind: 'instant', epochMs: Math.round(value * 1_000) }
  return { kind: 'instant', epochMs: Math.round(value < EPOCH_US ? value : value / 1_000) }
}

/** The time in a field, where `unit` is what the field's name says of it; null: it is none. */
export const givenTime = (value: unknown, unit: 'ms' | 's' | null): GivenTime | null => {
  if (typeof value === 'number') return ofNumber(value, unit)
  if (typeof value !== 'string' || value.length > 60) return null
  const text = value.trim()
  if (DIGITS.test(text)) return ofNumber(Number(text), unit)
  const epochMs = parseInstant(text)
  if (epochMs !== null) return { kind: 'instant', epochMs }
  const clock = CLOCK.exec(text)
  if (clock) {
    const [, hours = '0', minutes, seconds = '0'] = clock
    const s = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds.replace(',', '.'))
    return { kind: 'offset', value: s, unit: 's' }
  }
  const ms = parseDuration(text)
  return ms === null ? null : { kind: 'offset', value: ms, unit: 'ms' }
}

/**
 * The unit of distances that name none, the same for a whole list: fractions are seconds; else ms as soon as one would
 * lie behind the session's end (of 10,000 s where that is unknown) if it were seconds.
 */
export const unitOf = (times: readonly (GivenTime | null)[], durationMs: number | null): 'ms' | 's' => {
  let longest = 0
  for (const time of times) {
    if (time?.kind !== 'offset' || time.unit !== null) continue
    if (!Number.isInteger(time.value)) return 's'
    longest = Math.max(longest, time.value)
  }
  return longest * 1_000 > (durationMs ?? 10_000_000) * 1.1 ? 'ms' : 's'
}

/** ms of video time and date of a given time; both null for what no recording can have. */
export const readTime = (time: GivenTime | null, unit: 'ms' | 's'): { atMs: number | null; at: number | null } => {
  if (time === null) return { atMs: null, at: null }
  if (time.kind === 'instant') return { atMs: null, at: time.epochMs }
  const ms = Math.round((time.unit ?? unit) === 'ms' ? time.value : time.value * 1_000)
  return { atMs: ms <= LONGEST_MS ? ms : null, at: null }
}
