import { expect, it } from 'vitest'
import { DENSE_GAP, widthOf } from '../../../ui/grid/grid-columns.ts'
import { DEFAULT_HIDDEN, fittingColumns, shownColumns } from './cookie-columns.ts'

const shown = shownColumns(DEFAULT_HIDDEN)
const ids = (width: number, revealed = false) => fittingColumns(shown, width, revealed).map(({ id }) => id)

/** px of the table beside both panels in a window of 1,280 px, with a scroll bar. */
const BESIDE_PANELS = 590

it('shows every column when there is room, and leaves them out from the end when there is not', () => {
  expect(ids(1_200)).toEqual(shown.map(({ id }) => id))
  expect(ids(BESIDE_PANELS)).toEqual(['name', 'findings', 'value', 'domain', 'expires', 'httpOnly', 'sameSite'])
})

it('cuts no column, whatever the width', () => {
  for (let width = 300; width < 1_200; width += 10)
    for (const revealed of [true, false]) {
      const columns = fittingColumns(shown, width, revealed)
      if (columns.length > 3) expect(widthOf(columns, DENSE_GAP)).toBeLessThanOrEqual(width)
    }
})

it('gives a revealed value 140 px', () => {
  const value = fittingColumns(shown, BESIDE_PANELS, true).find(({ id }) => id === 'value')
  expect(value?.width).toBe(140)
  expect(ids(BESIDE_PANELS, true)).toEqual(['name', 'findings', 'value', 'domain', 'expires', 'sameSite'])
})
