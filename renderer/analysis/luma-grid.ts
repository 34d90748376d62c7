import { GRID_COLUMNS, GRID_ROWS, GRID_TILES } from '../../electron/contract/constants/luma-grid.ts'

/** One plane of 8-bit luma; `stride` is the distance of two rows in bytes. */
export type LumaPlane = { data: Uint8Array; offset: number; stride: number; width: number; height: number }

/** Every second row is read: text and lines are taller than one row, and reading all of them takes twice the time. */
const ROW_STEP = 2

/** Two of the four bytes of a word, each with room for a sum of up to 128 words: 32,768 columns. */
const PAIR = 0x00ff00ff

/** Sum of the bytes from `begin` to `end`, four at a time: in 1280 × 720 this takes half the time of single bytes. */
const sumOf = (data: Uint8Array, words: Uint32Array, begin: number, end: number): number => {
  let sum = 0
  let at = begin
  while (at < end && (at & 3) !== 0) sum += data[at++] as number
  let pairs = 0
  for (let word = at >> 2; at + 4 <= end; at += 4) {
    const four = words[word++] as number
    pairs = (pairs + (four & PAIR) + ((four >>> 8) & PAIR)) | 0
  }
  sum += (pairs & 0xffff) + (pairs >>> 16)
  while (at < end) sum += data[at++] as number
  return sum
}

/** Mean luma of each tile. A plane smaller than the grid repeats its rows and columns. `data` begins its buffer. */
export const lumaGrid = ({ data, offset, stride, width, height }: LumaPlane): Uint8Array => {
  const grid = new Uint8Array(GRID_TILES)
  const words = new Uint32Array(data.buffer, 0, data.buffer.byteLength >> 2)
  const edges = Array.from({ length: GRID_COLUMNS + 1 }, (_, column) => Math.floor((column * width) / GRID_COLUMNS))
  for (let row = 0; row < GRID_ROWS; row += 1) {
    const top = Math.floor((row * height) / GRID_ROWS)
    const bottom = Math.max(top + 1, Math.floor(((row + 1) * height) / GRID_ROWS))
    for (let column = 0; column < GRID_COLUMNS; column += 1) {
      const left = edges[column] as number
      const right = Math.max(left + 1, edges[column + 1] as number)
      let sum = 0
      let rows = 0
      for (let y = top; y < bottom; y += ROW_STEP) {
        const begin = offset + y * stride + left
        sum += sumOf(data, words, begin, begin + right - left)
        rows += 1
      }
      grid[row * GRID_COLUMNS + column] = Math.round(sum / (rows * (right - left)))
    }
  }
  return grid
}

/** Whether no tile differs by more than one level, the rounding of a mean. */
export const equalGrids = (one: Uint8Array, other: Uint8Array): boolean => {
  for (let tile = 0; tile < GRID_TILES; tile += 1)
    if (Math.abs((one[tile] as number) - (other[tile] as number)) > 1) return false
  return true
}
