import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPacing } from './pacing.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Whether decoding goes on, looked at again and again. */
const watch = (pacing: ReturnType<typeof createPacing>) => {
  const waits = pacing.ready()
  const now = { goesOn: waits === undefined }
  void waits?.then(() => {
    now.goesOn = true
  })
  return now
}

test('goes on at once when nothing plays', async () => {
  const pacing = createPacing()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(watch(pacing).goesOn).toBe(true)
})

test('rests twice as long as it works when a recording plays', async () => {
  const pacing = createPacing()
  pacing.follow('shared')
  await vi.advanceTimersByTimeAsync(4)
  expect(watch(pacing).goesOn).toBe(true)
  await vi.advanceTimersByTimeAsync(6)
  const seen = watch(pacing)
  await vi.advanceTimersByTimeAsync(19)
  expect(seen.goesOn).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(seen.goesOn).toBe(true)
})

test('rests until a seek is over', async () => {
  const pacing = createPacing()
  pacing.follow('rest')
  const seen = watch(pacing)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(seen.goesOn).toBe(false)
  pacing.follow('full')
  await vi.advanceTimersByTimeAsync(0)
  expect(seen.goesOn).toBe(true)
})

test('goes on beside a seek that waits for the network', async () => {
  const pacing = createPacing()
  pacing.follow('rest')
  const seen = watch(pacing)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(seen.goesOn).toBe(true)
})

test('stays paused whatever plays, until it is resumed', async () => {
  const pacing = createPacing()
  pacing.pause(true)
  const seen = watch(pacing)
  pacing.follow('full')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(seen.goesOn).toBe(false)
  pacing.pause(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(seen.goesOn).toBe(true)
})
