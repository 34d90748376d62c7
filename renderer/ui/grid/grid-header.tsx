// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element

import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { ColumnEdge } from './column-edge.tsx'
import { type ColumnWidths, columnWidthForKey, widthsFor } from './column-resize.ts'
import classes from './grid.module.css'
import type { GridColumn } from './grid-columns.ts'

type GridHeaderProps<Sort extends string> = {
  columns: readonly GridColumn<string, Sort>[]
  query: { sort: Sort; direction: 'asc' | 'desc' }
  onSort: (sort: Sort) => void
  /** Takes widths that a person gives to columns; without it they are what they are. */
  onWidths?: (widths: ColumnWidths) => void
}

const order = { asc: 'ascending', desc: 'descending' } as const

/** Column names; those with an order are buttons. An edge is dragged, or Alt and an arrow set the focused column. */
export const GridHeader = <Sort extends string>({ columns, query, onSort, onWidths }: GridHeaderProps<Sort>) => {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>, min: number | undefined) => {
    const px = onWidths ? columnWidthForKey(event, event.currentTarget, min) : null
    if (px === null) return
    event.preventDefault()
    onWidths?.(widthsFor(event.currentTarget, px))
  }
  return (
    <div role="row" aria-rowindex={1} className={classes.headRow}>
      {columns.map((column, at) => {
        const { id, label, icon: Icon, sort, min, edge } = column
        const resizes = onWidths !== undefined && edge !== 'none'
        const name = Icon ? (
          <Icon size={14} stroke={1.5} aria-hidden="true" />
        ) : (
          <span className={classes.label}>{label}</span>
        )
        const sorted = sort !== undefined && sort === query.sort
        const Arrow = query.direction === 'asc' ? IconArrowUp : IconArrowDown
        return (
          <div
            key={id}
            role="columnheader"
            aria-colindex={at + 1}
            aria-sort={sorted ? order[query.direction] : undefined}
            aria-label={Icon ? label : undefined}
            tabIndex={resizes && !sort ? 0 : undefined}
            title={resizes ? `${label}. Alt+← → to set the width` : undefined}
            className={classes.headCell}
            data-align={column.align}
            data-column={id}
            data-edge={edge}
            onKeyDown={(event) => {
              if (resizes) onKeyDown(event, min)
            }}
          >
            {sort ? (
              <button
                type="button"
                className={classes.sort}
                aria-label={Icon ? label : undefined}
                data-on={sorted || undefined}
                onClick={() => onSort(sort)}
              >
                {name}
                {sorted ? <Arrow size={12} stroke={2} aria-hidden="true" /> : null}
              </button>
            ) : (
              name
            )}
            {resizes ? <ColumnEdge min={min} onWidths={onWidths} /> : null}
          </div>
        )
      })}
    </div>
  )
}
