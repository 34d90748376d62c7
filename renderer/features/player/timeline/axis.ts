/** Distances that people read well, seconds. */
const STEPS = [0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400]

/** Labelled places on the axis, seconds: as many as fit with `apart` px between them. Empty when the length is unknown. */
export const ticksOf = (lengthS: number | null, widthPx: number, apart = 88): number[] => {
  if (lengthS === null || widthPx < apart) return []
  const least = (lengthS * apart) / widthPx
  const step = STEPS.find((one) => one >= least) ?? Math.ceil(least / 3600) * 3600
  const count = Math.floor(lengthS / step)
  return Array.from({ length: count + 1 }, (_, i) => i * step)
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

/** 0..1 of a length, 0 when the length is unknown. */
export const fractionOf = (seconds: number, lengthS: number | null): number =>
  lengthS === null || !Number.isFinite(seconds) ? 0 : Math.min(1, Math.max(0, seconds / lengthS))

/** The time under a pointer, or null when there is no axis to point at. */
export const timeAtPointer = (
  clientX: number,
  box: { left: number; width: number },
  lengthS: number | null,
): number | null => {
  if (lengthS === null || !(box.width > 0) || !Number.isFinite(clientX)) return null
  return Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * lengthS
}

/** Seconds into CSS percent, for `left` and `width`. */
export const percent = (seconds: number, lengthS: number | null): string =>
  `${(fractionOf(seconds, lengthS) * 100).toFixed(4)}%`

export type Span = { start: number; end: number }

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
