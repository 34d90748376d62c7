/** Several rows of a list, by id, so that they stay selected while rows come, go and change their order. */

export type Selectable = { id: string }
type Selected<Item> = ReadonlyMap<string, Item>

export type Selection<Item extends Selectable> = {
  selected: Selected<Item>
  /** What was selected before the range that Shift sets. */
  base: Selected<Item>
  /** Where Shift starts from, and the row that keys act on. -1: nowhere. */
  anchor: number
  at: number
  /** Built by the person: it stays while the keys move on. Otherwise it is just the row at `at`. */
  held: boolean
}

export const NOTHING: Selection<never> = {
  selected: new Map<string, never>(),
  base: new Map<string, never>(),
  anchor: -1,
  at: -1,
  held: false,
}

const mapOf = <Item extends Selectable>(items: readonly Item[]) => new Map(items.map((item) => [item.id, item]))

/** Just this row; without an item its window is still on its way. */
export const only = <Item extends Selectable>(item: Item | undefined, index: number): Selection<Item> => ({
  selected: mapOf(item ? [item] : []),
  base: new Map(),
  anchor: index,
  at: index,
  held: false,
})

/** The keys go to another row: what is held stays. */
export const moveTo = <Item extends Selectable>(
  before: Selection<Item>,
  item: Item | undefined,
  index: number,
): Selection<Item> => (before.held ? { ...before, base: before.selected, anchor: index, at: index } : only(item, index))

/** Takes a row in or out and leaves the others as they are. */
export const toggle = <Item extends Selectable>(
  before: Selection<Item>,
  item: Item,
  index: number,
): Selection<Item> => {
  const selected = new Map(before.selected)
  if (!selected.delete(item.id)) selected.set(item.id, item)
  return { selected, base: selected, anchor: index, at: index, held: selected.size > 0 }
}

/** The same by key: the row that is selected only because the keys are there is then held. */
export const mark = <Item extends Selectable>(before: Selection<Item>, item: Item, index: number): Selection<Item> =>
  before.held ? toggle(before, item, index) : { ...only(item, index), base: mapOf([item]), held: true }

/** From the anchor to here; `items` are all rows between, both ends included. */
export const range = <Item extends Selectable>(
  before: Selection<Item>,
  items: readonly Item[],
  index: number,
): Selection<Item> => ({
  selected: new Map([...before.base, ...mapOf(items)]),
  base: before.base,
  anchor: before.anchor < 0 ? index : before.anchor,
  at: index,
  held: true,
})

export const every = <Item extends Selectable>(before: Selection<Item>, items: readonly Item[]): Selection<Item> => {
  const selected = mapOf(items)
  return { ...before, selected, base: selected, held: selected.size > 0 }
}

/** Keeps the selected items as new as the list, and lets go of those that are gone. */
export const follow = <Item extends Selectable>(
  before: Selection<Item>,
  items: readonly Item[],
  removed: readonly string[],
): Selection<Item> => {
  const touched = items.some(({ id }) => before.selected.has(id)) || removed.some((id) => before.selected.has(id))
  if (!touched) return before
  const selected = new Map(before.selected)
  for (const item of items) if (selected.has(item.id)) selected.set(item.id, item)
  for (const id of removed) selected.delete(id)
  return { ...before, selected, base: before.held ? selected : before.base, held: before.held && selected.size > 0 }
}

/** The list was loaded again and what one reads moved by so many rows; `found`: where the one row is now, -1: unknown. */
export const shifted = <Item extends Selectable>(
  before: Selection<Item>,
  shift: number,
  found: number,
): Selection<Item> => {
  const moved = (index: number) => (index < 0 ? index : Math.max(0, index + shift))
  return { ...before, at: found >= 0 ? found : moved(before.at), anchor: found >= 0 ? found : moved(before.anchor) }
}
