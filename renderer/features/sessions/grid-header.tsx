// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names the active row
// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { Column } from './columns.ts'
import classes from './grid.module.css'
import type { ListQuery } from './list-query.ts'

type GridHeaderProps = { columns: readonly Column[]; query: ListQuery; onSort: (column: Column) => void }

const order = { asc: 'ascending', desc: 'descending' } as const

/** Column names; those with an order are buttons. */
export const GridHeader = ({ columns, query, onSort }: GridHeaderProps) => (
  <div role="row" aria-rowindex={1} className={classes.headRow}>
    {columns.map((column, at) => {
      const sorted = column.sort !== undefined && column.sort === query.sort
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
          {column.sort ? (
            <button type="button" className={classes.sort} data-on={sorted || undefined} onClick={() => onSort(column)}>
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
