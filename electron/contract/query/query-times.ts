/** Lengths and dates as a person types them into a query. */

const UNIT_MS: Readonly<Record<string, number>> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 }
const MINUTE_MS = 60_000
/** 100 years: larger numbers leave the range of dates. */
const LONGEST_MS = 100 * 366 * 86_400_000

/** `90s`, `5m`, `1h30m`, `2d`, `1w`: ms. Null for anything else, and for units out of order. */
export const durationOf = (text: string): number | null => {
  const found = /^(?:(\d{1,6})w)?(?:(\d{1,6})d)?(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/i.exec(text)
  if (!found || text === '') return null
  const ms = ['w', 'd', 'h', 'm', 's'].reduce(
    (sum, unit, at) => sum + Number(found[at + 1] ?? 0) * (UNIT_MS[unit] as number),
    0,
  )
  return ms <= LONGEST_MS ? ms : null
}

/** A moment or a day, epoch ms; `endMs` is the first ms behind it, `startMs` itself for an instant. */
export type Moment = { startMs: number; endMs: number }

/** The day of the computer's calendar that is so many days into a month; it may have 23 or 25 hours. */
const dayAt = (year: number, month: number, day: number): Moment => ({
  startMs: new Date(year, month, day).getTime(),
  endMs: new Date(year, month, day + 1).getTime(),
})

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:t(\d{2}):(\d{2})(z|[+-]\d{2}:\d{2})?)?$/i

/**
 * `today`, `yesterday`, `2026-11-20`, `2026-11-20T10:00` (the computer's time zone), the same with `Z` or `+01:00`, and a
 * length such as `3d` for so long ago. Null for anything else, and for days that no calendar has.
 */
export const momentOf = (text: string, nowMs: number): Moment | null => {
  const now = new Date(nowMs)
  const day = (before: number) => dayAt(now.getFullYear(), now.getMonth(), now.getDate() - before)
  const word = text.toLowerCase()
  if (word === 'today') return day(0)
  if (word === 'yesterday') return day(1)
  const ago = durationOf(text)
  if (ago !== null) return { startMs: nowMs - ago, endMs: nowMs - ago }
  const found = DATE.exec(text)
  if (!found) return null
  const [year, month, date, hour, minute] = found.slice(1, 6).map(Number) as [number, number, number, number, number]
  const whole = dayAt(year, month - 1, date)
  const start = new Date(whole.startMs)
  if (start.getFullYear() !== year || start.getMonth() !== month - 1 || start.getDate() !== date) return null
  if (found[4] === undefined) return whole
  if (hour > 23 || minute > 59) return null
  const zone = found[6]
  const startMs = zone ? Date.parse(text.toUpperCase()) : new Date(year, month - 1, date, hour, minute).getTime()
  return Number.isNaN(startMs) ? null : { startMs, endMs: startMs + MINUTE_MS }
}
