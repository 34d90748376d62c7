import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WAITS_MS } from './error-policy.ts'
import { createRetries } from './retries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('waits longer from failure to failure, and begins anew once data came', () => {
  const retries = createRetries(() => {})
  const load = vi.fn()
  for (const [index, ms] of WAITS_MS.entries()) {
    retries.schedule(load)
    vi.advanceTimersByTime(ms - 1)
    expect(load).toHaveBeenCalledTimes(index)
    vi.advanceTimersByTime(1)
    expect(load).toHaveBeenCalledTimes(index + 1)
  }
  expect(retries.count()).toBe(WAITS_MS.length)
  retries.succeeded()
  expect(retries.count()).toBe(0)
})

test('loads at once when the links work again, and only what still waits', () => {
  const waiting: boolean[] = []
  const retries = createRetries((on) => waiting.push(on))
  const load = vi.fn()
  retries.schedule(load)
  retries.runNow()
  retries.runNow()
  vi.runAllTimers()
  expect(load).toHaveBeenCalledTimes(1)
  retries.schedule(load)
  retries.stop()
  vi.runAllTimers()
  expect(load).toHaveBeenCalledTimes(1)
  expect(waiting).toEqual([true, true, false])
})
