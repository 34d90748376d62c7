import { expect, it } from 'vitest'
import { DENSE_GAP, type GridColumn, gridTemplate, widthOf, withWidths } from './grid-columns.ts'

const columns: readonly GridColumn[] = [
  { id: 'name', label: 'Name', width: 100, grow: 2, leaves: 0 },
  { id: 'path', label: 'Path', width: 50, leaves: 0 },
  { id: 'value', label: 'Value', width: 60, grow: 1, leaves: 0 },
]

it('gives columns the widths of a person, and lets the others grow', () => {
  expect(gridTemplate(columns)).toBe('minmax(100px, 2fr) 50px minmax(60px, 1fr)')
  const given = withWidths(columns, { name: 180, odd: 7 })
  expect(gridTemplate(given)).toBe('180px 50px minmax(60px, 1fr)')
  expect(gridTemplate(columns)).toBe('minmax(100px, 2fr) 50px minmax(60px, 1fr)')
})

it('needs room for all columns, the gaps between them and the space at both ends', () => {
  expect(widthOf(columns)).toBe(16 + 100 + 12 + 50 + 12 + 60 + 16)
  expect(widthOf(columns, DENSE_GAP)).toBe(16 + 100 + 8 + 50 + 8 + 60 + 16)
})
