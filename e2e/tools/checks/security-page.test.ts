import { expect, test } from 'vitest'
import { mutants } from '../mutants/all-mutants.ts'
import { readSource } from '../mutants/mutant.ts'
import { titlesIn } from '../mutants/test-titles.ts'
import { type Named, namedIn } from './named-tests.ts'

const page = readSource('SECURITY.md')

type Row = { claim: string; held: Named; proven: Named }

const rows = page
  .split('\n')
  .filter((line) => /^\| (?!---|# |promise )/.test(line))
  .map((line): Row => {
    const [held, proven, ...more] = namedIn(line)
    if (!held || !proven || more.length > 0) throw new Error(`not a line and a test: ${line}`)
    const [claim = ''] = line.slice(2).split(/ \| (?=`)/)
    return { claim, held, proven }
  })

test('the page names all twenty items and more, each with a line and a test', () => {
  const numbers = rows.flatMap(({ claim }) => /^(\d+) \|/.exec(claim)?.[1] ?? [])
  expect(numbers.map(Number)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  expect(rows.length).toBeGreaterThan(40)
})

test.each(rows)('$claim: the line is there', ({ held }) => {
  expect(readSource(held.file)).toContain(held.text)
})

test.each(rows)(
  '$claim: the test is there, and is run without the protection by npm run mutants',
  ({ held, proven }) => {
    expect(titlesIn(readSource(proven.file))).toContain(proven.text)
    const removed = mutants.filter(({ test: named }) => named.file === proven.file && named.title === proven.text)
    expect(removed.map(({ file }) => file)).toContain(held.file)
  },
)

test('the pinned Electron is an exact version', () => {
  expect(JSON.parse(readSource('package.json')).devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
})
