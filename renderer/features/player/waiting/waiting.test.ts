import { expect, test } from 'vitest'
import { joined, nextWaitingMode, stillMs, waitingAt } from './waiting.ts'

const still = [
  { startMs: 10_000, endMs: 20_000 },
  { startMs: 360_000, endMs: 498_000 },
]

test('300 ms on either side of a waiting part are no waiting', () => {
  expect(waitingAt(still, 10.2)).toBeNull()
  expect(waitingAt(still, 10.3)).toEqual({ fromS: 10.3, toS: 19.7 })
  expect(waitingAt(still, 19.69)).not.toBeNull()
  expect(waitingAt(still, 19.7)).toBeNull()
  expect(waitingAt(still, 400)).toEqual({ fromS: 360.3, toS: 497.7 })
  expect(waitingAt(still, 5)).toBeNull()
  expect(waitingAt([], 5)).toBeNull()
})

test('parts that touch count once and are one', () => {
  const touching = [...still, { startMs: 498_000, endMs: 500_000 }]
  expect(joined(touching)).toEqual([still[0], { startMs: 360_000, endMs: 500_000 }])
  expect(stillMs(touching)).toBe(150_000)
})

test('W cycles through the three ways', () => {
  expect(['show', 'speed', 'skip'].map((mode) => nextWaitingMode(mode as 'show'))).toEqual(['speed', 'skip', 'show'])
})
