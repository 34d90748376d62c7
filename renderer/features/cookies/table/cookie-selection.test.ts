import { expect, it } from 'vitest'
import { every, NOTHING, only, range, toggle } from './cookie-selection.ts'

const ids = ['a', 'b', 'c', 'd']
const selected = (selection: { selected: ReadonlySet<string> }) => [...selection.selected]

it('reaches from the anchor, in both directions, in the order of the table', () => {
  const down = range(only('b'), ids, 'd')
  expect(selected(down)).toEqual(['b', 'c', 'd'])
  expect(selected(range(down, ids, 'a'))).toEqual(['a', 'b'])
})

it('starts at the row itself when the anchor was filtered away', () => {
  const after = range(only('gone'), ids, 'c')
  expect(selected(after)).toEqual(['c'])
  expect(after.anchor).toBe('c')
})

it('takes one in and out and leaves the others', () => {
  const two = toggle(only('a'), 'c')
  expect(selected(two)).toEqual(['a', 'c'])
  expect(selected(toggle(two, 'a'))).toEqual(['c'])
})

it('takes all without moving', () => {
  const all = every({ ...NOTHING, at: 'c' }, ids)
  expect(selected(all)).toEqual(ids)
  expect(all.at).toBe('c')
})
