import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const page = read('SECURITY.md')

/** Every `file` "text" pair of the two tables. */
const claims = [...page.matchAll(/`([^`\s]+\.[a-z]+)` "((?:[^"\\]|\\.)+)"/g)].map(
  ([, file = '', text = '']) => [file, text.replaceAll('\\"', '"')] as const,
)

test('the page names all twenty items, each with a line and a test', () => {
  const rows = page.split('\n').filter((line) => /^\| \d+ \|/.test(line))
  expect(rows.map((row) => Number(row.split('|')[1]))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
  for (const row of rows) expect([...row.matchAll(/`[^`\s]+\.[a-z]+` "/g)], row).toHaveLength(2)
})

test.each(claims)('%s holds: %s', (file, text) => {
  expect(read(file)).toContain(text)
})

test('the pinned Electron is an exact version', () => {
  expect(JSON.parse(read('package.json')).devDependencies.electron).toMatch(/^\d+\.\d+\.\d+$/)
})
