import { expect, it } from 'vitest'
import {
  DEFAULT_QUERY,
  filterOf,
  isFiltered,
  sortBy,
  toggleMethod,
  toggleOutcome,
  withoutFilter,
} from './request-query.ts'

it('takes outcomes and methods in and out one by one', () => {
  const two = toggleOutcome(toggleOutcome(DEFAULT_QUERY, 'limited'), 'none')
  expect(two.outcomes).toEqual(['limited', 'none'])
  expect(toggleOutcome(two, 'limited').outcomes).toEqual(['none'])
  expect(toggleMethod(DEFAULT_QUERY, 'PUT').methods).toEqual(['PUT'])
})

it('sorts times and durations from the greatest, paths from A; a second choice turns it round', () => {
  expect(sortBy(DEFAULT_QUERY, 'ms')).toMatchObject({ sort: 'ms', direction: 'desc' })
  expect(sortBy(DEFAULT_QUERY, 'path')).toMatchObject({ sort: 'path', direction: 'asc' })
  expect(sortBy(DEFAULT_QUERY, 'at')).toMatchObject({ sort: 'at', direction: 'asc' })
})

it('clears the filter and keeps the order', () => {
  const query = { ...sortBy(toggleMethod(DEFAULT_QUERY, 'GET'), 'status'), text: 'replay' }
  expect(isFiltered(query)).toBe(true)
  expect(withoutFilter(query)).toEqual({ ...DEFAULT_QUERY, sort: 'status', direction: 'desc' })
  expect(isFiltered(withoutFilter(query))).toBe(false)
  expect(isFiltered({ ...DEFAULT_QUERY, text: '  ' })).toBe(false)
})

it('asks core with what the toolbar shows', () => {
  expect(filterOf({ ...DEFAULT_QUERY, text: '404', outcomes: ['refused'] })).toEqual({
    text: '404',
    outcomes: ['refused'],
    methods: [],
    sort: 'at',
    direction: 'desc',
  })
})
