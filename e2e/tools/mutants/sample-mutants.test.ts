import { expect, test } from 'vitest'
import { mutated, sampleOf, tokensOf } from './sample-mutants.ts'

const SOURCE = `
// a === b
type Both = { a: true } & { b: false }
const one = (a: number | null): boolean => a !== null && a > 1 // && never
const text = 'x < y'
if (!one(2)) throw new Error(\`no \${1 + 1}\`)
`

test('a mutant changes one token of what runs: no comment, no text, no type', () => {
  const all = tokensOf('f.ts', SOURCE)
  expect(all.map(({ line, from, to }) => [line, from, to])).toEqual([
    [4, ' !== ', ' === '],
    [4, ' && ', ' || '],
    [4, ' > ', ' <= '],
    [6, 'if (!', 'if ('],
  ])
  const [first] = all
  expect(first && mutated(SOURCE, first)).toBe(SOURCE.replace('a !== null', 'a === null'))
})

test('a seed chooses the same sample again, another one another', () => {
  const all = Array.from({ length: 1_000 }, (_, n) => n)
  expect(sampleOf(all, 20, 1)).toEqual(sampleOf(all, 20, 1))
  expect(sampleOf(all, 20, 2)).not.toEqual(sampleOf(all, 20, 1))
  expect(new Set(sampleOf(all, 2_000, 3)).size).toBe(1_000)
})
