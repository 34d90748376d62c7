import { expect, test } from 'vitest'
import { clampWidth, readWidth, widthForKey } from './panel-width.ts'

test('a remembered width is used within its bounds, nonsense is not', () => {
  expect(readWidth('400', 320, 240, 560)).toBe(400)
  expect(readWidth('9000', 320, 240, 560)).toBe(560)
  expect(readWidth('wide', 320, 240, 560)).toBe(320)
  expect(readWidth('', 320, 240, 560)).toBe(320)
  expect(readWidth(null, 320, 240, 560)).toBe(320)
  expect(clampWidth(100, 240, 200)).toBe(240)
})

test('arrows move the separator, Home and End go to the bounds, other keys pass', () => {
  const options = { grow: 'ArrowLeft', shift: false, min: 240, max: 560 } as const
  expect(widthForKey('ArrowLeft', 320, options)).toBe(328)
  expect(widthForKey('ArrowRight', 320, options)).toBe(312)
  expect(widthForKey('ArrowLeft', 320, { ...options, shift: true })).toBe(368)
  expect(widthForKey('Home', 320, options)).toBe(240)
  expect(widthForKey('End', 320, options)).toBe(560)
  expect(widthForKey('a', 320, options)).toBeNull()
  expect(widthForKey('ArrowUp', 320, options)).toBeNull()
  expect(widthForKey('ArrowUp', 320, { ...options, grow: 'ArrowUp' })).toBe(328)
  expect(widthForKey('ArrowDown', 320, { ...options, grow: 'ArrowUp' })).toBe(312)
})
