import { GRID_TILES } from '../../contract/constants/luma-grid.ts'
import type { Screen } from '../../contract/models/analysis-models.ts'
import { CHANGED_LEVELS } from './grid-changes.ts'
import { perceptualHash } from './perceptual-hash.ts'
import type { Step } from './steps.ts'

/** A screen is new when more of the picture changed than this, and stays when it then holds for so long. */
const NEW_SHARE = 0.35
const SETTLED_MS = 600
/** On a sparse page most tiles are background on both sides: this share of what carries content is enough there. */
const SPARSE_CONTENT_SHARE = 0.55
const SPARSE_SHARE = 0.12
/** What changes less at once leaves a settled screen settled: typing, a pointer, a ticked box. */
const SMALL_SHARE = 0.025
/** A picture this close to another is on its way to it, or still it. */
const NEAR_SHARE = 0.12
/** An empty page counts as a screen only when it lasts; before that it is part of loading. */
const BLANK_MS = 3_000
const BLANK_SHARE = 0.01
/** Pictures of one transition that are looked at again: 2,304 bytes each. */
const MOST_PICTURES = 400

export type FoundScreen = Screen & {
  /** The picture as it settled, and tiles of waiting animations in it. */
  grid: Uint8Array
  waiting: Uint8Array
}

type Picture = { firstMs: number; grid: Uint8Array; waiting: Uint8Array }

const backgroundOf = (grid: Uint8Array): number => {
  const counts = new Uint32Array(256)
  for (const level of grid) counts[level] = (counts[level] as number) + 1
  return counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0))
}

/** Tiles off the background, outside `waiting`. */
const contentOf = (grid: Uint8Array, waiting: Uint8Array): number => {
  const background = backgroundOf(grid)
  return grid.reduce(
    (sum, level, tile) => sum + (!waiting[tile] && Math.abs(level - background) >= CHANGED_LEVELS ? 1 : 0),
    0,
  )
}

/** Share of the tiles that differ, outside what waits in either picture. */
export const differenceOf = (one: Omit<Picture, 'firstMs'>, other: Omit<Picture, 'firstMs'>): number => {
  let count = 0
  let compared = 0
  for (let tile = 0; tile < GRID_TILES; tile += 1) {
    if (one.waiting[tile] || other.waiting[tile]) continue
    compared += 1
    if (Math.abs((one.grid[tile] as number) - (other.grid[tile] as number)) >= CHANGED_LEVELS) count += 1
  }
  return compared === 0 ? 0 : count / compared
}

/** Whether two pictures show different screens. */
const isOther = (one: Picture, other: Picture): boolean => {
  const difference = differenceOf(one, other)
  if (difference > NEW_SHARE) return true
  if (difference < SPARSE_SHARE) return false
  const content = Math.max(contentOf(one.grid, one.waiting), contentOf(other.grid, other.waiting))
  return difference * GRID_TILES > SPARSE_CONTENT_SHARE * content
}

/** `passed`: what was seen in between, for example an empty page while the same or a similar one loaded. */
const isNew = (screen: Picture, latest: Picture, settled: Picture, passed: Picture[]): boolean =>
  isOther(latest, settled) || isOther(screen, settled) || passed.some((one) => isOther(latest, one))

/** Takes the steps of a recording in order and finds the screens that settled. */
export const createScreenFinder = (durationMs: number, first: Uint8Array) => {
  const screens: FoundScreen[] = []
  const start: Picture = { firstMs: 0, grid: first.slice(), waiting: new Uint8Array(GRID_TILES) }
  /** Pictures since the last settled one, the latest last. */
  let passing: Picture[] = [start]
  let screen: Picture | null = null
  let latest: Picture | null = null
  let settledAtMs = 0
  let changedMs = 0
  let quietMs = 0

  /** The picture has held from `settledAtMs` until now. */
  const settle = (untilMs: number): void => {
    const now = passing.at(-1)
    if (!now) return
    const heldMs = untilMs - settledAtMs
    if (heldMs < SETTLED_MS) return
    if (heldMs < BLANK_MS && contentOf(now.grid, now.waiting) <= BLANK_SHARE * GRID_TILES) return
    const last = screens.at(-1)
    if (!screen || !latest || !last || isNew(screen, latest, now, passing.slice(0, -1))) {
      // The screen begins where the picture first came close to what it settled as.
      let begin = passing.length - 1
      while (begin > 0 && differenceOf(passing[begin - 1] as Picture, now) <= NEAR_SHARE) begin -= 1
      const startMs = passing[begin]?.firstMs ?? now.firstMs
      if (last && latest) {
        const from = latest
        const left = passing.find((one) => differenceOf(from, one) > NEAR_SHARE) ?? passing[0]
        last.endMs = Math.min(left?.firstMs ?? startMs, startMs)
      }
      screens.push({
        startMs,
        endMs: untilMs,
        waitMs: Math.max(0, startMs - quietMs),
        hash: perceptualHash(now.grid),
        grid: now.grid.slice(),
        waiting: now.waiting.slice(),
      })
      screen = now
    } else last.endMs = untilMs
    latest = now
    passing = []
  }

  return {
    push: ({ firstMs, lastMs, changed, grid, waiting }: Step): void => {
      const small = changed.length < SMALL_SHARE * GRID_TILES
      if (!small) {
        settle(firstMs)
        if (passing.length === 0) quietMs = changedMs
        passing.push({ firstMs, grid: grid.slice(), waiting: waiting.slice() })
        if (passing.length > MOST_PICTURES) passing.splice(1, MOST_PICTURES / 2)
        settledAtMs = lastMs
      } else {
        const now = passing.at(-1) ?? latest
        if (now) {
          now.grid = grid.slice()
          now.waiting = waiting.slice()
        }
      }
      changedMs = lastMs
    },
    finish: (): FoundScreen[] => {
      settle(durationMs)
      const last = screens.at(-1)
      if (last && passing.length === 0) last.endMs = durationMs
      return screens
    },
  }
}
