import { expect, it } from 'vitest'
import { every, NOTHING, only, range, toggle } from './cookie-selection.ts'

const ids = ['a', 'b', 'c', 'd']
const chosen = (selection: { chosen: ReadonlySet<string> }) => [...selection.chosen]

it('reaches from the anchor, in both directions, in the order of the table', () => {
  const down = range(only('b'), ids, 'd')
  expect(chosen(down)).toEqual(['b', 'c', 'd'])
  expect(chosen(range(down, ids, 'a'))).toEqual(['a', 'b'])
})

it('starts at the row itself when the anchor was filtered away', () => {
  const after = range(only('gone'), ids, 'c')
  expect(chosen(after)).toEqual(['c'])
  expect(after.anchor).toBe('c')
})

it('takes one in and out and leaves the others', () => {
  const two = toggle(only('a'), 'c')
  expect(chosen(two)).toEqual(['a', 'c'])
  expect(chosen(toggle(two, 'a'))).toEqual(['c'])
})

it('takes all without moving', () => {
  const all = every({ ...NOTHING, at: 'c' }, ids)
  expect(chosen(all)).toEqual(ids)
  expect(all.at).toBe('c')
})
