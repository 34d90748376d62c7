import { GRID_COLUMNS, GRID_ROWS } from '../../contract/constants/luma-grid.ts'
import type { Changes } from './grid-changes.ts'
import type { TileSpan } from './recurring.ts'
import type { TileHistory } from './tile-history.ts'

/** One passage of a tile from one level to another. */
type Passage = { tile: number; from: number; to: number; atMs: number; endMs: number; before: number; after: number }

/** Changes of a tile this close together belong to one passage. */
const PASSAGE_MS = 2_500
/** A bar counts as moving when it covers at least this many tiles, for at least this long. */
const LEAST_TILES = 8
const LEAST_MS = 3_000
/** Levels a passage changes at least, and by how much passages of one bar may differ: text varies by more. */
const LEAST_LEVELS = 10
const UNEVEN_LEVELS = 2
const UNEVEN_SHARE = 0.13
/** A bar moves by little at once: an event of more tiles, or of more in one row, is no part of it. It may be its coming. */
const MOST_TILES = 40
const MOST_IN_ROW = 8
/** Longest halt of a bar. */
const HALT_MS = 10_000

/** How many tiles of a row an event changed. */
const countInRow = ({ offsets, tiles }: Changes, event: number, row: number): number => {
  let count = 0
  for (let at = offsets[event] ?? 0; at < (offsets[event + 1] ?? 0); at += 1)
    if (Math.floor((tiles[at] as number) / GRID_COLUMNS) === row) count += 1
  return count
}

const passagesOf = (tile: number, { events, levels, firstLevel }: TileHistory, changes: Changes): Passage[] => {
  const passages: Passage[] = []
  const row = Math.floor(tile / GRID_COLUMNS)
  events.forEach((event, at) => {
    if ((changes.offsets[event + 1] ?? 0) - (changes.offsets[event] ?? 0) > MOST_TILES) return
    if (countInRow(changes, event, row) > MOST_IN_ROW) return
    const last = passages.at(-1)
    const [atMs, endMs] = [changes.firstMs[event] as number, changes.lastMs[event] as number]
    const after = levels[at] as number
    if (last && atMs - last.endMs <= PASSAGE_MS && (after - last.after) * (last.after - last.before) > 0)
      Object.assign(last, { to: event, endMs, after })
    else
      passages.push({
        tile,
        from: event,
        to: event,
        atMs,
        endMs,
        before: at === 0 ? firstLevel : (levels[at - 1] as number),
        after,
      })
  })
  return passages.filter(({ before, after }) => Math.abs(after - before) >= LEAST_LEVELS)
}

/** What lies beside a bar within its tiles differs from tile to tile; by how much the bar changes them does not. */
const alike = (one: Passage, other: Passage): boolean => {
  const [by, otherBy] = [one.after - one.before, other.after - other.before]
  return Math.abs(by - otherBy) <= Math.max(UNEVEN_LEVELS, Math.abs(by) * UNEVEN_SHARE)
}

/** A bar may begin amid a tile, which it then changes by less. */
const continues = (chain: Passage[], next: Passage): boolean => {
  const [head, second] = chain
  if (!head) return false
  const [by, nextBy] = [head.after - head.before, next.after - next.before]
  return alike(next, second ?? head) || (!second && by * nextBy > 0 && Math.abs(by) < Math.abs(nextBy))
}

/** The first of `passages`, which are in order of time, that begins at `atMs` or later. */
const nextAfter = (passages: Passage[], atMs: number): Passage | undefined => {
  let [low, high] = [0, passages.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((passages[middle] as Passage).atMs < atMs) low = middle + 1
    else high = middle
  }
  return passages[low]
}

/** Where a bar fills from left to right: neighbours go from the same level to the same level, one after the other. */
export const progressSpans = (changes: Changes, histories: TileHistory[]): TileSpan[] => {
  const spans: TileSpan[] = []
  for (let row = 0; row < GRID_ROWS; row += 1) {
    let chains: Passage[][] = []
    const done: Passage[][] = []
    for (let column = 0; column < GRID_COLUMNS; column += 1) {
      const tile = row * GRID_COLUMNS + column
      const passages = passagesOf(tile, histories[tile] as TileHistory, changes)
      const longer: Passage[][] = []
      for (const chain of chains) {
        const last = chain.at(-1) as Passage
        const next = nextAfter(passages, last.atMs)
        if (next && next.atMs - last.endMs <= HALT_MS && continues(chain, next)) longer.push([...chain, next])
        else done.push(chain)
      }
      const taken = new Set(longer.map((chain) => chain.at(-1)))
      chains = [...longer, ...passages.filter((one) => !taken.has(one)).map((one) => [one])]
    }
    for (const chain of [...done, ...chains]) {
      const [head, tail] = [chain[0], chain.at(-1)]
      if (head && tail && chain.length >= LEAST_TILES && tail.endMs - head.atMs >= LEAST_MS)
        spans.push(...chain.map(({ tile }) => ({ tile, from: head.from, to: tail.to, beatMs: 0, cameBefore: false })))
    }
  }
  return spans
}
