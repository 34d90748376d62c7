/**
 * CSV as every spreadsheet reads it (RFC 4180): commas, CRLF, quotes doubled inside quotes. No cell begins a formula, also
 * not for a program that takes semicolons, tabs or line breaks inside a cell for the border of one.
 */

/** U+FEFF at the beginning tells Excel that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet takes for the beginning of a formula, full-width forms included. */
const FORMULA = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/
/** Blanks and quotes before a formula are dropped by some programs. */
const LEADING = /^[\s"\uFEFF]*/
/** What some programs take for the border of a cell, with what follows up to the first sign that counts. */
const BORDER = /[;\t\r\n][\s";\uFEFF]*/g

/** The text with an apostrophe before what would be run: a spreadsheet then shows it as text. */
const harmless = (text: string): string => {
  const isFormula = (at: number): boolean => FORMULA.test(text.charAt(at))
  const inside = text.replace(BORDER, (run, at: number) => (isFormula(at + run.length) ? `${run}'` : run))
  const leading = LEADING.exec(text)?.[0].length ?? 0
  return isFormula(leading) || /^[\t\r]/.test(text) ? `'${inside}` : inside
}

/** Signs that no table holds. */
const UNUSABLE = /\0/g

const cellText = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = harmless(value.replace(UNUSABLE, '\uFFFD'))
  return /^[\w .:/-]*$/.test(text) ? text : `"${text.replaceAll('"', '""')}"`
}

/** One line of a table, with its end. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cellText).join(',')}\r\n`
