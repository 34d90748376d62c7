import { GRID_COLUMNS, GRID_ROWS, GRID_TILES } from '../../contract/constants/luma-grid.ts'
import { CHANGED_LEVELS, type Changes } from './grid-changes.ts'

/** A picture of the page, with the tiles of waiting animations in it. */
export type Picture = { grid: Uint8Array; waiting: Uint8Array }

/** A screen is new when more of the picture changed than this, or this share of what is not background. */
const NEW_SHARE = 0.35
const NEW_FILLED_SHARE = 0.55
const LEAST_FILLED_SHARE = 0.12
/**
 * On a sparse page most tiles are background on both sides. There it is new when this share of the texts and edges
 * changed: in the samples and truth recordings a new page changes 0.27 or more of them, a field that is filled at most 0.21.
 */
const NEW_CONTENT_SHARE = 0.25
/** Of what was there so much has to be gone: what is only added to a page, as a text or a log, is no other page. */
const GONE_SHARE = 0.12
/** An empty page has nothing that could go. */
const FILLED_SHARE = 0.4
/** Fewer tiles are no page, however little it shows: a pointer, a caret, a ticked box. */
const LEAST_SHARE = 0.04
/** A picture this close to another is on its way to it, or still it. */
const NEAR_SHARE = 0.12
/** Two screens are the same when at most so much differs: what was typed, a message. */
const SAME_SHARE = 0.05
const SAME_CONTENT_SHARE = 0.2

/** An event of more than this is a page that comes; what it leaves above the page is the browser's window. */
const WHOLE_SHARE = 0.12
const TOUCHED_TILES = 6

/** Rows at the top that no page reaches: the frame of the browser, where the recording shows it. */
export const frameRows = ({ offsets, tiles, firstMs }: Changes): number => {
  const touched = new Uint8Array(GRID_ROWS)
  let pages = 0
  for (let event = 0; event < firstMs.length; event += 1) {
    const [from, to] = [offsets[event] as number, offsets[event + 1] as number]
    if (to - from <= WHOLE_SHARE * GRID_TILES) continue
    pages += 1
    const counts = new Uint16Array(GRID_ROWS)
    for (const tile of tiles.subarray(from, to)) {
      const row = Math.floor(tile / GRID_COLUMNS)
      counts[row] = (counts[row] as number) + 1
    }
    for (let row = 0; row < GRID_ROWS; row += 1) if ((counts[row] as number) >= TOUCHED_TILES) touched[row] = 1
  }
  return pages === 0 ? 0 : Math.max(0, touched.indexOf(1))
}

const differ = (one: number | undefined, other: number | undefined): boolean =>
  Math.abs((one as number) - (other as number)) >= CHANGED_LEVELS

const backgroundOf = (grid: Uint8Array): number => {
  const counts = new Uint32Array(256)
  for (const level of grid) counts[level] = (counts[level] as number) + 1
  return counts.indexOf(counts.reduce((most, count) => Math.max(most, count), 0))
}

/** How many tiles are off the background, outside what waits. */
export const filledTiles = ({ grid, waiting }: Picture): number => {
  const background = backgroundOf(grid)
  return grid.reduce((sum, level, tile) => sum + (!waiting[tile] && differ(level, background) ? 1 : 0), 0)
}

/** 1 for tiles that differ from one beside them: texts and edges, not the areas between. */
const contentTiles = (grid: Uint8Array): Uint8Array => {
  const content = new Uint8Array(GRID_TILES)
  const mark = (tile: number, other: number): void => {
    if (!differ(grid[tile], grid[other])) return
    content[tile] = 1
    content[other] = 1
  }
  for (let tile = 0; tile < GRID_TILES; tile += 1) {
    if ((tile + 1) % GRID_COLUMNS !== 0) mark(tile, tile + 1)
    if (tile + GRID_COLUMNS < GRID_TILES) mark(tile, tile + GRID_COLUMNS)
  }
  return content
}

/** Share of the tiles that differ, outside what waits in either picture. */
const differenceOf = (one: Picture, other: Picture): number => {
  let count = 0
  let compared = 0
  for (let tile = 0; tile < GRID_TILES; tile += 1) {
    if (one.waiting[tile] || other.waiting[tile]) continue
    compared += 1
    if (differ(one.grid[tile], other.grid[tile])) count += 1
  }
  return compared === 0 ? 0 : count / compared
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** Compares pictures of one recording; `fixedRows` at the top are no part of the page. */
export const createComparison = (fixedRows: number) => {
  /** Shares of the content of both, and of the earlier one, that changed. */
  const contentChange = (earlier: Picture, later: Picture): { all: number; gone: number } => {
    const [before, after] = [contentTiles(earlier.grid), contentTiles(later.grid)]
    const count = { all: 0, changed: 0, before: 0, gone: 0 }
    for (let tile = fixedRows * GRID_COLUMNS; tile < GRID_TILES; tile += 1) {
      if (!(before[tile] || after[tile]) || earlier.waiting[tile] || later.waiting[tile]) continue
      const changed = differ(earlier.grid[tile], later.grid[tile]) ? 1 : 0
      count.all += 1
      count.changed += changed
      if (!before[tile]) continue
      count.before += 1
      count.gone += changed
    }
    return { all: share(count.changed, count.all), gone: share(count.gone, count.before) }
  }
  /** Most of the picture, or of what is not background, differs. */
  const isWholeOther = (one: Picture, other: Picture): boolean => {
    const difference = differenceOf(one, other)
    if (difference > NEW_SHARE || difference < LEAST_FILLED_SHARE) return difference > NEW_SHARE
    return difference * GRID_TILES > NEW_FILLED_SHARE * Math.max(filledTiles(one), filledTiles(other))
  }
  /** The page that was there is gone, and another one is there. */
  const isOther = (earlier: Picture, later: Picture): boolean => {
    if (isWholeOther(earlier, later)) return true
    if (differenceOf(earlier, later) < LEAST_SHARE) return false
    const { all, gone } = contentChange(earlier, later)
    return all >= NEW_CONTENT_SHARE && (gone >= GONE_SHARE || all >= FILLED_SHARE)
  }
  return {
    isWholeOther,
    isOther,
    isNear: (one: Picture, other: Picture): boolean => differenceOf(one, other) <= NEAR_SHARE && !isOther(one, other),
    isSame: (one: Picture, other: Picture): boolean =>
      differenceOf(one, other) <= SAME_SHARE && contentChange(one, other).all <= SAME_CONTENT_SHARE,
  }
}
export type Comparison = ReturnType<typeof createComparison>
