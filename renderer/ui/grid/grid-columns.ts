import type { Icon } from '@tabler/icons-react'

export type GridColumn<Id extends string = string, Sort extends string = string> = {
  id: Id
  label: string
  /** Replaces the label in the header. */
  icon?: Icon
  sort?: Sort
  /** px; growing columns share what is left. */
  width: number
  grow?: number
  /** px it gets before any column is shown that leaves early. */
  wants?: number
  /** px; how narrow a person may make it, where widths can be set. */
  min?: number
  align?: 'end'
  /** Which side is dragged to set the width: the one away from the column that grows. That one itself has none. */
  edge?: 'start' | 'none'
  /** Beside what matters: in the second colour of text. */
  quiet?: boolean
  /** What is in it always fits, so that cells need not be clipped one by one. */
  fits?: boolean
  /** The highest number leaves first when the window is narrow. The last one never leaves. */
  leaves: number
}

/** Space between two cells and at both ends of a row, px (the same numbers as in the style sheet). */
const CELL_GAP = 12
const ROW_PADDING = 16
/** Space between two cells of a dense grid, px. */
export const DENSE_GAP = 8

/** px that all columns need at least, with what is between and beside them. */
export const widthOf = (columns: readonly GridColumn[], gap = CELL_GAP): number =>
  columns.reduce((sum, column) => sum + column.width + gap, 2 * ROW_PADDING - gap)

/** Columns with more than this in `leaves` are shown only when every column has what it wants. */
const LEAVES_EARLY = 3

/** The columns that fit into `width` px, in the order of the table. */
export const visibleColumns = <C extends GridColumn>(
  all: readonly C[],
  width: number,
  gap = CELL_GAP,
): readonly C[] => {
  let columns = all
  while (columns.length > 1) {
    const leaves = Math.max(...columns.map((column) => column.leaves))
    const wanted = columns.reduce((sum, { wants, width: least }) => sum + Math.max(0, (wants ?? 0) - least), 0)
    if (widthOf(columns, gap) + (leaves > LEAVES_EARLY ? wanted : 0) <= width) break
    columns = columns.filter((column) => column.leaves !== leaves)
  }
  return columns
}

/** The columns with the widths that a person gave them, px by id; those grow no more. */
export const withWidths = <C extends GridColumn>(
  columns: readonly C[],
  widths: Readonly<Record<string, number>>,
): readonly C[] =>
  columns.map((column) => {
    const width = widths[column.id]
    return width === undefined ? column : { ...column, width, grow: 0 }
  })

/** The value for `grid-template-columns`. */
export const gridTemplate = (columns: readonly GridColumn[]): string =>
  columns.map((c) => (c.grow ? `minmax(${c.width}px, ${c.grow}fr)` : `${c.width}px`)).join(' ')
