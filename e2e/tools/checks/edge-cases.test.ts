import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSource } from '../mutants/mutant.ts'
import { titlesIn } from '../mutants/test-titles.ts'
import { type Named, namedIn } from './named-tests.ts'

const PAGE = 'docs/edge-cases.md'
/** The families of the page. `PROGRAMFILES(X86)` of Windows and coordinates of an SVG path (`M13.5`) are not cases. */
const CITED = /(?<![\w#.-])(?!X86)(?:[CDEHKLMPRTVX]\d{2}|K[1-9])(?!\w|\.\d)/g
/** The name of a row of `each`: the first text of an array, or its title. */
const ROW_NAME = /(?:\[|\btitle:)\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)")/g

const casesIn = (text: string): string[] => [...new Set(text.match(CITED))]

/** Everything a test file calls a test: titles of tests and groups, and the names of their rows. */
const namesIn = (source: string): string[] => [
  ...titlesIn(source),
  ...[...source.matchAll(ROW_NAME)].map(([, single, double]) => single ?? double ?? ''),
]

type Row = { id: string; set: string; input: string; behaviour: string; held: string; tests: Named[] }

const rows = readSource(PAGE)
  .split('\n')
  .filter((line) => /^\| (?!---|id )/.test(line))
  .map((line): Row => {
    const [, id = '', set = '', input = '', behaviour = '', held = '', ...more] = line.split(/(?<!\\)\|/)
    if (more.length !== 1) throw new Error(`not five cells: ${line}`)
    const tests = namedIn(held.replaceAll('\\|', '|'))
    return {
      id: id.trim(),
      set: set.trim(),
      input: input.trim(),
      behaviour: behaviour.trim(),
      held: held.trim(),
      tests,
    }
  })

test('no id has two rows, and every row says its input and the right behaviour', () => {
  expect(rows.length).toBeGreaterThan(150)
  expect(rows.map(({ id }) => id).filter((id, at, all) => all.indexOf(id) !== at)).toEqual([])
  expect(rows.filter(({ id, input, behaviour }) => casesIn(id)[0] === undefined || !input || !behaviour)).toEqual([])
})

test('every id that code, tests and pages cite has a row', () => {
  const root = join(import.meta.dirname, '../../..')
  const cited = globSync(['{electron,renderer,e2e}/**/*.{ts,tsx}', '*.md', 'docs/*.md'], { cwd: root }).flatMap(
    (file) => casesIn(readSource(file)).map((id) => ({ id, file })),
  )
  expect(cited.length).toBeGreaterThan(500)
  const known = new Set(rows.map(({ id }) => id))
  expect(cited.filter(({ id }) => !known.has(id))).toEqual([])
})

test('a citation is found in a list, a range and brackets, and other words are none', () => {
  expect(casesIn('// waits (P24, D10). C02–C05: P20/P21')).toEqual(['P24', 'D10', 'C02', 'C05', 'P20', 'P21'])
  expect(casesIn('M13.5 10 #D17 PROGRAMFILES(X86) AP24 P24x F10')).toEqual([])
})

test.each(rows)('$id: the tests that the row names exist', ({ set, held, tests }) => {
  expect(['core', 'extra']).toContain(set)
  if (set === 'core' || held !== 'none') expect(tests.length).toBeGreaterThan(0)
  for (const { file, text } of tests) {
    expect(file).toMatch(/\.(?:test|spec)\.tsx?$/)
    expect(namesIn(readSource(file)), file).toContain(text)
  }
})
