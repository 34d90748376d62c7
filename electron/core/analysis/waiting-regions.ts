import { GRID_COLUMNS, GRID_ROWS, GRID_TILES } from '../../contract/constants/luma-grid.ts'
import type { Changes } from './grid-changes.ts'
import type { TileSpan } from './recurring.ts'

/** A region larger than this is the page itself, not an animation on it. */
const MOST_SHARE = 0.36
/** Tiles this far apart belong to one animation, whose frame reaches one tile further than what was seen to change. */
const REACH = 2
const MARGIN = 1
/** A caret or a counting digit has no margin, and where it begins and ends means nothing. */
const SMALL_TILES = 2
/** Parts of an animation rest for this long while others move. */
const NEAR_MS = 1_500

type Box = { left: number; top: number; right: number; bottom: number }

/** Boxes around tiles that lie close together. */
const boxesAround = (active: Uint8Array): Box[] => {
  const boxes: Box[] = []
  const seen = new Uint8Array(GRID_TILES)
  const stack: number[] = []
  for (let seed = 0; seed < GRID_TILES; seed += 1) {
    if (!active[seed] || seen[seed]) continue
    const box = { left: GRID_COLUMNS, top: GRID_ROWS, right: 0, bottom: 0 }
    seen[seed] = 1
    stack.push(seed)
    for (let tile = stack.pop(); tile !== undefined; tile = stack.pop()) {
      const column = tile % GRID_COLUMNS
      const row = (tile - column) / GRID_COLUMNS
      box.left = Math.min(box.left, column)
      box.right = Math.max(box.right, column)
      box.top = Math.min(box.top, row)
      box.bottom = Math.max(box.bottom, row)
      for (let y = Math.max(0, row - REACH); y <= Math.min(GRID_ROWS - 1, row + REACH); y += 1)
        for (let x = Math.max(0, column - REACH); x <= Math.min(GRID_COLUMNS - 1, column + REACH); x += 1) {
          const near = y * GRID_COLUMNS + x
          if (!active[near] || seen[near]) continue
          seen[near] = 1
          stack.push(near)
        }
    }
    boxes.push(box)
  }
  return boxes
}

const areaOf = ({ left, top, right, bottom }: Box): number => (right - left + 1) * (bottom - top + 1)

const fill = (mask: Uint8Array, { left, top, right, bottom }: Box, margin: number): void => {
  const from = Math.max(0, left - margin)
  const to = Math.min(GRID_COLUMNS, right + margin + 1)
  for (let row = Math.max(0, top - margin); row <= Math.min(GRID_ROWS - 1, bottom + margin); row += 1)
    mask.fill(1, row * GRID_COLUMNS + from, row * GRID_COLUMNS + to)
}

/** Whether one of the tiles in the box fits. */
const someTile = ({ left, top, right, bottom }: Box, fits: (tile: number) => boolean): boolean => {
  for (let row = top; row <= bottom; row += 1)
    for (let column = left; column <= right; column += 1) if (fits(row * GRID_COLUMNS + column)) return true
  return false
}

type Open = { now: TileSpan[]; near: number }

/**
 * Follows the events of a recording, ascending: 1 for each tile that lies in a waiting animation at this event. The event
 * with which an animation of some size appears, and the one with which it goes, are not part of it.
 */
export const createWaitingMask = (
  spans: TileSpan[],
  { firstMs, lastMs, durationMs }: Changes,
): ((event: number) => Uint8Array) => {
  const begins = spans.toSorted((a, b) => (firstMs[a.from] as number) - (firstMs[b.from] as number))
  const ends = spans.toSorted((a, b) => (lastMs[a.to] as number) - (lastMs[b.to] as number))
  const tiles: Open[] = Array.from({ length: GRID_TILES }, () => ({ now: [], near: 0 }))
  const active = new Uint8Array(GRID_TILES)
  const mask = new Uint8Array(GRID_TILES)
  let begun = 0
  let ended = 0
  let boxes: Box[] = []
  /** Spans around an event, by tile; those within `NEAR_MS` tell how far an animation reaches when some of it rests. */
  const follow = (event: number): boolean => {
    const [from, to] = [firstMs[event] as number, lastMs[event] as number]
    const before = begun + ended
    for (let span = begins[begun]; span && (firstMs[span.from] as number) - NEAR_MS <= to; span = begins[++begun]) {
      const open = tiles[span.tile] as Open
      open.near += 1
      open.now.push(span)
    }
    for (let span = ends[ended]; span && (lastMs[span.to] as number) + NEAR_MS < from; span = ends[++ended]) {
      const open = tiles[span.tile] as Open
      open.near -= 1
      open.now.splice(open.now.indexOf(span), 1)
    }
    return begun + ended !== before
  }
  return (event) => {
    if (follow(event)) {
      tiles.forEach(({ near }, tile) => {
        active[tile] = near
      })
      boxes = boxesAround(active).filter((box) => areaOf(box) <= MOST_SHARE * GRID_TILES)
    }
    mask.fill(0)
    for (const box of boxes) {
      const large = areaOf(box) > SMALL_TILES
      const spansNow = (fits: (span: TileSpan) => boolean) =>
        someTile(box, (tile) => (tiles[tile] as Open).now.some(fits))
      const begunBefore = spansNow(
        ({ from, to, cameBefore }) => (from < event || (from === event && cameBefore)) && event <= to,
      )
      // The recording may end before the next beat.
      const leftMs = durationMs - (lastMs[event] as number)
      const goesOn =
        leftMs < NEAR_MS ||
        spansNow(({ from, to, beatMs }) => from <= event && (event < to || (event === to && leftMs < beatMs)))
      const runs = large ? begunBefore && goesOn : spansNow(({ from, to }) => from <= event && event <= to)
      if (runs) fill(mask, box, large ? MARGIN : 0)
    }
    return mask
  }
}
