/** The part of the recording that the axis shows, seconds of video time. */
export type AxisView = { fromS: number; toS: number }

/** Closest zoom: less than this says nothing, at 25 pictures a second. */
const SHORTEST_S = 2

const within = (fromS: number, spanS: number, lengthS: number): AxisView => {
  const from = Math.min(Math.max(0, fromS), Math.max(0, lengthS - spanS))
  return { fromS: from, toS: from + spanS }
}

const fullView = (lengthS: number): AxisView => ({ fromS: 0, toS: lengthS })

/** Null stands for the whole recording, also when that is not known yet. */
export const shownView = (view: AxisView | null, lengthS: number | null): AxisView => view ?? fullView(lengthS ?? 0)

const orWhole = (view: AxisView, lengthS: number): AxisView | null =>
  view.toS - view.fromS >= lengthS - 1e-6 ? null : view

/** `factor` above 1 shows less; `atS` stays where it is on the axis. */
export const zoomAt = (view: AxisView | null, lengthS: number, factor: number, atS: number): AxisView | null => {
  const { fromS, toS } = shownView(view, lengthS)
  const span = Math.min(lengthS, Math.max(Math.min(SHORTEST_S, lengthS), (toS - fromS) / factor))
  const share = toS > fromS ? (atS - fromS) / (toS - fromS) : 0
  return orWhole(within(atS - share * span, span, lengthS), lengthS)
}

export const panBy = (view: AxisView | null, lengthS: number, byS: number): AxisView | null =>
  view && orWhole(within(view.fromS + byS, view.toS - view.fromS, lengthS), lengthS)

/** The same span with `timeS` in it: turned like a page when the playhead leaves it. */
export const followTime = (view: AxisView | null, lengthS: number, timeS: number): AxisView | null => {
  if (!view || (timeS >= view.fromS && timeS <= view.toS)) return view
  const span = view.toS - view.fromS
  return within(timeS - span * 0.1, span, lengthS)
}

/** 0 to 1 over the shown part; outside of it below or above. */
export const shareIn = ({ fromS, toS }: AxisView, seconds: number): number =>
  toS > fromS && Number.isFinite(seconds) ? (seconds - fromS) / (toS - fromS) : 0

/** For `left`. */
export const placeIn = (view: AxisView, seconds: number): string => `${(shareIn(view, seconds) * 100).toFixed(4)}%`

/** For `left` and `width`, cut at the edges of what is shown; null when nothing of it is. */
export const spanIn = (view: AxisView, fromS: number, toS: number): { left: string; width: string } | null => {
  const from = Math.max(0, shareIn(view, fromS))
  const to = Math.min(1, shareIn(view, toS))
  return to > from ? { left: `${(from * 100).toFixed(4)}%`, width: `${((to - from) * 100).toFixed(4)}%` } : null
}

export const isShown = ({ fromS, toS }: AxisView, seconds: number): boolean => seconds >= fromS && seconds <= toS

/** The time under a pointer, cut at the edges; null when there is no axis to point at. */
export const timeAt = (view: AxisView, clientX: number, box: { left: number; width: number }): number | null => {
  if (view.toS <= view.fromS || !(box.width > 0) || !Number.isFinite(clientX)) return null
  return view.fromS + Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * (view.toS - view.fromS)
}

/** 0 to 1, for what floats over the axis and must not leave it. */
export const shareWithin = (view: AxisView, seconds: number): number => Math.min(1, Math.max(0, shareIn(view, seconds)))
