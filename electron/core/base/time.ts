const DAY_MS = 86_400_000
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,30}))?)?\s?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?(Z)?)?$/i
const BASIC = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})(?:[.,](\d{1,30}))?(Z|[+-]\d{2}(?::?\d{2})?)?$/i
const HTTP_DATE = /^(?:[A-Z]{3}, )?(\d{1,2}) ([A-Z]{3}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) (?:GMT|UTC)$/i
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i

type Parts = { year: number; month: number; day: number; hour: number; minute: number; second: number; ms: number }

/** Null for what is no moment of the calendar: 30 February, 25 o'clock. */
const utc = (p: Parts): number | null => {
  const date = new Date(0)
  date.setUTCFullYear(p.year, p.month - 1, p.day) // Date.UTC would move the years 0 to 99
  const real = date.getUTCMonth() === p.month - 1 && date.getUTCDate() === p.day
  const endOfDay = p.hour === 24 && p.minute === 0 && p.second === 0 && p.ms === 0
  if (!real || (p.hour > 23 && !endOfDay) || p.minute > 59 || p.second > 60) return null
  return date.getTime() + ((p.hour * 60 + p.minute) * 60 + p.second) * 1000 + p.ms
}

/** Minutes east of UTC; no zone counts as UTC, the one rule of T01. Null: not a zone. */
const zoneMinutes = (zone: string | undefined, extra: string | undefined): number | null => {
  if (zone === undefined || /^[a-z]/i.test(zone)) return extra === undefined ? 0 : null
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(3).replace(':', '') || 0)
  if (hours > 23 || minutes > 59) return null
  const total = (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes)
  return extra !== undefined && total !== 0 ? null : total // `+00:00Z` says the same twice, `+02:00Z` contradicts itself
}

/**
 * A time stamp of the service as epoch ms, fractions cut to ms; null for everything else, never NaN.
 * Zone-less means UTC (T01); any fraction (T02); blank for T, `+0000`, `+02`, ` UTC`, `+00:00Z`, the basic form
 * and Unix seconds or ms as digits (T03).
 */
export const parseInstant = (text: unknown): number | null => {
  if (typeof text !== 'string') return null
  const trimmed = text.trim()
  if (/^\d{10}$/.test(trimmed)) return Number(trimmed) * 1000
  if (/^\d{13}$/.test(trimmed)) return Number(trimmed)
  const match = INSTANT.exec(trimmed) ?? BASIC.exec(trimmed)
  if (!match) return null
  const [, year, month, day, hour, minute, second, fraction = '', zone, extra] = match
  const offset = zoneMinutes(zone, extra)
  if (offset === null) return null
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const local = utc({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute ?? 0),
    second: Number(second ?? 0),
    ms,
  })
  return local === null ? null : local - offset * 60_000
}

/** The date form of HTTP headers (`Wed, 21 Oct 2026 07:28:00 GMT`) as epoch ms; null for everything else (R06). */
export const parseHttpDate = (text: unknown): number | null => {
  const match = typeof text === 'string' ? HTTP_DATE.exec(text.trim()) : null
  if (!match) return null
  const [, day, name = '', year, hour, minute, second] = match
  const month = MONTHS.indexOf(name.toLowerCase()) + 1
  if (month === 0) return null
  return utc({
    year: Number(year),
    month,
    day: Number(day),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    ms: 0,
  })
}

/** An ISO-8601 duration (`PT41.286072S`) in whole ms; null for anything else, also for months and years. */
export const parseDuration = (text: unknown): number | null => {
  const match = typeof text === 'string' ? DURATION.exec(text.trim()) : null
  if (!match || match.slice(1).every((part) => part === undefined) || /T$/i.test(match[0])) return null
  const [weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number((part ?? '0').replace(',', '.')))
  const ms = Math.round(
    (weeks ?? 0) * 7 * DAY_MS +
      (days ?? 0) * DAY_MS +
      (hours ?? 0) * 3_600_000 +
      (minutes ?? 0) * 60_000 +
      (seconds ?? 0) * 1000,
  )
  return Number.isSafeInteger(ms) ? ms : null
}
