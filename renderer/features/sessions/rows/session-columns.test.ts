import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gridTemplate, visibleColumns } from '../../../ui/grid/grid-columns.ts'
import { COLUMNS } from './session-columns.ts'

const ids = (width: number) => visibleColumns(COLUMNS, width).map((c) => c.id)

it('shows everything where there is room', () => {
  expect(ids(1_600)).toEqual(COLUMNS.map((c) => c.id))
})

it('drops tags first and keeps title, status and recording longest', () => {
  expect(ids(860)).not.toContain('tags')
  expect(ids(440)).toEqual(['title', 'status', 'recording'])
  expect(ids(100)).toEqual(['title'])
})

it('gives titles their room beside the inspector in a window of 1280, before the links have a column', () => {
  expect(ids(1_280 - 200 - 320)).toEqual(['title', 'status', 'recording', 'started', 'length', 'verdict'])
})

it('never shows fewer columns in a wider window', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000 }), fc.nat(500), (width, more) => {
      expect(ids(width + more)).toEqual(expect.arrayContaining(ids(width)))
    }),
  )
})

it('gives fixed columns their width and the title the rest', () => {
  expect(gridTemplate(visibleColumns(COLUMNS, 440))).toBe('minmax(204px, 3fr) 80px 100px')
})
