/** The selected rows by id, and where keys and Shift start from. Rows move with filter and order; ids do not. */
export type Selection = { selected: ReadonlySet<string>; anchor: string | null; at: string | null }

export const NOTHING: Selection = { selected: new Set(), anchor: null, at: null }

export const only = (id: string): Selection => ({ selected: new Set([id]), anchor: id, at: id })

/** Takes a row in or out and leaves the others as they are. */
export const toggle = (before: Selection, id: string): Selection => {
  const selected = new Set(before.selected)
  if (!selected.delete(id)) selected.add(id)
  return { selected, anchor: id, at: id }
}

/** From the anchor to `id`, both included, in the order of the table. */
export const range = (before: Selection, ids: readonly string[], id: string): Selection => {
  const to = ids.indexOf(id)
  const from = before.anchor === null ? to : ids.indexOf(before.anchor)
  if (to < 0) return before
  const start = from < 0 ? to : from
  const selected = new Set(ids.slice(Math.min(start, to), Math.max(start, to) + 1))
  return { selected, anchor: ids[start] ?? id, at: id }
}

export const every = (before: Selection, ids: readonly string[]): Selection => ({ ...before, selected: new Set(ids) })
