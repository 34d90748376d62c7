import { expect, test } from 'vitest'
import type { SessionRow } from '../../../electron/contract/session-models.ts'
import { landSelection } from './land-selection.ts'

const rows = [{ sessionId: 'first' }] as SessionRow[]
const before = { selectedId: 'x' as string | null, selectedIndex: 3, firstWanted: false }
const find = { sessionId: 'x', keep: true }
const nowhere = () => -1

test('follows the selected row to its new place, loaded or not', () => {
  expect(landSelection(before, 900, { find, foundAt: 5, rows }, () => 5)).toEqual({ selectedIndex: 5 })
  expect(landSelection(before, 900, { find, foundAt: 700, rows }, nowhere)).toEqual({ selectedIndex: 700 })
})

test('lets go of a row that is not in the list, so that the inspector does not show it', () => {
  const answer = { find: { ...find, keep: false }, foundAt: null, rows }
  expect(landSelection(before, 900, answer, nowhere)).toEqual({ selectedId: null, selectedIndex: -1 })
})

test('an answer about another row says nothing of this one', () => {
  const answer = { find: { sessionId: 'y', keep: true }, foundAt: null, rows }
  expect(landSelection(before, 900, answer, nowhere)).toEqual({ selectedIndex: 3 })
})

test('selects the first match of what was typed, or nothing where nothing matches', () => {
  const wanted = { ...before, firstWanted: true }
  expect(landSelection(wanted, 9, { find, foundAt: 4, rows }, () => 4)).toMatchObject({
    selectedId: 'first',
    selectedIndex: 0,
    firstWanted: false,
  })
  expect(landSelection(wanted, 0, { find, foundAt: null, rows: [] }, nowhere)).toEqual({
    selectedId: null,
    selectedIndex: -1,
    firstWanted: false,
  })
})
