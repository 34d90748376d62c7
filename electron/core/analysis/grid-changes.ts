import { GRID_TILES } from '../../contract/constants/luma-grid.ts'

/** Levels by which a tile must differ to count as changed: above the change of a mean when a still picture is encoded again. */
export const CHANGED_LEVELS = 9

/** A tile that changed a moment ago is followed more closely, so that its last level is known. */
const FOLLOWED_LEVELS = 3
const FOLLOWED_MS = 2_000

/** Changes that begin within this time are one event. Longer recordings are read coarser, which bounds the memory. */
const SLOT_MS = 100
const MOST_SLOT_MS = 400
const SLOTS = 12_000
/** With every so many changes events become twice as long: three hours in which all of the picture moves stay below 32 MB. */
const CHANGES_A_STEP = 2_000_000

/** One picture of a recording: ms from its start, whether it was coded on its own, and its luma grid. */
export type GridFrame = { timeMs: number; key: boolean; grid: Uint8Array }

/** All changes of a recording: event `i` is `tiles` and `values` from `offsets[i]` to `offsets[i + 1]`. */
export type Changes = {
  durationMs: number
  /** The picture at the beginning. */
  first: Uint8Array
  /** Time of the first and of the last picture of each event, ms. */
  firstMs: number[]
  lastMs: number[]
  /** Whether the picture was coded on its own. */
  keys: boolean[]
  offsets: number[]
  tiles: Uint16Array
  /** Level of each tile after the event. */
  values: Uint8Array
}

/** The changes up to `nowMs`; with them collecting continues as if it had not been interrupted. */
export type Collected = Changes & {
  nowMs: number
  /** Level of each tile at its last change, and when that was, ms. */
  known: Uint8Array
  changedMs: Float64Array
  /** The event that is not closed yet. */
  open: { from: number; to: number; key: boolean; grid: Uint8Array } | null
}

/**
 * Collects luma grids in order of time; a tile has changed when it differs from its level at its last change. With
 * `earlier` it continues what was saved.
 */
export const createChanges = (durationMs: number, earlier: Collected | null = null) => {
  const slotMs = Math.min(MOST_SLOT_MS, Math.max(SLOT_MS, durationMs / SLOTS))
  const firstMs = earlier?.firstMs ?? []
  const lastMs = earlier?.lastMs ?? []
  const keys = earlier?.keys ?? []
  const offsets = earlier?.offsets ?? [0]
  const changedMs = earlier?.changedMs ?? new Float64Array(GRID_TILES).fill(Number.NEGATIVE_INFINITY)
  let tiles = earlier?.tiles ?? new Uint16Array(4_096)
  let values = earlier?.values ?? new Uint8Array(4_096)
  let used = earlier?.tiles.length ?? 0
  let first = earlier?.first ?? null
  let known = earlier?.known ?? new Uint8Array(GRID_TILES)
  let open = earlier?.open ?? null
  let now = earlier?.nowMs ?? 0

  const differs = (grid: Uint8Array): boolean => {
    for (let tile = 0; tile < GRID_TILES; tile += 1)
      if (Math.abs((grid[tile] as number) - (known[tile] as number)) >= CHANGED_LEVELS) return true
    return false
  }
  const grow = (): void => {
    if (used + GRID_TILES <= tiles.length) return
    const room = Math.max(tiles.length * 2, used + GRID_TILES)
    const [wider, longer] = [new Uint16Array(room), new Uint8Array(room)]
    wider.set(tiles)
    longer.set(values)
    tiles = wider
    values = longer
  }
  const close = (): void => {
    if (!open) return
    const { from, to, key, grid } = open
    open = null
    grow()
    const begin = used
    let changed = false
    for (let tile = 0; tile < GRID_TILES; tile += 1) {
      const level = grid[tile] as number
      const by = Math.abs(level - (known[tile] as number))
      const followed = from - (changedMs[tile] as number) <= FOLLOWED_MS
      if (by < (followed ? FOLLOWED_LEVELS : CHANGED_LEVELS)) continue
      if (by >= CHANGED_LEVELS) {
        changedMs[tile] = to
        changed = true
      }
      known[tile] = level
      tiles[used] = tile
      values[used] = level
      used += 1
    }
    if (!changed) used = begin // what changed within the slot was back at its end
    if (used === begin) return
    firstMs.push(from)
    lastMs.push(to)
    keys.push(key)
    offsets.push(used)
  }

  return {
    /** The time is cut to the recording and to the time before it. The grid is not kept. */
    push: ({ timeMs, key, grid }: GridFrame): void => {
      if (grid.length !== GRID_TILES) throw new Error(`a grid has ${GRID_TILES} tiles, not ${grid.length}`)
      if (Number.isFinite(timeMs)) now = Math.max(now, Math.min(timeMs, durationMs))
      if (!first) {
        first = grid.slice()
        known = grid.slice()
        return
      }
      if (open && now - open.from >= slotMs * 2 ** Math.floor(used / CHANGES_A_STEP)) close()
      if (open) {
        if (differs(grid)) open.to = now
        open.key ||= key
        open.grid.set(grid)
      } else if (differs(grid)) open = { from: now, to: now, key, grid: grid.slice() }
    },
    /** What is collected so far; null before the first picture. */
    save: (): Collected | null => {
      if (!first) return null
      const kept = { tiles: tiles.slice(0, used), values: values.slice(0, used) }
      return { durationMs, nowMs: now, first, known, changedMs, open, firstMs, lastMs, keys, offsets, ...kept }
    },
    finish: (): Changes => {
      close()
      const kept = { tiles: tiles.subarray(0, used), values: values.subarray(0, used) }
      return { durationMs, first: first ?? new Uint8Array(GRID_TILES), firstMs, lastMs, keys, offsets, ...kept }
    },
  }
}
