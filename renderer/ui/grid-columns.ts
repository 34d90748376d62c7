export type GridColumn<Id extends string = string, Sort extends string = string> = {
  id: Id
  label: string
  sort?: Sort
  /** px; growing columns share what is left. */
  width: number
  grow?: number
  align?: 'end'
  /** The highest number leaves first when the window is narrow. The last one never leaves. */
  leaves: number
}

/** Space between two cells and at both ends of a row, px (the same numbers as in the style sheet). */
const CELL_GAP = 12
const ROW_PADDING = 16

/** px that all columns need at least, with what stands between and beside them. */
export const widthOf = (columns: readonly GridColumn[]): number =>
  columns.reduce((sum, column) => sum + column.width + CELL_GAP, 2 * ROW_PADDING - CELL_GAP)

/** The columns that fit into `width` px, in the order of the table. */
export const visibleColumns = <C extends GridColumn>(all: readonly C[], width: number): readonly C[] => {
  let columns = all
  while (columns.length > 1 && widthOf(columns) > width) {
    const leaves = Math.max(...columns.map((column) => column.leaves))
    columns = columns.filter((column) => column.leaves !== leaves)
  }
  return columns
}

/** The value for `grid-template-columns`. */
export const gridTemplate = (columns: readonly GridColumn[]): string =>
  columns.map((c) => (c.grow ? `minmax(${c.width}px, ${c.grow}fr)` : `${c.width}px`)).join(' ')
