/** Cells of a picture's number, one bit each, lowest first. */
export const CELLS = 16

/** Rows of the picture that the cells take, of 180. */
export const CELL_ROWS = 48
const ROWS = 180
const WHITE = 235
const BLACK = 16
const GROUND = 90

/** One grey picture that carries its number in 16 black and white cells along its top; below, a box moves. */
export const numberedPicture = (number: number, width: number, height: number): Buffer => {
  const picture = Buffer.alloc(width * height, GROUND)
  const fill = (value: number, x0: number, x1: number, y0: number, y1: number) => {
    for (let y = y0; y < y1; y++) picture.fill(value, y * width + x0, y * width + x1)
  }
  const bottom = Math.round((height * CELL_ROWS) / ROWS)
  for (let cell = 0; cell < CELLS; cell++) {
    const value = (number >> cell) & 1 ? WHITE : BLACK
    fill(value, Math.round((cell * width) / CELLS), Math.round(((cell + 1) * width) / CELLS), 0, bottom)
  }
  const box = Math.round(width / 8)
  const x = (number * 5) % (width - box)
  fill(40 + ((number * 13) % 180), x, x + box, Math.round(height * 0.45), Math.round(height * 0.78))
  return picture
}

/** The number that the mean brightness (0..255) of the 16 cells says. */
export const numberOf = (cells: ArrayLike<number>): number => {
  let number = 0
  for (let cell = 0; cell < CELLS; cell++) if ((cells[cell] ?? 0) > 125) number |= 1 << cell
  return number
}
