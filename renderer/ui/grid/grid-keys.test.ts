import { expect, it } from 'vitest'
import { moveTo } from './grid-keys.ts'

it('moves by rows and pages and stops at the ends', () => {
  expect(moveTo('ArrowDown', 3, 10, 5)).toBe(4)
  expect(moveTo('ArrowDown', 9, 10, 5)).toBe(9)
  expect(moveTo('ArrowUp', 0, 10, 5)).toBe(0)
  expect(moveTo('PageDown', 3, 100, 20)).toBe(22)
  expect(moveTo('PageDown', 95, 100, 20)).toBe(99)
  expect(moveTo('PageUp', 5, 100, 20)).toBe(0)
  expect(moveTo('Home', 50, 100, 20)).toBe(0)
  expect(moveTo('End', 50, 100_000, 20)).toBe(99_999)
})

it('starts somewhere when nothing is selected', () => {
  expect(moveTo('ArrowDown', -1, 10, 5)).toBe(0)
  expect(moveTo('ArrowUp', -1, 10, 5)).toBe(9)
  expect(moveTo('PageDown', -1, 100, 20)).toBe(19)
})

it('leaves other keys and empty lists alone', () => {
  expect(moveTo('a', 3, 10, 5)).toBeNull()
  expect(moveTo('ArrowDown', -1, 0, 5)).toBeNull()
})
