import { memo } from 'react'
import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import { GridRow } from '../../../ui/grid/grid-row.tsx'
import { cookieCell } from './cookie-cells.tsx'
import type { Column } from './cookie-columns.ts'

type CookieRowViewProps = {
  row: CookieRow
  index: number
  /** px from the first row. */
  top: number
  selected: boolean
  active: boolean
  columns: readonly Column[]
  now: number
  value: string | undefined
  hasValues: boolean
  onReveal: (row: CookieRow) => void
}

export const rowDomId = (index: number): string => `cookie-row-${index}`

/** One row. It does not depend on the widths of columns: setting one must not draw all rows again. */
export const CookieRowView = memo((props: CookieRowViewProps) => {
  const { index, top, selected, active, columns, ...cell } = props
  return (
    <GridRow
      id={rowDomId(index)}
      index={index}
      top={top}
      selected={selected}
      active={active}
      columns={columns}
      cell={(column) => cookieCell({ column: column.id, ...cell })}
    />
  )
})
