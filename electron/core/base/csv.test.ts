import { parse } from 'csv-parse/sync'
import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { expect, it } from 'vitest'
import { csvLine } from './csv.ts'

const nasty = array(
  oneof(
    constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '\t',
      '\r',
      '\n',
      '\r\n',
      ' ',
      ';',
      ',',
      '"',
      "'",
      'cmd',
      '1',
      '\u00a0',
      '\uFEFF',
      'é',
    ),
    string({ maxLength: 3, unit: 'grapheme' }),
  ),
  { maxLength: 9 },
).map((parts) => parts.join(''))

/** Cells as a forgiving spreadsheet takes them: quotes count at the beginning of a cell alone, what follows them is kept. */
const cellsBy = (text: string, separators: string): string[] => {
  const cells: string[] = []
  let cell = ''
  let state: 'start' | 'plain' | 'quoted' = 'start'
  const end = () => {
    cells.push(cell)
    cell = ''
    state = 'start'
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] as string
    if (state === 'quoted') {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += sign
        at += 1
      } else state = 'plain'
    } else if (separators.includes(sign) || sign === '\r' || sign === '\n') end()
    else if (state === 'start' && sign === '"') state = 'quoted'
    else {
      cell += sign
      state = 'plain'
    }
  }
  end()
  return cells
}

it.each([
  ['=1+1', '"\'=1+1"'],
  ['-2+3', '"\'-2+3"'],
  ['  @SUM(A1)', '"\'  @SUM(A1)"'],
  ['\t=1', '"\'\t\'=1"'],
  ['\rx', '"\'\rx"'],
  ['say "no", then', '"say ""no"", then"'],
  ['a; =1', `"a; '=1"`],
  ['first\n- second', '"first\n\'- second"'],
  ['a - b', 'a - b'],
  ['4-5', '4-5'],
])('writes %j', (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`)
})

it('leaves numbers and what is missing plain', () => {
  expect(csvLine(['a', null, -3, 0.5])).toBe('a,,-3,0.5\r\n')
})

it('what csv-parse reads is what was written, but for apostrophes before formulas', () => {
  assert(
    property(array(array(nasty, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 4 }), (rows) => {
      const read: string[][] = parse(rows.map(csvLine).join(''), { record_delimiter: '\r\n' })
      const bare = (table: string[][]) =>
        table.map((row) => row.map((cell) => cell.replaceAll("'", '').replaceAll('\0', '\uFFFD')))
      expect(bare(read)).toEqual(bare(rows))
    }),
    { numRuns: 500 },
  )
})

it.each([',', ';', '\t', ',;\t'])('no cell begins a formula for a program that separates by %j', (separators) => {
  assert(
    property(array(array(nasty, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 3 }), (rows) => {
      const text = rows.map((cells) => csvLine(['id', ...cells])).join('')
      for (const cell of cellsBy(text, separators)) expect(cell).not.toMatch(/^[\s"\uFEFF]*[=+\-@＝＋－＠]/)
    }),
    { numRuns: 2_000 },
  )
})
