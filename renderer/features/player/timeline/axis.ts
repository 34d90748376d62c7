import type { AxisView } from './axis-view.ts'

/** Distances that people read well, seconds. */
const STEPS = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400]

/** Labelled places of what is shown, seconds: as many as fit with `apart` px between them. */
export const ticksIn = ({ fromS, toS }: AxisView, widthPx: number, apart = 88): number[] => {
  if (toS <= fromS || widthPx < apart) return []
  const least = ((toS - fromS) * apart) / widthPx
  const step = STEPS.find((one) => one >= least) ?? Math.ceil(least / 3600) * 3600
  const first = Math.ceil(fromS / step - 1e-9)
  const count = Math.floor(toS / step + 1e-9) - first
  return Array.from({ length: Math.max(0, count + 1) }, (_, i) => (first + i) * step)
}

/** Arithmetic of the time axis. Everything is seconds of video time unless the name says otherwise. */

/** What the bar may use as a length: finite and above zero, else null (V02: null, 0, NaN and Infinity). */
export const knownLength = (seconds: number | null | undefined): number | null =>
  typeof seconds === 'number' && Number.isFinite(seconds) && seconds > 0 ? seconds : null

/** The announced length is only a hint until the media is loaded; then the media wins (V01). */
export const lengthToShow = (mediaS: number | null, announcedMs: number | null): number | null =>
  knownLength(mediaS) ?? knownLength(announcedMs === null ? null : announcedMs / 1000)

/**
 * A place that can be given to `currentTime`: finite and inside the media, else null (V06).
 * An unknown length leaves the upper end open.
 */
export const seekTarget = (seconds: number, lengthS: number | null): number | null => {
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) return null
  const low = Math.max(0, seconds)
  return lengthS === null ? low : Math.min(low, lengthS)
}

export type Span = { start: number; end: number }
/** Nearer than this two times are one: those of spans, parts and pictures differ by what a picture lasts. */
export const NEAR_S = 0.1

/** `TimeRanges` as plain spans; broken ranges are left out. */
export const spansOf = (ranges: Pick<TimeRanges, 'length' | 'start' | 'end'>): Span[] => {
  const spans: Span[] = []
  for (let i = 0; i < ranges.length; i += 1) {
    const span = { start: ranges.start(i), end: ranges.end(i) }
    if (Number.isFinite(span.start) && Number.isFinite(span.end) && span.end > span.start) spans.push(span)
  }
  return spans
}

export const sameSpans = (a: Span[], b: Span[]): boolean =>
  a.length === b.length &&
  a.every((span, i) => {
    const other = b[i]
    return other !== undefined && Math.abs(span.start - other.start) < 0.05 && Math.abs(span.end - other.end) < 0.05
  })
