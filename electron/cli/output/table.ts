import stringWidth from 'string-width'

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

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The beginning that fits into so many cells, with an ellipsis where something is missing. */
export const fitted = (text: string, cells: number): string => {
  if (stringWidth(text) <= cells) return text
  let out = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment)
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
  const widths = head.map((_, at) => cells.reduce((most, row) => Math.max(most, stringWidth(row[at] ?? '')), 0))
  if (room > 0) narrow(widths, form)
  return cells.map((row) =>
    row
      .map((cell, at) => {
        const width = widths[at] ?? 0
        const text = room > 0 ? fitted(cell, width) : cell
        return text + ' '.repeat(Math.max(0, width - stringWidth(text)))
      })
      .join(GAP)
      .trimEnd(),
  )
}
