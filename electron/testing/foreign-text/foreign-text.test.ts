import { describe, expect, test } from 'vitest'
import { FOREIGN, UNITS } from './foreign-text-readers.ts'
import { growthOf, MOST_PER_DOUBLING, worstOf } from './growth.ts'
import { allPatterns } from './patterns.ts'

const LENGTH = 100_000
const PROBE = 6_000
const fill = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length)
const attacks = UNITS.flatMap((unit) => [
  { name: JSON.stringify(unit), make: fill(unit) },
  { name: JSON.stringify(`x${unit}…!`), make: (length: number) => `x\u0007${fill(unit)(length)}\u0007!` },
])

describe('nothing that reads foreign text works more than 2.5 times as long on twice the text', () => {
  test.each(FOREIGN)('$name', { timeout: 60_000 }, async ({ run }) => {
    await run(fill('a ')(PROBE)) // compiled before it is measured
    for (const { name, make } of await worstOf(attacks, run, PROBE, 5)) {
      expect(await growthOf(make, run, LENGTH), name).toBeLessThanOrEqual(MOST_PER_DOUBLING)
    }
  })
})

test('every place that builds a pattern at run time has its function in the table', () => {
  const run = new Set(FOREIGN.flatMap(({ builds }) => builds ?? []))
  expect([...new Set(allPatterns().built.map(({ file }) => file))].filter((file) => !run.has(file))).toEqual([])
})
