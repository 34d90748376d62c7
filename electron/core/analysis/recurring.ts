import type { Changes } from './grid-changes.ts'
import type { TileHistory } from './tile-history.ts'

/**
 * Events `from` to `to` of one tile, both included, between which it only repeats what it does, `beatMs` apart at most (0:
 * at no beat). `cameBefore`: it was there a beat before the first of them, with the page it is on.
 */
export type TileSpan = { tile: number; from: number; to: number; beatMs: number; cameBefore: boolean }

// An event of more than so many tiles is a page that comes (again), no part of an animation.
/** A spinner, a caret or an advert changes its tiles at least this often, this many times, for this long. */
const FAST_TILES = 830
const FAST = { gapMs: 1_200, count: 5, spanMs: 1_500 }
/** A carousel, a countdown or a clock changes at even distances, up to a minute apart; a person or an agent does not. */
const SLOW_GAP_MS = 65_000
const SLOW_COUNT = 4
const SLOW_TILES = 460
const MOST_BEATS = 4
const UNEVEN_SHARE = 0.12
const UNEVEN_MS = 250
/** A text that counts changes a few tiles and nothing else, at any distance: its digits differ now more, now less. */
const LONE_TILES = 4
const LONE = { gapMs: 30_000, count: 6, spanMs: 10_000 }
/** Changes this close together are one step of a slow animation. */
const STEP_MS = 900

/** Levels that count as the same when a level comes again, and changes within which it has to. */
const SAME_LEVELS = 4
const LOOKED_AT = 60

type Bounds = { gapMs: number; count: number; spanMs: number }

/** What leads up to a repetition is not part of it: a text that is typed before the caret blinks behind it. */
const trimmed = (history: TileHistory, from: number, to: number): [number, number] => {
  const comesAgain = (at: number): boolean => {
    for (let other = at + 2; other <= Math.min(to, at + LOOKED_AT); other += 1)
      if (Math.abs((history.levels[other] as number) - (history.levels[at] as number)) <= SAME_LEVELS) return true
    return false
  }
  let begin = from
  while (begin < to && !comesAgain(begin)) begin += 1
  return [begin, to]
}

const denseSpans = (tile: number, history: TileHistory, changes: Changes, bounds: Bounds): TileSpan[] => {
  const { events } = history
  const spans: TileSpan[] = []
  const time = (at: number): number => changes.firstMs[events[at] as number] as number
  const until = (at: number): number => changes.lastMs[events[at] as number] as number
  for (let begin = 0, end = 0; begin < events.length; begin = end + 1) {
    end = begin
    while (end + 1 < events.length && time(end + 1) - until(end) <= bounds.gapMs) end += 1
    const [from, to] = trimmed(history, begin, end)
    if (to - from + 1 >= bounds.count && until(to) - time(from) >= bounds.spanMs)
      spans.push({ tile, from: events[from] as number, to: events[to] as number, beatMs: 0, cameBefore: false })
  }
  return spans
}

/** Whether a gap is one beat, or a few: a slide that resembles the next one leaves its tiles as they are. */
const isEven = (gapMs: number, beatMs: number): boolean => {
  const beats = Math.round(gapMs / beatMs)
  return (
    gapMs <= SLOW_GAP_MS &&
    beats <= MOST_BEATS &&
    Math.abs(gapMs - beats * beatMs) <= Math.max(UNEVEN_MS, beatMs * UNEVEN_SHARE)
  )
}

/** The changes of a tile that came in events of at most so many tiles. */
const changesWithin = (
  { events, levels, firstLevel }: TileHistory,
  { offsets }: Changes,
  most: number,
): TileHistory => {
  const fits = (event: number): boolean => (offsets[event + 1] ?? 0) - (offsets[event] ?? 0) <= most
  return { events: events.filter(fits), levels: levels.filter((_, at) => fits(events[at] as number)), firstLevel }
}

/** `all`: the changes of the tile with those of whole pages. */
const slowSpans = (tile: number, all: TileHistory, changes: Changes): TileSpan[] => {
  const { events } = changesWithin(all, changes, SLOW_TILES)
  const { firstMs, lastMs } = changes
  const steps: { from: number; to: number; atMs: number; endMs: number }[] = []
  for (const event of events) {
    const last = steps.at(-1)
    const [atMs, endMs] = [firstMs[event] as number, lastMs[event] as number]
    if (last && atMs - last.endMs <= STEP_MS) {
      last.to = event
      last.endMs = endMs
    } else steps.push({ from: event, to: event, atMs, endMs })
  }
  const gaps = steps.slice(1).map(({ atMs }, at) => atMs - (steps[at]?.atMs ?? 0))
  const spans: TileSpan[] = []
  for (let from = 0, to = 0; from < gaps.length; from = Math.max(from + 1, to)) {
    const beat = Math.min(...gaps.slice(from, from + SLOW_COUNT - 1))
    to = from
    while (to < gaps.length && isEven(gaps[to] as number, beat)) to += 1
    const [begin, end] = [steps[from], steps[to]]
    if (begin && end && to - from + 1 >= SLOW_COUNT) {
      const evenMs = (end.atMs - begin.atMs) / (to - from)
      const beatMs = evenMs + Math.max(UNEVEN_MS, evenMs * UNEVEN_SHARE)
      const before = all.events.findLast((event) => event < begin.from)
      const waitedMs = before === undefined ? 0 : begin.atMs - (lastMs[before] as number)
      const cameBefore = waitedMs >= 2 * evenMs - beatMs && waitedMs <= beatMs
      spans.push({ tile, from: begin.from, to: end.to, beatMs, cameBefore })
    }
  }
  return spans
}

/** Where single tiles repeat: many quick changes without a pause, changes at even distances, or changes of little else. */
export const recurringSpans = (changes: Changes, histories: TileHistory[]): TileSpan[] =>
  histories.flatMap((history, tile) => [
    ...denseSpans(tile, changesWithin(history, changes, FAST_TILES), changes, FAST),
    ...denseSpans(tile, changesWithin(history, changes, LONE_TILES), changes, LONE),
    ...slowSpans(tile, history, changes),
  ])
