import { expect, test } from 'vitest'
import { createTestClock } from './testing/test-clock.ts'
import { newest, throttle } from './throttle.ts'

const make = (merge: (older: string, newer: string) => string = newest) => {
  const clock = createTestClock()
  const told: string[] = []
  const throttled = throttle<string>({ clock, everyMs: 250, merge, run: (value) => void told.push(value) })
  return { clock, told, throttled }
}

test('the first is told at once, then at most one per interval, and always the last', () => {
  const { clock, told, throttled } = make()
  for (let n = 0; n < 1_000; n += 1) {
    throttled.push(String(n))
    clock.advance(1)
  }
  throttled.push('last')
  expect(told).toEqual(['0', '249', '499', '749', '999'])
  clock.advance(250)
  expect(told.at(-1)).toBe('last')
  clock.advance(10_000)
  expect([told.length, clock.pending()]).toEqual([6, []])
})

test('merges what waits in order; flush emits it now, and throttling continues from there', () => {
  const { clock, told, throttled } = make((older, newer) => older + newer)
  for (const value of ['a', 'b', 'c']) throttled.push(value)
  throttled.flush()
  throttled.flush()
  throttled.push('d')
  expect(told).toEqual(['a', 'bc'])
  clock.advance(250)
  expect(told).toEqual(['a', 'bc', 'd'])
})

test('after dispose nothing is told and no timer is left', () => {
  const { clock, told, throttled } = make()
  throttled.push('a')
  throttled.push('b')
  throttled.dispose()
  throttled.push('c')
  clock.advance(1_000)
  expect([told, clock.pending()]).toEqual([['a'], []])
})
