import { expect, test } from 'vitest'
import { largestOf, smallestOf } from './extremes.ts'

test('a million values have a smallest and a largest, none have neither', () => {
  const values = Array.from({ length: 1_000_000 }, (_, at) => (at * 7_919) % 1_000_003)
  expect([smallestOf(values), largestOf(values)]).toEqual([
    0,
    Math.floor(Math.max(...new Set(values.slice(0, 9)), 1_000_002)),
  ])
  expect([smallestOf([]), largestOf([])]).toEqual([null, null])
})
