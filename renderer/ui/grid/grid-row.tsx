// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element
import type { ReactNode } from 'react'
import classes from './grid.module.css'
import type { GridColumn } from './grid-columns.ts'

/** Where a row is and how it looks, as a grid hands it to its rows. */
export type GridSlot<C extends GridColumn> = {
  index: number
  /** px from the first row. */
  top: number
  selected: boolean
  /** The row that the keyboard acts on, in a grid with several selected rows. */
  active?: boolean
  columns: readonly C[]
}

type GridRowProps<C extends GridColumn> = GridSlot<C> & {
  id: string
  /** Null until the row is here: placeholders of the same size. */
  cell: ((column: C) => ReactNode) | null
}

/** One row of a virtual grid. */
export const GridRow = <C extends GridColumn>(props: GridRowProps<C>) => {
  const { id, index, top, selected, active, columns, cell } = props
  return (
    <div
      role="row"
      id={id}
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-busy={cell ? undefined : true}
      data-index={index}
      data-active={active || undefined}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={at + 1}
          className={classes.cell}
          data-align={column.align}
          data-column={column.id}
          data-quiet={column.quiet}
          data-fits={column.fits}
        >
          {cell ? cell(column) : <span className={classes.placeholder} data-column={column.id} />}
        </div>
      ))}
    </div>
  )
}
