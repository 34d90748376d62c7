import { memo } from 'react'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { GridRow } from '../../ui/grid/grid-row.tsx'
import { Cell } from './archive-cells.tsx'
import type { Column } from './archive-columns.ts'

type ArchiveRowViewProps = {
  item: ArchiveItem | undefined
  index: number
  /** px from the first row. */
  top: number
  selected: boolean
  active: boolean
  columns: readonly Column[]
  now: number
  leadMs: number
  onCopyHash: (hash: string) => void
}

export const rowDomId = (index: number): string => `archive-row-${index}`

/** One row; a placeholder of the same size until its window is here. */
export const ArchiveRowView = memo((props: ArchiveRowViewProps) => {
  const { item, index, top, selected, active, columns, ...cell } = props
  return (
    <GridRow
      id={rowDomId(index)}
      index={index}
      top={top}
      selected={selected}
      active={active}
      columns={columns}
      cell={item ? (column) => <Cell column={column.id} item={item} {...cell} /> : null}
    />
  )
})
