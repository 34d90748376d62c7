import { expect, it } from 'vitest'
import type { SessionGroup, SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { groupCounts, groupLabel } from './group-text.ts'
import { treeMove, treeRows } from './shown-rows.ts'

const group = (filter: string, count: number): SessionGroup => ({
  label: filter,
  filter,
  count,
  unreviewed: 1,
  firstAt: null,
  lastAt: null,
})
const rowsOf = ({ filter }: SessionGroup) => ['1', '2'].map((n) => ({ sessionId: `${filter}${n}` }) as SessionRow)
const groups = [group('a', 2), group('b', 900)]
const open = new Set(['b'])
const rows = treeRows(groups, open, rowsOf)

it('shows the sessions of open groups, and that there are more', () => {
  expect(rows.map(({ id }) => id)).toEqual(['a', 'b', 'b/b1', 'b/b2', 'b/more'])
  expect(treeRows(groups, new Set(['a']), rowsOf).map(({ id }) => id)).toEqual(['a', 'a/a1', 'a/a2', 'b'])
})

it.each([
  ['ArrowDown', 'a', { to: 'b' }],
  ['ArrowDown', 'b/more', { to: 'b/more' }],
  ['ArrowDown', null, { to: 'a' }],
  ['ArrowUp', 'b', { to: 'a' }],
  ['ArrowRight', 'a', { open: 'a' }],
  ['ArrowRight', 'b', { to: 'b/b1' }],
  ['ArrowRight', 'b/b1', null],
  ['ArrowLeft', 'b/b2', { to: 'b' }],
  ['ArrowLeft', 'b', { close: 'b' }],
  ['ArrowLeft', 'a', null],
  ['End', 'a', { to: 'b/more' }],
])('%s at %s', (key, at, move) => {
  expect(treeMove(key, rows, at, open)).toEqual(move)
})

it('names groups and counts for people', () => {
  expect(groupLabel({ label: null }, 'error')).toBe('No error')
  expect(groupLabel({ label: 'timed_out' }, 'status')).toBe('Timed out')
  expect(groupCounts({ count: 1, unreviewed: 0 })).toBe('1 session, all reviewed')
  expect(groupCounts({ count: 1_200, unreviewed: 3 })).toBe('1,200 sessions, 3 not reviewed')
})
