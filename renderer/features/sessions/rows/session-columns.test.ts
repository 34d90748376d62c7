import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gridTemplate, visibleColumns } from '../../../ui/grid/grid-columns.ts'
import { COLUMNS, columnsOf, readColumns } from './session-columns.ts'

const DEFAULT = readColumns(null)
const ids = (width: number) => visibleColumns(columnsOf(DEFAULT), width).map((c) => c.id)

it('shows the default columns where there is room', () => {
  expect(ids(1_600)).toEqual(['title', 'state', 'started', 'length', 'verdict', 'tags'])
})

it('drops tags first and keeps title and state longest', () => {
  expect(ids(720)).not.toContain('tags')
  expect(ids(960 - 200)).toContain('state')
  expect(ids(340)).toEqual(['title', 'state'])
  expect(ids(100)).toEqual(['title'])
})

it('never shows fewer columns in a wider window', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000 }), fc.nat(500), (width, more) => {
      expect(ids(width + more)).toEqual(expect.arrayContaining(ids(width)))
    }),
  )
})

it('gives fixed columns their width and the title the rest, also when a person set widths', () => {
  expect(gridTemplate(visibleColumns(columnsOf(DEFAULT), 340))).toBe('minmax(204px, 1fr) 52px')
  const wider = columnsOf({ hidden: [], widths: { state: 90 } })
  expect(gridTemplate(visibleColumns(wider, 2_000))).toMatch(/^minmax\(204px, 1fr\) 90px /)
})

it('reads what was stored: hidden columns and widths that exist, else the default', () => {
  expect(readColumns('{"hidden":["tags","gone","title"],"widths":{"started":120,"title":900,"tags":-1}}')).toEqual({
    hidden: ['tags'],
    widths: { started: 120 },
  })
  for (const stored of [null, '', '[', '7', '{"hidden":"tags"}']) expect(readColumns(stored)).toEqual(DEFAULT)
  expect(DEFAULT.hidden.every((id) => COLUMNS.some((column) => column.id === id))).toBe(true)
})
