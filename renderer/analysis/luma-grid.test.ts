import { expect, test } from 'vitest'
import { GRID_COLUMNS, GRID_TILES } from '../../electron/contract/constants/luma-grid.ts'
import { equalGrids, lumaGrid } from './luma-grid.ts'

const plane = (width: number, height: number, stride: number, level: (x: number, y: number) => number) => {
  const data = new Uint8Array(7 + stride * height).fill(99)
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) data[7 + y * stride + x] = level(x, y)
  return { data, offset: 7, stride, width, height }
}

test.each([
  [1280, 720, 1280],
  [1920, 1080, 1984],
  [641, 361, 704],
  [40, 20, 64],
])('takes the mean of each tile of %i × %i pixels, without what pads its rows', (width, height, stride) => {
  expect(lumaGrid(plane(width, height, stride, () => 180))).toEqual(new Uint8Array(GRID_TILES).fill(180))
})

test.each([
  [1280, 720, 1280],
  [641, 361, 704],
  [7_001, 90, 7_003],
])('takes the mean of every second row of a tile of %i × %i pixels', (width, height, stride) => {
  const level = (x: number, y: number): number => (x * 89 + y * 57 + ((x * y) % 61)) % 256
  const grid = lumaGrid(plane(width, height, stride, level))
  const [left, right] = [31, 32].map((column) => Math.floor((column * width) / 64)) as [number, number]
  const [top, bottom] = [20, 21].map((row) => Math.floor((row * height) / 36)) as [number, number]
  const levels: number[] = []
  for (let y = top; y < bottom; y += 2) for (let x = left; x < right; x += 1) levels.push(level(x, y))
  expect(grid[20 * GRID_COLUMNS + 31]).toBe(Math.round(levels.reduce((sum, one) => sum + one, 0) / levels.length))
})

test('finds a mark in its tile and no other', () => {
  const grid = lumaGrid(plane(1280, 720, 1280, (x, y) => (x >= 640 && x < 660 && y >= 360 && y < 370 ? 255 : 15)))
  const marked = 18 * GRID_COLUMNS + 32
  expect(grid[marked]).toBe(135)
  expect(grid.every((level, tile) => tile === marked || level === 15)).toBe(true)
})

test('takes grids as equal that differ by the rounding of a mean', () => {
  const one = new Uint8Array(GRID_TILES).fill(100)
  expect(
    equalGrids(
      one,
      one.map((level, tile) => level + (tile % 3) - 1),
    ),
  ).toBe(true)
  expect(equalGrids(one, one.with(77, 102))).toBe(false)
})
