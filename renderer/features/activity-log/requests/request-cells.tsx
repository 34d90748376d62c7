import { memo } from 'react'
import type { ActivityRow } from '../../../../electron/contract/models/activity-models.ts'
import grid from '../../../ui/grid/grid.module.css'
import { GridRow } from '../../../ui/grid/grid-row.tsx'
import { formatCount, formatDateTime } from '../../../ui/text/format-text.ts'
import type { Column } from './request-columns.ts'
import { pathText, problemLabels, statusText, timeText } from './request-text.ts'
import classes from './requests.module.css'

export const rowDomId = (index: number): string => `request-row-${index}`

const Cell = ({ column, row, now }: { column: Column['id']; row: ActivityRow; now: number }) => {
  switch (column) {
    case 'at':
      return (
        <span className={grid.quiet} title={formatDateTime(row.at)}>
          {timeText(row.at, now)}
        </span>
      )
    case 'method':
      return <span className={classes.method}>{row.method}</span>
    case 'path':
      return (
        <span className={classes.path} title={row.path}>
          {pathText(row.path)}
        </span>
      )
    case 'status':
      return (
        <span className={classes.mark} data-outcome={row.outcome} title={statusText(row.status)}>
          {statusText(row.status)}
        </span>
      )
    case 'ms':
      return <span className={grid.quiet}>{formatCount(row.ms)}</span>
    case 'limit':
      return row.limitLeft === null ? null : <span className={grid.quiet}>{formatCount(row.limitLeft)}</span>
    case 'problem':
      return row.problem === null ? null : (
        <span className={grid.quiet} title={problemLabels[row.problem]}>
          {problemLabels[row.problem]}
        </span>
      )
  }
}

type RequestRowProps = {
  row: ActivityRow | undefined
  index: number
  /** px from the first row. */
  top: number
  selected: boolean
  columns: readonly Column[]
  now: number
}

/** One row; a placeholder of the same size until its window is here. */
export const RequestRow = memo(({ row, index, top, selected, columns, now }: RequestRowProps) => (
  <GridRow
    id={rowDomId(index)}
    index={index}
    top={top}
    selected={selected}
    columns={columns}
    cell={row ? (column) => <Cell column={column.id} row={row} now={now} /> : null}
  />
))
