import { memo } from 'react'
import type { CookieRow } from '../../../../electron/contract/cookie-models.ts'
import { GridRow } from '../../../ui/grid-row.tsx'
import type { Column } from './columns.ts'
import { Cell } from './cookie-cells.tsx'

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
      cell={(column) => <Cell column={column.id} {...cell} />}
    />
  )
})
