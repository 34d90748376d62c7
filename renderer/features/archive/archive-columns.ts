import type { ArchiveSort } from '../../../electron/contract/constants/archive-constants.ts'
import type { GridColumn } from '../../ui/grid/grid-columns.ts'

type ColumnId =
  | 'title'
  | 'state'
  | 'size'
  | 'rate'
  | 'left'
  | 'links'
  | 'verified'
  | 'hash'
  | 'warnings'
  | 'added'
  | 'finished'
export type Column = GridColumn<ColumnId, ArchiveSort>

/** In the order of the table. */
export const COLUMNS: readonly Column[] = [
  { id: 'title', label: 'Recording', sort: 'title', width: 160, grow: 3, leaves: 0 },
  { id: 'state', label: 'State', sort: 'state', width: 112, leaves: 1 },
  { id: 'size', label: 'Size', sort: 'size', width: 140, align: 'end', leaves: 2 },
  { id: 'rate', label: 'Speed', width: 68, align: 'end', leaves: 4 },
  { id: 'left', label: 'Time left', width: 52, align: 'end', leaves: 3 },
  { id: 'links', label: 'Links', width: 64, leaves: 9 },
  { id: 'verified', label: 'Verified', width: 60, leaves: 5 },
  { id: 'warnings', label: 'Warnings', width: 56, leaves: 6 },
  { id: 'hash', label: 'SHA-256', width: 96, leaves: 8 },
  { id: 'added', label: 'Added', sort: 'added', width: 76, leaves: 10 },
  { id: 'finished', label: 'Finished', sort: 'finished', width: 76, leaves: 7 },
]

/** While nothing is downloaded, speed and time left would be empty in every row. */
export const IDLE_COLUMNS: readonly Column[] = COLUMNS.filter(({ id }) => id !== 'rate' && id !== 'left')
