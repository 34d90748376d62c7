import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recordOf } from '../analyse/analyse-file.ts'
import { compare, precision, recall, total } from './compare.ts'
import { unpackGrids } from './grid-file.ts'
import { variants } from './variants.ts'

// The grids were read by the program's decoder from recordings made by `node e2e/tools/truth.ts --write`.
const gridsOf = (name: string) => unpackGrids(readFileSync(join(import.meta.dirname, 'fixtures', `${name}.grids.gz`)))
const compared = variants.map((variant) => {
  return { ...variant, comparison: compare(recordOf(gridsOf(variant.name)), variant.script().truth) }
})

test('there are at least 20 recordings to tune with, and three times 6 kept apart', () => {
  expect(variants.filter(({ apart }) => !apart).length).toBeGreaterThanOrEqual(20)
  for (const set of ['first', 'second', 'third'])
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
  ['kept apart third', 'third'],
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

// Where the pages of these samples come, as a person sees it in them.
test.each([
  ['code-refused', 'empty, log-in, code, code refused, locked', [0, 2_200, 26_000, 34_800, 56_100]],
  ['ledger', 'empty, form, report being built, report', [0, 1_900, 19_800, 650_500]],
])('the screens of the sample %s are: %s', (name, _, startsMs) => {
  const { screens } = recordOf(gridsOf(`sample-${name}`))
  expect(screens.map(({ startMs }) => startMs)).toHaveLength(startsMs.length)
  for (const [at, { startMs }] of screens.entries())
    expect(Math.abs(startMs - (startsMs[at] as number))).toBeLessThan(1_000)
})
