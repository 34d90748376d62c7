import { expect, test } from 'vitest'
import { chartStart, linePath, nearest, roundUp, timeTicks } from './chart-scale.ts'

const at = (h: number, min: number, s = 0) => new Date(2026, 10, 28, h, min, s).getTime()
const scale = { x: (ms: number) => ms / 1_000, y: (value: number) => 100 - value }

test('time ticks stand at round local times', () => {
  expect(timeTicks(at(9, 7, 12), at(10, 7, 12), 6)).toEqual([
    at(9, 10),
    at(9, 20),
    at(9, 30),
    at(9, 40),
    at(9, 50),
    at(10, 0),
  ])
  const day = timeTicks(at(10, 30) - 86_400_000, at(10, 30), 8)
  expect(day).toHaveLength(8)
  expect(new Date(day[0] ?? 0).getHours() % 3).toBe(0)
})

test('a chart begins with what is known, within its bounds', () => {
  const now = 100_000
  expect(chartStart(undefined, now, 5_000, 60_000)).toBe(95_000)
  expect(chartStart(99_000, now, 5_000, 60_000)).toBe(95_000)
  expect(chartStart(70_000, now, 5_000, 60_000)).toBe(70_000)
  expect(chartStart(1_000, now, 5_000, 60_000)).toBe(40_000)
})

test('the top of an axis is a round number that nothing goes beyond', () => {
  expect([0, Number.NaN, 1, 3, 41, 51, 100, 1_204].map(roundUp)).toEqual([1, 1, 1, 5, 50, 100, 100, 2_000])
  expect(roundUp(0.4)).toBeCloseTo(0.5)
})

test('the nearest point in time; the later one of two at the same distance', () => {
  const items = [{ at: 10 }, { at: 20 }, { at: 40 }]
  expect([0, 14, 15, 31, 99].map((ms) => nearest(items, ms))).toEqual([0, 0, 1, 2, 2])
  expect(nearest([], 3)).toBe(-1)
})

test('a step holds its value until the next, a line goes straight', () => {
  const points = [
    { at: 1_000, value: 10 },
    { at: 2_000, value: 30 },
  ]
  expect(linePath(points, scale, 'step', 5_000)).toBe('M1.0 90.0h0.01H2.0V70.0')
  expect(linePath(points, scale, 'line', 5_000)).toBe('M1.0 90.0h0.01L2.0 70.0')
})

test('unknown values and long silences break the line', () => {
  const points = [
    { at: 1_000, value: 10 },
    { at: 2_000, value: null },
    { at: 3_000, value: 10 },
    { at: 9_001, value: 20 },
  ]
  expect(linePath(points, scale, 'line', 6_000)).toBe('M1.0 90.0h0.01M3.0 90.0h0.01M9.0 80.0h0.01')
})
