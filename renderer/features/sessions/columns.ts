import type { SessionSort } from '../../../electron/contract/session-words.ts'

export type ColumnId = 'title' | 'status' | 'recording' | 'started' | 'length' | 'links' | 'verdict' | 'tags' | 'steps'

export type Column = {
  id: ColumnId
  label: string
  sort?: SessionSort
  /** px; the title and the tags share what is left. */
  width: number
  grow?: number
  align?: 'end'
  /** The highest number leaves first when the window is narrow. The title never leaves. */
  leaves: number
}

/** In the order of the table. */
export const COLUMNS: readonly Column[] = [
  { id: 'title', label: 'Session', sort: 'title', width: 204, grow: 3, leaves: 0 },
  { id: 'status', label: 'Status', sort: 'status', width: 80, leaves: 4 },
  { id: 'recording', label: 'Recording', width: 100, leaves: 1 },
  { id: 'started', label: 'Started', sort: 'started', width: 76, leaves: 2 },
  { id: 'length', label: 'Length', sort: 'length', width: 52, align: 'end', leaves: 6 },
  { id: 'links', label: 'Links', sort: 'expires', width: 64, leaves: 5 },
  { id: 'verdict', label: 'Verdict', width: 60, leaves: 3 },
  { id: 'tags', label: 'Tags', width: 96, grow: 1, leaves: 8 },
  { id: 'steps', label: 'Steps', width: 44, align: 'end', leaves: 7 },
]

/** Space between two cells and at both ends of a row, px (the same numbers as in the style sheet). */
const CELL_GAP = 12
const ROW_PADDING = 16

const widthOf = (columns: readonly Column[]): number =>
  columns.reduce((sum, column) => sum + column.width + CELL_GAP, 2 * ROW_PADDING - CELL_GAP)

/** The columns that fit into `width` px, in the order of the table. */
export const visibleColumns = (width: number): readonly Column[] => {
  let columns = COLUMNS
  while (columns.length > 1 && widthOf(columns) > width) {
    const leaves = Math.max(...columns.map((column) => column.leaves))
    columns = columns.filter((column) => column.leaves !== leaves)
  }
  return columns
}

/** The value for `grid-template-columns`. */
export const gridTemplate = (columns: readonly Column[]): string =>
  columns.map((c) => (c.grow ? `minmax(${c.width}px, ${c.grow}fr)` : `${c.width}px`)).join(' ')
