import { describe, expect, it } from 'vitest'
import { testRow } from '../testing/test-row.ts'
import { countOf, countScopes, sameScope, treeKey, treeOf, treeRows } from './tree-model.ts'

const rows = [
  testRow('1'),
  testRow('2', { host: 'northgate.example' }),
  testRow('3', { host: 'widget.northgate.example' }),
  testRow('4', { site: 'chat.example', host: 'chat.example', party: 'third' }),
  testRow('5', { site: 'a.example', host: 'x.a.example', party: 'third' }),
]
const tree = treeOf(rows)
const lines = treeRows(tree, new Set())

describe('the domain tree', () => {
  it('lists sites of the profile first, then by name, with their hosts', () => {
    expect(lines.map(({ label, level }) => `${level} ${label}`)).toEqual([
      '1 All domains',
      '1 northgate.example',
      '2 northgate.example',
      '2 portal.northgate.example',
      '2 widget.northgate.example',
      '1 a.example',
      '2 x.a.example',
      '1 chat.example',
    ])
  })

  it('has nothing below a site that is its only host, and folds the others', () => {
    expect(lines.at(-1)?.open).toBeNull()
    expect(treeRows(tree, new Set(['northgate.example', 'a.example']))).toHaveLength(4)
  })

  it('numbers the lines of a level for screen readers', () => {
    expect(lines.map(({ position, siblings }) => `${position}/${siblings}`).slice(0, 5)).toEqual([
      '1/4',
      '2/4',
      '1/3',
      '2/3',
      '3/3',
    ])
  })

  it('counts cookies by site and host', () => {
    const counts = countScopes(rows.map((row) => ({ row })))
    const count = (at: number) => countOf(counts, lines[at]?.scope ?? null)
    expect([count(0), count(1), count(2), count(7)]).toEqual([5, 3, 1, 1])
    expect(sameScope({ kind: 'site', name: 'chat.example' }, { kind: 'host', name: 'chat.example' })).toBe(false)
  })

  it('moves as a tree view moves', () => {
    expect(treeKey('ArrowDown', lines, 0)).toEqual({ go: 1 })
    expect(treeKey('ArrowRight', lines, 1)).toEqual({ go: 2 })
    expect(treeKey('ArrowLeft', lines, 4)).toEqual({ go: 1 })
    expect(treeKey('ArrowLeft', lines, 1)).toEqual({ turn: 'northgate.example', open: false })
    expect(treeKey('ArrowRight', treeRows(tree, new Set(['northgate.example'])), 1)).toEqual({
      turn: 'northgate.example',
      open: true,
    })
    expect(treeKey('End', lines, 0)).toEqual({ go: 7 })
    expect(treeKey('ArrowRight', lines, 7)).toBeNull()
    expect(treeKey('x', lines, 0)).toBeNull()
  })
})
