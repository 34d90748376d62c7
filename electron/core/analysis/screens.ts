import { GRID_TILES } from '../../contract/constants/luma-grid.ts'
import type { Screen } from '../../contract/models/analysis-models.ts'
import { perceptualHash } from './perceptual-hash.ts'
import { type Comparison, filledTiles, type Picture } from './screen-pictures.ts'
import type { Step } from './steps.ts'

/** A screen stays when the picture holds for so long. */
const SETTLED_MS = 600
/** What changes less at once leaves a settled screen settled: typing, a pointer, a ticked box. */
const SMALL_SHARE = 0.025
/** An empty page counts as a screen only when it lasts; before that it is part of loading. */
const BLANK_MS = 3_000
const BLANK_SHARE = 0.01
/** Pictures of one transition that are looked at again: 2,304 bytes each. */
const MOST_PICTURES = 400

/** With the picture as it settled. */
export type FoundScreen = Screen & Picture

type TimedPicture = Picture & { firstMs: number }

/** Takes the steps of a recording in order and finds the screens that settled. */
export const createScreenFinder = (durationMs: number, first: Uint8Array, comparison: Comparison) => {
  const { isOther, isWholeOther, isNear } = comparison
  const screens: FoundScreen[] = []
  const start: TimedPicture = { firstMs: 0, grid: first.slice(), waiting: new Uint8Array(GRID_TILES) }
  /** Pictures since the last settled one, the latest last. */
  let passing: TimedPicture[] = [start]
  let screen: TimedPicture | null = null
  let latest: TimedPicture | null = null
  let settledAtMs = 0
  let changedMs = 0
  let quietMs = 0

  /**
   * `passed`: what was seen in between, for example an empty page while the same or a similar one loaded. What was typed adds
   * up, so that only the latest picture tells a sparse page from the same one with more in it.
   */
  const isNew = (from: TimedPicture, settled: TimedPicture, passed: TimedPicture[]): boolean =>
    isOther(from, settled) ||
    (screen !== null && isWholeOther(screen, settled)) ||
    passed.some((one) => isOther(from, one))

  /** The picture has held from `settledAtMs` until now. */
  const settle = (untilMs: number): void => {
    const now = passing.at(-1)
    if (!now) return
    const heldMs = untilMs - settledAtMs
    if (heldMs < SETTLED_MS) return
    if (heldMs < BLANK_MS && filledTiles(now) <= BLANK_SHARE * GRID_TILES) return
    const last = screens.at(-1)
    if (!screen || !latest || !last || isNew(latest, now, passing.slice(0, -1))) {
      // The screen begins where the picture first came close to what it settled as.
      let begin = passing.length - 1
      while (begin > 0 && isNear(passing[begin - 1] as TimedPicture, now)) begin -= 1
      const startMs = passing[begin]?.firstMs ?? now.firstMs
      if (last && latest) {
        const from = latest
        const left = passing.find((one) => !isNear(from, one)) ?? passing[0]
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
