import { expect, test } from 'vitest'
import { waitBefore } from './use-return.ts'

test('checks grow apart and stay within a minute', () => {
  expect([0, 1, 2, 3, 4, 500].map(waitBefore)).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
})
