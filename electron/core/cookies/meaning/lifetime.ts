import type { CookieRecord } from '../../service/answers/wire.ts'

/** The last second of the year 9999, the most that Playwright and Chromium take (C04). Unix seconds. */
const LAST_SECOND = 253_402_300_799
/** Cookies are younger: a date before this is another unit. Unix seconds, 1995-01-01. */
const FIRST_SECOND = 788_918_400
const SECONDS_1601_TO_1970 = 11_644_473_600

/** Units that are mistaken for seconds. The first that names a date between 1995 and 9999 holds. */
const UNITS = [
  { name: 'milliseconds', perSecond: 1e3, since: 0 },
  { name: 'microseconds since 1601', perSecond: 1e6, since: SECONDS_1601_TO_1970 },
  { name: 'microseconds', perSecond: 1e6, since: 0 },
] as const

/** In the place of a unit, where none makes a date of it. */
export const TOO_LATE = 'a date after the year 9999'

type Reading =
  | { says: 'nothing' }
  | { says: 'session'; negative: boolean }
  | { says: 'date'; seconds: number; convertedFrom: string | null }

/** What one field says. −1, 0 and null mean no date; other negatives too, but they are flagged (C05). */
const read = (given: number | null): Reading => {
  if (given === null) return { says: 'nothing' }
  if (given <= 0) return { says: 'session', negative: given !== 0 && given !== -1 }
  if (given <= LAST_SECOND) return { says: 'date', seconds: given, convertedFrom: null }
  for (const { name, perSecond, since } of UNITS) {
    const seconds = given / perSecond - since
    if (seconds >= FIRST_SECOND && seconds <= LAST_SECOND) return { says: 'date', seconds, convertedFrom: name }
  }
  return { says: 'date', seconds: LAST_SECOND, convertedFrom: TOO_LATE }
}

export type Lifetime = {
  /** Epoch ms; null: ends with the browser session. */
  expiresAt: number | null
  /** The unit the date was given in, when it was not seconds (C04). */
  convertedFrom: string | null
  negative: boolean
  /** The fields that disagree, in words; null: they agree. */
  contradiction: string | null
}

const contradictionOf = (session: boolean | null, date: Reading, expires: Reading): string | null => {
  if (session === true && (date.says === 'date' || expires.says === 'date')) return 'session is true beside a date'
  if (date.says === 'date' && expires.says === 'date') {
    return Math.abs(date.seconds - expires.seconds) >= 1 ? 'expirationDate and expires name two dates' : null
  }
  if (date.says === 'date' && expires.says === 'session') return 'expirationDate is a date, expires is none'
  if (date.says === 'session' && expires.says === 'date') return 'expires is a date, expirationDate is none'
  if (session === false && date.says !== 'date' && expires.says !== 'date') return 'session is false without a date'
  return null
}

/**
 * How long a cookie lives: `session: true` outweighs any date; then `expirationDate`, then `expires`, where it is a date;
 * else it ends with the browser session (C02–C05).
 */
export const lifetimeOf = (record: Pick<CookieRecord, 'session' | 'expirationDate' | 'expires'>): Lifetime => {
  const date = read(record.expirationDate)
  const expires = read(record.expires)
  const contradiction = contradictionOf(record.session, date, expires)
  const negative = [date, expires].some((reading) => reading.says === 'session' && reading.negative)
  const decides = date.says === 'date' ? date : expires
  if (record.session === true || decides.says !== 'date') {
    return { expiresAt: null, convertedFrom: null, negative, contradiction }
  }
  return {
    expiresAt: Math.floor(decides.seconds * 1000),
    convertedFrom: decides.convertedFrom,
    negative,
    contradiction,
  }
}
