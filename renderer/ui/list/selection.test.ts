import { expect, it } from 'vitest'
import { every, follow, mark, moveTo, NOTHING, only, range, type Selection, shifted, toggle } from './selection.ts'

type Item = { id: string; state?: string }
const rows: Item[] = Array.from({ length: 6 }, (_, i) => ({ id: `i${i}` }))
const [a, b, c] = rows as [Item, Item, Item]
const ids = (selection: Selection<Item>) => [...selection.selected.keys()]

it('a click takes one row, Ctrl adds and takes away', () => {
  const one = only(a, 0)
  expect(ids(one)).toEqual(['i0'])
  const two = toggle(one, c, 2)
  expect(ids(two)).toEqual(['i0', 'i2'])
  expect(ids(toggle(two, a, 0))).toEqual(['i2'])
})

it('Shift reaches from the first row to the last one, again and again from the same start', () => {
  const start = only(b, 1)
  const down = range(start, rows.slice(1, 5), 4)
  expect(ids(down)).toEqual(['i1', 'i2', 'i3', 'i4'])
  const up = range(down, rows.slice(0, 2), 0)
  expect(up.anchor).toBe(1)
  expect(ids(up).sort()).toEqual(['i0', 'i1'])
  expect(range<Item>(NOTHING, [c], 2).anchor).toBe(2)
})

it('keeps what X took while the keys move on, and a range adds to it', () => {
  const one = mark(only(a, 0), a, 0)
  const moved = moveTo(one, c, 2)
  expect(ids(moved)).toEqual(['i0'])
  const both = range(moved, rows.slice(2, 4), 3)
  expect(ids(both)).toEqual(['i0', 'i2', 'i3'])
  expect(ids(range(both, [c], 2))).toEqual(['i0', 'i2'])
  expect(mark(one, a, 0)).toMatchObject({ held: false, at: 0 })
})

it('the keys take the selection with them when nothing is held', () => {
  expect(ids(moveTo(only(a, 0), b, 1))).toEqual(['i1'])
})

it('keeps a row that is not loaded yet in mind', () => {
  expect(only(undefined, 90)).toMatchObject({ at: 90, anchor: 90 })
  expect(only(undefined, 90).selected.size).toBe(0)
})

it('follows what changes and lets go of what is gone', () => {
  const both = every<Item>(NOTHING, [a, b])
  const done = { ...a, state: 'done' }
  expect(follow(both, [done, c], []).selected.get('i0')?.state).toBe('done')
  const left = follow(both, [], ['i1', 'i5'])
  expect(ids(left)).toEqual(['i0'])
  expect(ids(range(left, [c], 2))).toEqual(['i0', 'i2'])
  expect(follow(both, [], ['i0', 'i1']).held).toBe(false)
  expect(follow(both, [c], ['i5'])).toBe(both)
})

it('moves with the list, or to where its one row was found', () => {
  expect(shifted(only(a, 3), 2, -1)).toMatchObject({ at: 5, anchor: 5 })
  expect(shifted(only(a, 3), 2, 9)).toMatchObject({ at: 9, anchor: 9 })
  expect(shifted(NOTHING, 2, -1)).toMatchObject({ at: -1, anchor: -1 })
})
