import { GRID_COLUMNS, GRID_TILES } from '../../contract/constants/luma-grid.ts'
import { CHANGED_LEVELS, type Changes } from './grid-changes.ts'
import { progressSpans } from './progress-bars.ts'
import { recurringSpans } from './recurring.ts'
import { tileHistories } from './tile-history.ts'
import { createWaitingMask } from './waiting-regions.ts'

/** An event that changes this much outside waiting animations is a change of the page, and counts as a whole. */
const WHOLE_SHARE = 0.12

/** One event that is more than a waiting animation, with the picture after it. */
export type Step = {
  firstMs: number
  lastMs: number
  /** Tiles that changed, without those of waiting animations. */
  changed: number[]
  /** The picture was only encoded again: small differences of both signs all over it. */
  faint: boolean
  /** The picture after it; used again for the next step, copy what is kept. */
  grid: Uint8Array
  /** 1 for tiles of waiting animations; used again for the next step. */
  waiting: Uint8Array
}

/** A picture coded on its own, or the refinement after a change, moves means by less; the latter up and down, far apart. */
const FAINT_LEVELS = 22
const FAINT_SPREAD_SHARE = 0.2
const FAINT_SIGN_SHARE = 0.1

const isFaint = (changed: number[], by: Int16Array, key: boolean): boolean => {
  if (changed.some((tile) => Math.abs(by[tile] as number) >= FAINT_LEVELS)) return false
  if (key) return true
  const columns = changed.map((tile) => tile % GRID_COLUMNS)
  const rows = changed.map((tile) => Math.floor(tile / GRID_COLUMNS))
  const area = (Math.max(...columns) - Math.min(...columns) + 1) * (Math.max(...rows) - Math.min(...rows) + 1)
  const brighter = changed.filter((tile) => (by[tile] as number) > 0).length / changed.length
  return area >= FAINT_SPREAD_SHARE * GRID_TILES && Math.min(brighter, 1 - brighter) >= FAINT_SIGN_SHARE
}

/** Walks a recording from change to change, without carets, spinners, progress bars, carousels and adverts. */
export function* stepsOf(changes: Changes): Generator<Step> {
  const histories = tileHistories(changes)
  const waitingAt = createWaitingMask(
    [...recurringSpans(changes, histories), ...progressSpans(changes, histories)],
    changes,
  )
  const grid = changes.first.slice()
  const by = new Int16Array(GRID_TILES)
  for (let event = 0; event < changes.firstMs.length; event += 1) {
    const waiting = waitingAt(event)
    const [from, to] = [changes.offsets[event] as number, changes.offsets[event + 1] as number]
    const all = changes.tiles.subarray(from, to)
    all.forEach((tile, at) => {
      const level = changes.values[from + at] as number
      by[tile] = level - (grid[tile] as number)
      grid[tile] = level
    })
    const moved = all.filter((tile) => Math.abs(by[tile] as number) >= CHANGED_LEVELS)
    const outside = moved.filter((tile) => !waiting[tile])
    if (outside.length === 0) continue
    const changed = Array.from(outside.length > WHOLE_SHARE * GRID_TILES ? moved : outside)
    const [firstMs, lastMs] = [changes.firstMs[event] as number, changes.lastMs[event] as number]
    yield { firstMs, lastMs, changed, faint: isFaint(changed, by, changes.keys[event] === true), grid, waiting }
  }
}
