import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSource } from '../mutants/mutant.ts'

const root = join(import.meta.dirname, '../../..')

/** What is on one line or continues on the next line of a comment. */
const unwrapped = (source: string): string => source.replace(/\n\s*(?:\*|\/\/) ?/g, ' ')

const citationsIn = (source: string) =>
  [...unwrapped(source).matchAll(/\b(docs\/[a-z-]+\.md)(?:, ([A-Z][a-z]+(?:-[a-z]+)?(?: [a-z]+)?))?/g)].map(
    ([, page = '', section = '']) => ({ page, section }),
  )

/** The titles of the sections of a page. */
const sectionsOf = (page: string): string[] =>
  [...readSource(page).matchAll(/^#{1,3} (.+)$/gm)].map(([, title = '']) => title)

test('every page and section of docs/ that a comment cites is there', () => {
  const cited = globSync('{electron,renderer,e2e}/**/*.{ts,tsx}', { cwd: root }).flatMap((file) =>
    citationsIn(readSource(file)).map((citation) => ({ file, ...citation })),
  )
  expect(cited.filter(({ section }) => section !== '').length).toBeGreaterThan(30)
  const pages = globSync('docs/*.md', { cwd: root })
  const sections = new Map(pages.map((page) => [page, sectionsOf(page)]))
  const missing = cited.filter(
    ({ page, section }) => !sections.has(page) || (section !== '' && !sections.get(page)?.includes(section)),
  )
  expect(missing).toEqual([])
})

test('a citation is read over the end of a line', () => {
  const page = 'docs/deployments.md'
  expect(citationsIn(` * the prefix is its own (${page}, Header\n * names).`)).toEqual([
    { page, section: 'Header names' },
  ])
})
