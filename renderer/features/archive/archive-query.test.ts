import { expect, it } from 'vitest'
import { archiveStates } from '../../../electron/contract/constants/archive-constants.ts'
import { archiveChips, archiveQuery, DEFAULT_QUERY, isFiltered, sortBy, toggleChip } from './archive-query.ts'

it('finds every state behind one chip and no other', () => {
  const all = archiveQuery({ ...DEFAULT_QUERY, chips: archiveChips }, 0, 1).states
  expect([...all].sort()).toEqual([...archiveStates].sort())
})

it('asks for no state without a chip, which means all', () => {
  expect(archiveQuery(DEFAULT_QUERY, 200, 100)).toEqual({
    text: '',
    states: [],
    sort: 'added',
    direction: 'desc',
    offset: 200,
    limit: 100,
  })
})

it('turns chips on and off, and says whether anything is filtered', () => {
  const failed = toggleChip(DEFAULT_QUERY, 'failed')
  expect(failed.chips).toEqual(['failed'])
  expect(isFiltered(failed)).toBe(true)
  expect(isFiltered(toggleChip(failed, 'failed'))).toBe(false)
  expect(isFiltered({ ...DEFAULT_QUERY, text: '  ' })).toBe(false)
})

it('starts an order where people expect it, and turns it at the second choice', () => {
  const size = sortBy(DEFAULT_QUERY, 'size')
  expect(size).toMatchObject({ sort: 'size', direction: 'desc' })
  expect(sortBy(size, 'size').direction).toBe('asc')
  expect(sortBy(size, 'title').direction).toBe('asc')
})
