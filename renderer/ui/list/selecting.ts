import type { RefObject } from 'react'
import { moveTo as indexFor } from '../grid/grid-keys.ts'
import type { Hit } from '../grid/virtual-grid.tsx'
import { rowShortcuts, selectShortcuts } from '../keys/shortcuts/start-shortcuts.ts'
import type { KeyBinding } from '../keys/use-keys.ts'
import type { GridHandle } from './list-grid.tsx'
import { moveKeys } from './list-keys.ts'
import { every, mark, moveTo, only, range, type Selection, toggle } from './selection.ts'

/** Rows that are looked up one by one before they are asked for. */
const MOST_LOADED = 500

type SelectingNeeds<Row, Item extends { id: string }> = {
  grid: RefObject<GridHandle<Row> | null>
  /** What the store holds at this moment. */
  current: () => { selection: Selection<Item>; total: number }
  /** `row`: the row that the selection is at, when it is known. */
  set: (selection: Selection<Item>, row: Row | undefined) => void
  itemOf: (row: Row) => Item
  /** The rows from `first` to `last`, both included, also those that are not loaded. */
  between: (first: number, last: number) => Promise<Item[]>
}

export type Selecting<Row> = {
  /** Click takes one row, Ctrl or ⌘ adds or takes away, Shift reaches from the first to this one. */
  pick: (hit: Hit<Row>) => Promise<void>
  /** Where a menu opens: what is selected stays when the row is part of it. */
  pickForMenu: (hit: Hit<Row>) => void
  keys: () => KeyBinding[]
}

/** What pointer and keys do to the selection of a list: the same in every list. */
export const createSelecting = <Row, Item extends { id: string }>(needs: SelectingNeeds<Row, Item>): Selecting<Row> => {
  const { grid, current, set, itemOf, between } = needs
  const itemAt = (index: number): { row: Row | undefined; item: Item | undefined } => {
    const row = grid.current?.rowAt(index)
    return { row, item: row === undefined ? undefined : itemOf(row) }
  }
  let runs = 0
  /** Items of rows that are all loaded; null when one is not. */
  const loaded = (first: number, last: number): Item[] | null => {
    if (last - first > MOST_LOADED) return null
    const items: Item[] = []
    for (let index = first; index <= last; index += 1) {
      const { item } = itemAt(index)
      if (item === undefined) return null
      items.push(item)
    }
    return items
  }
  const reach = async (from: number, to: number, row: Row | undefined) => {
    runs += 1
    const run = runs
    const [first, last] = [Math.min(from, to), Math.max(from, to)]
    let items = loaded(first, last)
    if (items === null) {
      set({ ...current().selection, anchor: from, at: to }, row) // a repeating key goes on from here
      items = await between(first, last)
      if (run !== runs) return
    }
    set(range({ ...current().selection, anchor: from }, items, to), row)
  }
  const go = async (key: string, extend: boolean) => {
    const { selection, total } = current()
    const to = indexFor(key, selection.at, total, grid.current?.pageRows() ?? 1)
    if (to === null || !grid.current) return
    const { row, item } = itemAt(to)
    grid.current.reveal(to)
    grid.current.focus()
    if (extend) await reach(selection.anchor < 0 ? to : selection.anchor, to, row)
    else set(moveTo(selection, item, to), row)
  }
  const flip = () => {
    const { selection } = current()
    const { row, item } = itemAt(selection.at)
    if (item) set(mark(selection, item, selection.at), row)
  }
  const all = async () => {
    const { total } = current()
    if (total === 0) return
    const items = await between(0, total - 1)
    const { selection } = current()
    set(every(selection, items), itemAt(selection.at).row)
  }
  return {
    pick: async ({ row, index, shift, mod }) => {
      const { selection } = current()
      if (mod) return set(toggle(selection, itemOf(row), index), row)
      if (!shift || selection.anchor < 0) return set(only(itemOf(row), index), row)
      await reach(selection.anchor, index, row)
    },
    pickForMenu: ({ row, index }) => {
      const { selection } = current()
      const item = itemOf(row)
      if (selection.held && selection.selected.has(item.id)) set({ ...selection, at: index }, row)
      else set(only(item, index), row)
    },
    keys: () => [
      ...moveKeys((key) => void go(key, false)),
      { shortcut: selectShortcuts.extend, run: (_event, keys) => void go(keys.slice('Shift+'.length), true) },
      { shortcut: rowShortcuts.flip, run: flip },
      { shortcut: selectShortcuts.flipAlways, run: flip },
      { shortcut: selectShortcuts.selectAll, run: () => void all() },
    ],
  }
}
