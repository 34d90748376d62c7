import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './event-handlers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a burst runs at once, then at the pace, and the last call is never lost', () => {
  let runs = 0
  const call = paced(() => {
    runs += 1
  }, 500)
  call()
  expect(runs).toBe(1)
  for (let n = 0; n < 40; n += 1) {
    call()
    vi.advanceTimersByTime(50)
  }
  expect(runs).toBe(5)
  vi.advanceTimersByTime(5_000)
  expect(runs).toBe(5)
  call()
  expect(runs).toBe(6)
})
