import { expect, it } from 'vitest'
import { archiveSorts } from '../../../electron/contract/constants/archive-constants.ts'
import { visibleColumns } from '../../ui/grid/grid-columns.ts'
import { COLUMNS } from './archive-columns.ts'

const ids = (width: number) => visibleColumns(COLUMNS, width).map((column) => column.id)

it('every order of the contract has a column to choose it', () => {
  expect(COLUMNS.flatMap((column) => column.sort ?? []).sort()).toEqual([...archiveSorts].sort())
})

it('shows everything in a wide window, and what tells of transfer and trust beside the details at 1280', () => {
  expect(ids(1_920 - 200 - 320)).toEqual(COLUMNS.map((column) => column.id))
  expect(ids(1_280 - 200 - 320)).toEqual(['title', 'state', 'size', 'rate', 'left', 'verified', 'warnings'])
})

it('keeps the title and its state longest', () => {
  expect(ids(320)).toEqual(['title', 'state'])
})
