// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element
import { memo } from 'react'
import type { SessionRow } from '../../../electron/contract/session-models.ts'
import type { Column } from './columns.ts'
import classes from './grid.module.css'
import { Cell } from './session-cells.tsx'

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
  <div
    role="row"
    id={rowDomId(index)}
    tabIndex={-1}
    aria-rowindex={index + 2}
    aria-selected={selected}
    aria-busy={row ? undefined : true}
    data-index={index}
    className={classes.row}
    style={{ transform: `translateY(${top}px)` }}
  >
    {columns.map((column, at) => (
      <div key={column.id} role="gridcell" aria-colindex={at + 1} className={classes.cell} data-align={column.align}>
        {row ? (
          <Cell column={column.id} row={row} now={now} leadMs={leadMs} />
        ) : (
          <span className={classes.placeholder} data-column={column.id} />
        )}
      </div>
    ))}
  </div>
))
