import { memo } from 'react'
import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { GridRow } from '../../../ui/grid/grid-row.tsx'
import { Cell } from './session-cells.tsx'
import type { Column } from './session-columns.ts'

type SessionRowViewProps = {
  row: SessionRow | undefined
  index: number
  /** px from the first row. */
  top: number
  selected: boolean
  columns: readonly Column[]
  now: number
  leadMs: number
}

export const rowDomId = (index: number): string => `session-row-${index}`

/** One row; a placeholder of the same size until its window is here. */
export const SessionRowView = memo(({ row, index, top, selected, columns, now, leadMs }: SessionRowViewProps) => (
  <GridRow
    id={rowDomId(index)}
    index={index}
    top={top}
    selected={selected}
    columns={columns}
    cell={row ? (column) => <Cell column={column.id} row={row} now={now} leadMs={leadMs} /> : null}
  />
))
