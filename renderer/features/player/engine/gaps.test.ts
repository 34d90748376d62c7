import { expect, test } from 'vitest'
import { behindHole, inLast, playableStart } from './gaps.ts'

/** Five parts of 2 s, of which the second and third are missing. */
const parts = [0, 1, 2, 3, 4].map((i) => ({ start: 2 * i, end: 2 * i + 2, gap: i === 1 || i === 2 }))
const sides = [
  { start: 0, end: 1.6 },
  { start: 6, end: 10 },
]

test('P10: in front of a gap, in it, and in the rest of a part whose last frame came early', () => {
  for (const at of [1.2, 1.8, 2, 4.9]) expect(behindHole(at, sides, parts)).toBe(6)
})

test('P10: what still loads is waited for', () => {
  expect(behindHole(1.8, [{ start: 6, end: 10 }], parts)).toBeNull() // the part before the gap
  expect(behindHole(3, [{ start: 0, end: 2 }], parts)).toBeNull() // the one behind it
  expect(behindHole(3, [], parts)).toBeNull()
  expect(behindHole(3, sides, [])).toBeNull()
})

test('P10: a stall with nothing missing is none of a gap', () => {
  const whole = parts.map((part) => ({ ...part, gap: false }))
  for (const at of [0.5, 1.8, 7]) expect(behindHole(at, sides, whole)).toBeNull()
  expect(behindHole(7, sides, parts)).toBeNull()
})

test('P10: missing parts at the end lead to the end, at the beginning to what comes first', () => {
  const tail = parts.map((part, i) => ({ ...part, gap: i > 2 }))
  expect(behindHole(5.5, [{ start: 0, end: 6 }], tail)).toBe('end')
  expect(behindHole(8, [{ start: 0, end: 6 }], tail)).toBe('end')
  const head = parts.map((part, i) => ({ ...part, gap: i < 2 }))
  expect(behindHole(0, [{ start: 4, end: 10 }], head)).toBe(4)
})

test('P10, V04: a start inside a gap is where the gap ends; one past the end is 0', () => {
  for (const at of [0, 1.5, 6, 9.9]) expect(playableStart(at, parts)).toBe(at)
  for (const at of [2, 3, 5.9]) expect(playableStart(at, parts)).toBe(6)
  for (const at of [10, 90]) expect(playableStart(at, parts)).toBe(0)
  const head = parts.map((part, i) => ({ ...part, gap: i < 2 }))
  expect([playableStart(0, head), playableStart(90, head)]).toEqual([4, 4])
  const tail = parts.map((part, i) => ({ ...part, gap: i > 2 }))
  expect(playableStart(7, tail)).toBe(0)
  expect(playableStart(3, [])).toBe(0)
})

test('M22: knows that nothing but the end comes behind a place in the last span', () => {
  const loaded = [
    { start: 0, end: 4 },
    { start: 6, end: 14 },
  ]
  for (const at of [6, 13.75, 14.02]) expect(inLast(at, loaded)).toBe(true)
  for (const at of [3, 5, 20]) expect(inLast(at, loaded)).toBe(false)
  expect(inLast(0, [])).toBe(false)
})
