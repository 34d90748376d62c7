import { finished } from 'node:stream/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { type Found, type IdKind, takeWhole } from './id-form.ts'

const SEPARATORS = [',', ';', '\t', '|']
const LENIENT = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true, bom: true }
/** About 10 ms. UTF-16 units. */
const CHUNK = 64 * 1_024

export type TableHead = { separator: string; column: number; width: number }

/** Cells of one line; quotes hold separators together. */
export const cellsOf = (line: string, separators: string[] = SEPARATORS): string[] => {
  const trimmed = (cell: string) => cell.trim()
  if (!line.includes('"')) return line.split(new RegExp(`[${separators.join('')}]`)).map(trimmed)
  try {
    return (parseAtOnce(line, { ...LENIENT, delimiter: separators })[0] ?? []).map(trimmed)
  } catch {
    return [line]
  }
}

/** `Session ID`, `session-id` → `session_id`. */
const nameOf = (cell: string): string => cell.toLowerCase().replace(/[\s-]+/g, '_')

/** The separator that makes a column of ids out of this line, and which column that is; null: this is no header. */
export const headOf = (line: string, kind: IdKind): TableHead | null => {
  for (const separator of SEPARATORS) {
    const names = cellsOf(line, [separator]).map(nameOf)
    for (const wanted of kind.columns) {
      const column = names.findIndex((name) => wanted.includes(name))
      if (column >= 0 && names.length > 1) return { separator, column, width: names.length }
    }
  }
  return null
}

/** The id column of the rows below a header. A row whose cell is empty or has no id is invalid; a short `#` line is a comment. */
export const idsOfTable = async function* (
  rows: string,
  { separator, column, width }: TableHead,
  kind: IdKind,
): AsyncGenerator<Found> {
  let read: string[][] = []
  const parser = parse({
    ...LENIENT,
    delimiter: separator,
    on_record: (cells: string[]) => {
      read.push(cells)
      return null
    },
  })
  let failed: unknown = null
  parser.on('error', (error) => {
    failed = error
  })
  parser.resume()
  const take = function* (): Generator<Found> {
    for (const cells of read) {
      if (cells.length < width && cells[0]?.trimStart().startsWith('#')) continue
      const cell = (cells[column] ?? '').trim()
      yield cell === '' || /\s/.test(cell) ? { invalid: cells.join(separator) } : takeWhole(cell, kind)
    }
    read = []
  }
  for (let at = 0; at < rows.length && failed === null; at += CHUNK) {
    parser.write(rows.slice(at, at + CHUNK))
    yield* take()
    await nextTurn()
  }
  if (failed === null) {
    parser.end()
    await finished(parser).catch(() => {}) // told by the event
    yield* take()
  }
  if (failed !== null)
    yield { invalid: failed instanceof CsvError ? 'a quote that is never closed' : 'rows that cannot be read' }
}
