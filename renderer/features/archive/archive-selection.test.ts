import { expect, it } from 'vitest'
import { detailOf, every, follow, NOTHING, only, range, toggle } from './archive-selection.ts'
import { testItem } from './testing/test-item.ts'

const rows = Array.from({ length: 6 }, (_, i) => testItem({ id: `i${i}` }))
const [a, b, c] = rows as [(typeof rows)[0], (typeof rows)[0], (typeof rows)[0]]
const ids = (selection: typeof NOTHING) => [...selection.chosen.keys()]

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
  expect(ids(up)).toEqual(['i0', 'i1'])
  expect(range(NOTHING, [c], 2).anchor).toBe(2)
})

it('keeps a row that is not loaded yet in mind', () => {
  expect(only(undefined, 90)).toMatchObject({ at: 90, anchor: 90 })
  expect(only(undefined, 90).chosen.size).toBe(0)
})

it('follows what changes and lets go of what is gone', () => {
  const both = every(NOTHING, [a, b])
  const done = { ...a, state: 'done' as const }
  expect(follow(both, [done, c], []).chosen.get('i0')?.state).toBe('done')
  expect(ids(follow(both, [], ['i1', 'i5']))).toEqual(['i0'])
  expect(follow(both, [c], ['i5'])).toBe(both)
})

it('shows details of one item, not of several', () => {
  expect(detailOf(only(a, 0))?.id).toBe('i0')
  expect(detailOf(every(NOTHING, [a, b]))).toBeNull()
  expect(detailOf(NOTHING)).toBeNull()
})
