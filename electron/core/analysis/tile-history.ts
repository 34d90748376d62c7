import { GRID_TILES } from '../../contract/constants/luma-grid.ts'
import { CHANGED_LEVELS, type Changes } from './grid-changes.ts'

/** The changes of one tile: numbers of its events, ascending, and the level it had reached before the next. */
export type TileHistory = { events: Uint32Array; levels: Uint8Array; firstLevel: number }

/** Sorts the changes of a recording by tile. */
export const tileHistories = ({ first, offsets, tiles, values }: Changes): TileHistory[] => {
  const starts = new Uint32Array(GRID_TILES + 1)
  for (const tile of tiles) starts[tile + 1] = (starts[tile + 1] as number) + 1
  for (let tile = 0; tile < GRID_TILES; tile += 1)
    starts[tile + 1] = (starts[tile + 1] as number) + (starts[tile] as number)
  const events = new Uint32Array(tiles.length)
  const levels = new Uint8Array(tiles.length)
  const next = starts.slice(0, GRID_TILES)
  for (let event = 0; event + 1 < offsets.length; event += 1)
    for (let at = offsets[event] as number; at < (offsets[event + 1] as number); at += 1) {
      const tile = tiles[at] as number
      const level = values[at] as number
      const place = next[tile] as number
      const known = place > (starts[tile] as number) ? (levels[place - 1] as number) : (first[tile] as number)
      if (Math.abs(level - known) < CHANGED_LEVELS) {
        if (place > (starts[tile] as number)) levels[place - 1] = level
        continue
      }
      next[tile] = place + 1
      events[place] = event
      levels[place] = level
    }
  return Array.from(first, (firstLevel, tile) => ({
    events: events.subarray(starts[tile], next[tile]),
    levels: levels.subarray(starts[tile], next[tile]),
    firstLevel,
  }))
}
