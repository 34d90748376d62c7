import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'

/** The selected items as last received, and where keys and Shift start from. -1: nowhere. */
export type Selection = { chosen: ReadonlyMap<string, ArchiveItem>; anchor: number; at: number }

export const NOTHING: Selection = { chosen: new Map(), anchor: -1, at: -1 }

const mapOf = (items: readonly ArchiveItem[]) => new Map(items.map((item) => [item.id, item]))

/** Just this row; without an item its window is still on its way. */
export const only = (item: ArchiveItem | undefined, index: number): Selection => ({
  chosen: mapOf(item ? [item] : []),
  anchor: index,
  at: index,
})

/** Takes a row in or out and leaves the others as they are. */
export const toggle = (before: Selection, item: ArchiveItem, index: number): Selection => {
  const chosen = new Map(before.chosen)
  if (!chosen.delete(item.id)) chosen.set(item.id, item)
  return { chosen, anchor: index, at: index }
}

/** From the anchor to here; `items` are all rows between, both ends included. */
export const range = (before: Selection, items: readonly ArchiveItem[], index: number): Selection => ({
  chosen: mapOf(items),
  anchor: before.anchor < 0 ? index : before.anchor,
  at: index,
})

export const every = (before: Selection, items: readonly ArchiveItem[]): Selection => ({
  ...before,
  chosen: mapOf(items),
})

/** Keeps the selected items as new as the table, and lets go of those that are gone. */
export const follow = (before: Selection, items: readonly ArchiveItem[], removed: readonly string[]): Selection => {
  const touched = items.some(({ id }) => before.chosen.has(id)) || removed.some((id) => before.chosen.has(id))
  if (!touched) return before
  const chosen = new Map(before.chosen)
  for (const item of items) if (chosen.has(item.id)) chosen.set(item.id, item)
  for (const id of removed) chosen.delete(id)
  return { ...before, chosen }
}

/** The one item that details are shown of: the last one the person went to, when it is selected. */
export const detailOf = ({ chosen }: Selection): ArchiveItem | null =>
  chosen.size === 1 ? (chosen.values().next().value ?? null) : null
