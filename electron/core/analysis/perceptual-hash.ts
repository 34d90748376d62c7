import { GRID_COLUMNS, GRID_ROWS } from '../../contract/constants/luma-grid.ts'

const COLUMNS = 9
const ROWS = 8

/** Mean of the tiles under one cell of a coarser grid. */
const cellMean = (grid: Uint8Array, column: number, row: number): number => {
  const [left, right] = [column, column + 1].map((at) => Math.round((at * GRID_COLUMNS) / COLUMNS)) as [number, number]
  const [top, bottom] = [row, row + 1].map((at) => Math.round((at * GRID_ROWS) / ROWS)) as [number, number]
  let sum = 0
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) sum += grid[y * GRID_COLUMNS + x] as number
  return sum / ((right - left) * (bottom - top))
}

/** Difference hash (dHash), 64 bits as 16 hex digits: whether each of 9 × 8 cells is brighter than its right neighbour. */
export const perceptualHash = (grid: Uint8Array): string => {
  let bits = 0n
  for (let row = 0; row < ROWS; row += 1)
    for (let column = 0; column + 1 < COLUMNS; column += 1) {
      const brighter = cellMean(grid, column, row) > cellMean(grid, column + 1, row)
      bits = (bits << 1n) | (brighter ? 1n : 0n)
    }
  return bits.toString(16).padStart(16, '0')
}
