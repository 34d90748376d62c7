import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordOf } from '../analyse/analyse-file.ts'
import { compare, precision, recall, total } from './compare.ts'
import { unpackGrids } from './grid-file.ts'
import { variants } from './variants.ts'

// The grids were read by the program's decoder from recordings made by `node e2e/tools/truth.ts --write`.
const compared = variants.map((variant) => {
  const grids = unpackGrids(readFileSync(join(import.meta.dirname, 'fixtures', `${variant.name}.grids.gz`)))
  return { ...variant, comparison: compare(recordOf(grids), variant.script().truth) }
})

test('there are at least 20 recordings to tune with, and twice 6 kept apart', () => {
  expect(variants.filter(({ apart }) => !apart).length).toBeGreaterThanOrEqual(20)
  for (const set of ['first', 'second'])
    expect(variants.filter(({ apart }) => apart === set).length).toBeGreaterThanOrEqual(6)
})

test('a bar that fills is still time', () => {
  const bars = compared.filter(({ name, apart }) => name.includes('progress') && apart !== 'second')
  expect(bars).not.toEqual([])
  for (const { name, comparison } of bars) expect([name, recall(comparison.still) >= 0.95]).toEqual([name, true])
})

describe.each([
  ['tuned with', false],
  ['kept apart first', 'first'],
  ['kept apart second', 'second'],
] as const)('the recordings %s', (_, apart) => {
  const some = compared.filter((one) => one.apart === apart)
  const { still, screens, loops, frozen, endScreen } = total(some.map(({ comparison }) => comparison))

  test('have 95 % of their still time found, and 95 % of what is found is still', () => {
    expect(precision(still)).toBeGreaterThanOrEqual(0.95)
    expect(recall(still)).toBeGreaterThanOrEqual(0.95)
  })

  test('have 90 % of their screens found within a second, and 90 % of those found are there', () => {
    expect(precision(screens)).toBeGreaterThanOrEqual(0.9)
    expect(recall(screens)).toBeGreaterThanOrEqual(0.9)
    expect(endScreen).toBe(true)
  })

  test('have all loops and frozen ends found, and none invented', () => {
    for (const { right, found, real } of [loops, frozen]) expect([right, found]).toEqual([real, real])
  })
})
