import { createRequire } from 'node:module'

export type TableForm = {
  /** Columns of the terminal; 0: no bound, as for a program that reads. */
  room: number
  /** A column of ids, shown as the shortest beginnings that distinguish the rows where there is a bound. */
  ids?: number | undefined
  /** A column that is never cut. */
  whole?: number | undefined
}

const GAP = '  '
/** Columns are cut to this at least, in cells of the terminal. */
const NARROWEST = 8
/** As Git shows its hashes. */
const SHORTEST_ID = 8

/** Text of which each unit takes one cell: printable Latin-1, and punctuation such as dashes and quotes. */
const SIMPLE = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u00ff\u2010-\u2027]*$/

const require = createRequire(import.meta.url)
/** For any other text; making the first segmenter takes a twentieth of a start, and most tables need none. */
const anyText = () => {
  const { default: widthOf } = require('string-width') as typeof import('string-width')
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  return { widthOf, segments: (text: string) => Array.from(graphemes.segment(text), ({ segment }) => segment) }
}
let loaded: ReturnType<typeof anyText> | null = null
const forAnyText = (): ReturnType<typeof anyText> => {
  loaded ??= anyText()
  return loaded
}

/** Cells that a text takes on a terminal. */
export const cellsOf = (text: string): number => (SIMPLE.test(text) ? text.length : forAnyText().widthOf(text))

/** The beginning that fits into so many cells, with an ellipsis where something is missing. */
export const fitted = (text: string, cells: number): string => {
  if (cellsOf(text) <= cells) return text
  if (SIMPLE.test(text)) return `${text.slice(0, Math.max(0, cells - 1))}…`
  let out = ''
  let width = 0
  for (const segment of forAnyText().segments(text)) {
    width += cellsOf(segment)
    if (width > cells - 1) break
    out += segment
  }
  return `${out}…`
}

/** Beginnings of one length that still distinguish the ids; each works where a command takes an id. */
export const shortIds = (ids: readonly string[]): string[] => {
  const different = new Set(ids).size
  for (let length = SHORTEST_ID; ; length += 4) {
    const short = ids.map((id) => (id.length <= length + 4 ? id : id.slice(0, length)))
    const apart = new Set(short).size === different
    if (apart || ids.every((id) => id.length <= length)) return short
  }
}

/** The widest column gives way first, the last one before others of its width. */
const narrow = (widths: number[], form: TableForm): void => {
  const over = () => widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1) - form.room
  for (let excess = over(); excess > 0; excess = over()) {
    let widest = -1
    for (const [at, width] of widths.entries())
      if (at !== form.whole && at !== form.ids && width >= (widths[widest] ?? NARROWEST + 1)) widest = at
    const width = widths[widest]
    if (width === undefined) return
    widths[widest] = width - 1
  }
}

/** Left-aligned columns by the cells that signs take on a terminal. */
export const tableLines = (head: readonly string[], rows: readonly string[][], form: TableForm): string[] => {
  const { room, ids } = form
  const short = room > 0 && ids !== undefined ? shortIds(rows.map((row) => row[ids] ?? '')) : null
  const shown = short ? rows.map((row, at) => row.with(ids ?? 0, short[at] ?? '')) : rows
  const cells = [head, ...shown]
  const widths = head.map((_, at) => cells.reduce((most, row) => Math.max(most, cellsOf(row[at] ?? '')), 0))
  if (room > 0) narrow(widths, form)
  return cells.map((row) =>
    row
      .map((cell, at) => {
        const width = widths[at] ?? 0
        const text = room > 0 ? fitted(cell, width) : cell
        return text + ' '.repeat(Math.max(0, width - cellsOf(text)))
      })
      .join(GAP)
      .trimEnd(),
  )
}
