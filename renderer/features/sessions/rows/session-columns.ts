import type { SessionSort } from '../../../../electron/contract/constants/session-constants.ts'
import type { GridColumn } from '../../../ui/grid/grid-columns.ts'

export type ColumnId = 'title' | 'status' | 'recording' | 'started' | 'length' | 'links' | 'verdict' | 'tags' | 'steps'

export type Column = GridColumn<ColumnId, SessionSort>

/** In the order of the table. */
export const COLUMNS: readonly Column[] = [
  { id: 'title', label: 'Session', sort: 'title', width: 204, wants: 280, grow: 3, leaves: 0 },
  { id: 'status', label: 'Status', sort: 'status', width: 80, leaves: 1 },
  { id: 'recording', label: 'Recording', width: 100, leaves: 2 },
  { id: 'started', label: 'Started', sort: 'started', width: 76, leaves: 3 },
  { id: 'length', label: 'Length', sort: 'length', width: 52, align: 'end', leaves: 5 },
  { id: 'links', label: 'Links', sort: 'expires', width: 64, leaves: 6 },
  { id: 'verdict', label: 'Verdict', width: 60, leaves: 4 },
  { id: 'tags', label: 'Tags', width: 96, grow: 1, leaves: 8 },
  { id: 'steps', label: 'Steps', width: 44, align: 'end', leaves: 7 },
]
