import { expect, test } from 'vitest'
import { landSelection } from './land-selection.ts'

const before = { selectedId: 'x' as string | null, selectedIndex: 3 }
const find = { sessionId: 'x', keep: true }
const nowhere = () => -1

test('follows the selected row to its new place, loaded or not', () => {
  expect(landSelection(before, 900, { find, foundAt: 5 }, () => 5)).toEqual({ selectedIndex: 5 })
  expect(landSelection(before, 900, { find, foundAt: 700 }, nowhere)).toEqual({ selectedIndex: 700 })
})

test('lets go of a row that is not in the list, so that the inspector does not show it', () => {
  const answer = { find: { ...find, keep: false }, foundAt: null }
  expect(landSelection(before, 900, answer, nowhere)).toEqual({ selectedId: null, selectedIndex: -1 })
})

test('an answer about another row says nothing of this one', () => {
  const answer = { find: { sessionId: 'y', keep: true }, foundAt: null }
  expect(landSelection(before, 900, answer, nowhere)).toEqual({ selectedIndex: 3 })
})

test('a selection whose row is not loaded yet keeps its place inside the list', () => {
  const none = { selectedId: null, selectedIndex: 7 }
  expect(landSelection(none, 5, { find: undefined, foundAt: null }, nowhere)).toEqual({ selectedIndex: 4 })
})
