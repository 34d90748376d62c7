// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element

import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import classes from './grid.module.css'
import type { GridColumn } from './grid-columns.ts'

type GridHeaderProps<Sort extends string> = {
  columns: readonly GridColumn<string, Sort>[]
  query: { sort: Sort; direction: 'asc' | 'desc' }
  onSort: (sort: Sort) => void
}

const order = { asc: 'ascending', desc: 'descending' } as const

/** Column names; those with an order are buttons. */
export const GridHeader = <Sort extends string>({ columns, query, onSort }: GridHeaderProps<Sort>) => (
  <div role="row" aria-rowindex={1} className={classes.headRow}>
    {columns.map((column, at) => {
      const { sort } = column
      const sorted = sort !== undefined && sort === query.sort
      const Arrow = query.direction === 'asc' ? IconArrowUp : IconArrowDown
      return (
        <div
          key={column.id}
          role="columnheader"
          aria-colindex={at + 1}
          aria-sort={sorted ? order[query.direction] : undefined}
          className={classes.headCell}
          data-align={column.align}
        >
          {sort ? (
            <button type="button" className={classes.sort} data-on={sorted || undefined} onClick={() => onSort(sort)}>
              {column.label}
              {sorted ? <Arrow size={12} stroke={2} aria-hidden="true" /> : null}
            </button>
          ) : (
            column.label
          )}
        </div>
      )
    })}
  </div>
)
