import { afterEach, expect, it, vi } from 'vitest'
import { createClock } from './clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

const DAY = 86_400_000

it('waits longer than one timer can hold', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  createClock().after(60 * DAY, run)
  vi.advanceTimersByTime(60 * DAY - 1_000)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_100)
  expect(run).toHaveBeenCalledOnce()
})

it('cancels, also in the second stretch', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  const cancel = createClock().after(60 * DAY, run)
  vi.advanceTimersByTime(30 * DAY)
  cancel()
  vi.advanceTimersByTime(60 * DAY)
  expect(run).not.toHaveBeenCalled()
})

it('R06: NaN throws, Infinity never fires, a negative delay is none', () => {
  vi.useFakeTimers()
  const run = vi.fn()
  const clock = createClock()
  expect(() => clock.after(Number.NaN, run)).toThrow(RangeError)
  clock.after(Number.POSITIVE_INFINITY, run)
  vi.advanceTimersByTime(365 * DAY)
  expect(run).not.toHaveBeenCalled()
  clock.after(-5, run)
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
})

it('T07: a wall clock set back does not hold a timer', async () => {
  const now = vi.spyOn(Date, 'now').mockReturnValue(0)
  await new Promise<void>((resolve) => createClock().after(20, resolve))
  now.mockRestore()
})
