export { formatBytes, formatDuration } from '../../../electron/contract/text/quantities.ts'

const pad = (n: number): string => String(n).padStart(2, '0')
const usable = (at: number | null | undefined): at is number =>
  typeof at === 'number' && Number.isFinite(at) && Math.abs(at) <= 8.64e15

/** Epoch ms → local wall clock `10:14:03`; unknown → `–`. */
export const formatClock = (at: number | null | undefined): string => {
  if (!usable(at)) return '–'
  const date = new Date(at)
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
}

/** Epoch ms → `10:14` today, `2026-11-29 10:14` on another day than `now`; unknown → `–`. */
export const formatWhen = (at: number | null | undefined, now: number): string => {
  if (!usable(at)) return '–'
  const date = new Date(at)
  const time = formatClock(at).slice(0, 5)
  if (date.toDateString() === new Date(now).toDateString()) return time
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())} ${time}`
}

const steps: readonly [limitMs: number, unitMs: number, unit: string][] = [
  [60_000, 1_000, 's'],
  [3_600_000, 60_000, 'min'],
  [48 * 3_600_000, 3_600_000, 'h'],
  [Number.POSITIVE_INFINITY, 86_400_000, 'd'],
]

/** A span of ms in its largest fitting unit: `31 s`, `14 min`, `3 h`, `5 d`. Rounded down, so it never promises more. */
export const formatSpan = (ms: number): string => {
  const span = Math.abs(ms)
  for (const [limit, unitMs, unit] of steps) if (span < limit) return `${Math.floor(span / unitMs)} ${unit}`
  return '–'
}

/** Epoch ms against now: `in 14 min`, `3 h ago`, `now` within one second; unknown → `–`. */
export const formatRelative = (at: number | null | undefined, now: number): string => {
  if (!usable(at)) return '–'
  const distance = at - now
  if (Math.abs(distance) < 1_000) return 'now'
  return distance > 0 ? `in ${formatSpan(distance)}` : `${formatSpan(distance)} ago`
}

/**
 * The same for what has happened: `just now` at least. Clocks of the page tick every few seconds and the service's clock
 * may be ahead, so an event can carry a later time than `now`.
 */
export const formatPast = (at: number | null | undefined, now: number): string => {
  const past = formatRelative(usable(at) ? Math.min(at, now) : at, now)
  return past === 'now' ? 'just now' : past
}

/** Minutes east of UTC → `UTC`, `UTC+1`, `UTC−3:30`. */
export const formatZone = (minutesEast: number): string => {
  if (minutesEast === 0) return 'UTC'
  const size = Math.abs(minutesEast)
  const rest = size % 60
  return `UTC${minutesEast > 0 ? '+' : '−'}${Math.floor(size / 60)}${rest ? `:${pad(rest)}` : ''}`
}

/** Epoch ms → exact local time with its zone: `2026-11-28 10:14:03 UTC+1`; unknown → `–`. */
export const formatDateTime = (at: number | null | undefined): string => {
  if (!usable(at)) return '–'
  const date = new Date(at)
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day} ${formatClock(at)} ${formatZone(-date.getTimezoneOffset())}`
}

let counts: Intl.NumberFormat | undefined

/** `12,345`; the same grouping everywhere, whatever the system's language. */
export const formatCount = (n: number): string => {
  counts ??= new Intl.NumberFormat('en-US') // making one takes as long as drawing a cell
  return counts.format(n)
}

/** `40,055,193 bytes`, for the hover. */
/** `1 session`, `1,200 sessions`. */
export const counted = (count: number, one: string, many: string): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

export const exactBytes = (bytes: number): string => counted(bytes, 'byte', 'bytes')

/** The middle left out: `8f3a…c21d`. Ids of up to twelve characters stay whole; never cuts a character in two. */
export const shortenId = (id: string): string => {
  const characters = Array.from(id)
  return characters.length <= 12 ? id : `${characters.slice(0, 4).join('')}…${characters.slice(-4).join('')}`
}
