import { describe, expect, test } from 'vitest'
import { attacksOn } from './attacks.ts'
import { growthOf, MOST_PER_DOUBLING, worstOf } from './growth.ts'
import { allPatterns, type Pattern, patternsIn } from './patterns.ts'

const LENGTH = 100_000
const PROBE = 6_000

const runOf = ({ source, flags }: Pattern): ((text: string) => void) => {
  const pattern = new RegExp(source, flags)
  if (flags.includes('g')) return (text) => void text.replace(pattern, '')
  return (text) => {
    pattern.lastIndex = 0
    pattern.exec(text)
  }
}
const { patterns } = allPatterns()
const unique = [...new Map(patterns.map((one) => [`/${one.source}/${one.flags}`, one])).entries()]

describe('no regular expression works more than 2.5 times as long on twice the text', () => {
  test.each(unique)('%s', { timeout: 60_000 }, async (_name, pattern) => {
    const run = runOf(pattern)
    for (const { name, make } of await worstOf(attacksOn(pattern.source), run, PROBE, 4)) {
      const growth = await growthOf(make, run, LENGTH)
      expect(growth, `${pattern.file}:${pattern.line} on ${name}`).toBeLessThanOrEqual(MOST_PER_DOUBLING)
    }
  })
})

test('finds patterns wherever they are', () => {
  const text = ['const a: RegExp = /x+y/g', 'const b = text.split(/;/)', 'const c = new RegExp(`a`)'].join('\n')
  const found = patternsIn('a.ts', text)
  expect(found.patterns.map(({ source, line }) => [source, line])).toEqual([
    ['x+y', 1],
    [';', 2],
  ])
  expect(found.built.map((one) => one.text)).toEqual(['new RegExp(`a`)'])
  expect(patterns.length).toBeGreaterThan(200)
})

test.each([
  ['\\s+$', ' '],
  ['(?:\\.mp4|\\.part)+$', '.part'],
])('%s would be noticed', { timeout: 60_000 }, async (source, unit) => {
  const run = runOf({ file: '', line: 1, source, flags: 'g' })
  expect(attacksOn(source).map(({ make }) => make(10))).toContainEqual(expect.stringContaining(unit))
  const make = (length: number) => `${unit.repeat(length / unit.length)}!`
  expect(await growthOf(make, run, 64_000)).toBeGreaterThan(MOST_PER_DOUBLING)
})
