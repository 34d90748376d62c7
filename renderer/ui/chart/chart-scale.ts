export type ChartPoint = { at: number; value: number | null }
type Scale = { x: (at: number) => number; y: (value: number) => number }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TIME_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 240, 360, 720, 1_440].map((minutes) => minutes * MINUTE)

/** Epoch ms of round local times from `from` to `to`, at most `most` of them for spans of up to a week. */
export const timeTicks = (from: number, to: number, most: number): number[] => {
  const step = TIME_STEPS.find((one) => (to - from) / one <= most) ?? 24 * HOUR
  const midnight = new Date(from).setHours(0, 0, 0, 0)
  const ticks: number[] = []
  for (let at = midnight + Math.ceil((from - midnight) / step) * step; at <= to; at += step) ticks.push(at)
  return ticks
}

/** Where a chart begins: at what is known, but not below `least` and not beyond `most` before `now`; all in ms. */
export const chartStart = (first: number | undefined, now: number, least: number, most: number): number =>
  now - Math.min(most, Math.max(least, first === undefined ? 0 : now - first))

/** The smallest round number (1, 2 or 5 times a power of ten) that is not below `value`; 1 for nothing. */
export const roundUp = (value: number): number => {
  if (!(value > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 5, 10].find((one) => one * power >= value) ?? 10) * power
}

/** Index of the item whose time is nearest; -1 without items. `items` in order of time. */
export const nearest = (items: readonly { at: number }[], at: number): number => {
  let best = -1
  let distance = Number.POSITIVE_INFINITY
  items.forEach((item, index) => {
    const away = Math.abs(item.at - at)
    if (away > distance) return
    distance = away
    best = index
  })
  return best
}

/**
 * An SVG path through the points. A point without a value, or a silence longer than `gapMs`, breaks it: nothing is
 * claimed of times nobody measured. `step` holds each value until the next one.
 */
export const linePath = (
  points: readonly ChartPoint[],
  { x, y }: Scale,
  shape: 'step' | 'line',
  gapMs: number,
): string => {
  const parts: string[] = []
  let before: number | null = null
  for (const { at, value } of points) {
    if (value === null) {
      before = null
      continue
    }
    const [px, py] = [x(at).toFixed(1), y(value).toFixed(1)]
    if (before === null || at - before > gapMs) parts.push(`M${px} ${py}h0.01`)
    else parts.push(shape === 'step' ? `H${px}V${py}` : `L${px} ${py}`)
    before = at
  }
  return parts.join('')
}
