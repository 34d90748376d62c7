import type { SessionSort } from '../../../../electron/contract/constants/session-constants.ts'
import type { ColumnWidths } from '../../../ui/grid/column-resize.ts'
import { type GridColumn, withWidths } from '../../../ui/grid/grid-columns.ts'
import { createRemembered } from '../../../ui/saves/remembered.ts'

export type ColumnId = 'title' | 'state' | 'started' | 'length' | 'verdict' | 'tags' | 'steps'

export type Column = GridColumn<ColumnId, SessionSort>

/** In the order of the table. Titles take the width that is left. */
export const COLUMNS: readonly Column[] = [
  { id: 'title', label: 'Session', sort: 'title', width: 204, wants: 280, grow: 1, edge: 'none', leaves: 0 },
  { id: 'state', label: 'State', sort: 'status', width: 52, min: 44, edge: 'start', leaves: 1 },
  { id: 'started', label: 'Started', sort: 'started', width: 76, min: 48, edge: 'start', leaves: 2 },
  { id: 'length', label: 'Length', sort: 'length', width: 56, min: 44, align: 'end', edge: 'start', leaves: 4 },
  { id: 'verdict', label: 'Verdict', width: 64, min: 44, edge: 'start', leaves: 3 },
  { id: 'tags', label: 'Tags', width: 120, min: 44, edge: 'start', leaves: 6 },
  { id: 'steps', label: 'Steps', width: 48, min: 40, align: 'end', edge: 'start', leaves: 5 },
]

/** Those that a person may hide. */
export const hideable = COLUMNS.filter(({ id }) => id !== 'title')
const DEFAULT_HIDDEN: readonly ColumnId[] = ['steps']
const WIDEST = 1_200

type Layout = { hidden: readonly ColumnId[]; widths: Readonly<Record<string, number>> }
const DEFAULT: Layout = { hidden: DEFAULT_HIDDEN, widths: {} }

/** What was stored at another time; anything else is the default. */
export const readColumns = (stored: string | null): Layout => {
  try {
    const { hidden, widths } = (JSON.parse(stored ?? 'null') ?? {}) as Record<string, unknown>
    const known = hideable.flatMap(({ id }): [string, number][] => {
      const width = Object(widths)[id]
      return typeof width === 'number' && width > 0 && width <= WIDEST ? [[id, width]] : []
    })
    return {
      hidden: Array.isArray(hidden) ? hideable.map(({ id }) => id).filter((id) => hidden.includes(id)) : DEFAULT_HIDDEN,
      widths: Object.fromEntries(known),
    }
  } catch {
    return DEFAULT
  }
}

/** Which columns the list has and how wide they are, remembered across starts. */
export const useColumns = createRemembered<Layout>('sessions.columns', readColumns, JSON.stringify)

export const toggleColumn = (id: ColumnId): void => {
  const { hidden } = useColumns.getState()
  useColumns.setState({ hidden: hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id] })
}

export const setWidths = (given: ColumnWidths): void => {
  useColumns.setState(({ widths }) => ({ widths: { ...widths, ...given } }))
}

export const resetColumns = (): void => {
  useColumns.setState(DEFAULT)
}

export const columnsOf = ({ hidden, widths }: Layout): readonly Column[] =>
  withWidths(
    COLUMNS.filter(({ id }) => !hidden.includes(id)),
    widths,
  )
