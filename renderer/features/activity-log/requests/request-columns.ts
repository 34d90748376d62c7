import type { ActivitySort } from '../../../../electron/contract/constants/activity-constants.ts'
import type { GridColumn } from '../../../ui/grid/grid-columns.ts'

type ColumnId = 'at' | 'method' | 'path' | 'status' | 'ms' | 'limit' | 'problem'
export type Column = GridColumn<ColumnId, ActivitySort>

/** In the order of the table. */
export const COLUMNS: readonly Column[] = [
  { id: 'at', label: 'Time', sort: 'at', width: 96, leaves: 2 },
  { id: 'method', label: 'Method', sort: 'method', width: 52, leaves: 3 },
  { id: 'path', label: 'Path', sort: 'path', width: 140, grow: 3, leaves: 0 },
  { id: 'status', label: 'Status', sort: 'status', width: 124, leaves: 1 },
  { id: 'ms', label: 'ms', sort: 'ms', width: 48, align: 'end', leaves: 4 },
  { id: 'limit', label: 'Limit left', sort: 'limit', width: 60, align: 'end', leaves: 6 },
  { id: 'problem', label: 'Problem', sort: 'problem', width: 120, grow: 1, leaves: 5 },
]
