import { expect, test } from 'vitest'
import { ticksOf } from './ticks.ts'

test('labels keep their distance, whatever the length', () => {
  for (const length of [0.4, 6, 61, 602, 36_000, 900_000]) {
    const ticks = ticksOf(length, 800)
    expect(ticks.length).toBeGreaterThan(0)
    expect(ticks.length).toBeLessThanOrEqual(10)
    expect(ticks.every((tick) => tick <= length)).toBe(true)
  }
  expect(ticksOf(602, 800)).toEqual([0, 120, 240, 360, 480, 600])
})

test('V02: an unknown length has no labels', () => {
  expect(ticksOf(null, 800)).toEqual([])
})
