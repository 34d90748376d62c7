// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element
import { type MouseEvent, memo, type Ref, useImperativeHandle } from 'react'
import classes from '../../../ui/grid/grid.module.css'
import { type GridColumn, gridTemplate, visibleColumns } from '../../../ui/grid/grid-columns.ts'
import { GridHeader } from '../../../ui/grid/grid-header.tsx'
import { GridRow } from '../../../ui/grid/grid-row.tsx'
import { type GridMoves, rowIndexOf, useVirtualGrid } from '../../../ui/grid/use-virtual-grid.ts'
import { hostWithAscii } from '../../../ui/text/host-text.ts'
import { visibleText } from '../visible-text.ts'
import { changeText, kindLabels } from './change-text.ts'
import own from './compare.module.css'
import type { CompareQuery, CompareRow, CompareSort } from './compare-rows.ts'
import { nameText } from './snapshot-text.ts'

type ColumnId = 'change' | 'name' | 'domain' | 'path' | 'what'
type Column = GridColumn<ColumnId, CompareSort>

const COLUMNS: readonly Column[] = [
  { id: 'change', label: 'Change', sort: 'change', width: 144, leaves: 1 },
  { id: 'name', label: 'Name', sort: 'name', width: 120, grow: 2, leaves: 0 },
  { id: 'domain', label: 'Domain', sort: 'domain', width: 130, grow: 2, leaves: 3 },
  { id: 'path', label: 'Path', width: 56, leaves: 4 },
  { id: 'what', label: 'What changed', width: 200, grow: 4, leaves: 2 },
]
const DENSE = { rowPx: 28, headPx: 28 }
const rowDomId = (index: number): string => `change-row-${index}`
const atTop = () => 0

const Cell = ({ column, row, afterAt }: { column: ColumnId; row: CompareRow; afterAt: number }) => {
  switch (column) {
    case 'change': {
      const { kinds } = row.change
      const labels = kinds.map((kind, at) => (at === 0 ? kindLabels[kind].label : kindLabels[kind].label.toLowerCase()))
      const [first] = kinds
      return (
        <span className={own.kind} title={labels.join(', ')}>
          <span className={own.sign} data-tone={first && kindLabels[first].tone} aria-hidden="true">
            {first && kindLabels[first].sign}
          </span>
          {labels.join(', ')}
        </span>
      )
    }
    case 'name':
      return (
        <span className={own.mono} title={row.name}>
          {nameText(row.name)}
        </span>
      )
    case 'domain':
      return <span title={row.host}>{visibleText(hostWithAscii(row.host))}</span>
    case 'path':
      return (
        <span className={classes.quiet} title={row.path}>
          {visibleText(row.path)}
        </span>
      )
    case 'what': {
      const text = changeText(row.change, afterAt)
      return <span title={text}>{visibleText(text)}</span>
    }
  }
}

type RowProps = {
  row: CompareRow
  index: number
  top: number
  selected: boolean
  columns: readonly Column[]
  afterAt: number
}

const ChangeRow = memo(({ row, index, top, selected, columns, afterAt }: RowProps) => (
  <GridRow
    id={rowDomId(index)}
    index={index}
    top={top}
    selected={selected}
    columns={columns}
    cell={(column) => <Cell column={column.id} row={row} afterAt={afterAt} />}
  />
))

type CompareGridProps = {
  rows: readonly CompareRow[]
  /** -1: none. */
  selected: number
  afterAt: number
  query: CompareQuery
  handle: Ref<GridMoves>
  onSort: (sort: CompareSort) => void
  onSelect: (index: number) => void
  onOpen: () => void
}

/** The changes as an ARIA grid. Click chooses, double click shows the details. */
export const CompareGrid = ({ rows, selected, afterAt, query, handle, onSort, onSelect, onOpen }: CompareGridProps) => {
  const grid = useVirtualGrid(rows.length, atTop, rowDomId, DENSE)
  useImperativeHandle(handle, () => grid.moves)
  const columns = visibleColumns(COLUMNS, grid.width || 1_000)
  const onScreen = grid.items.some(({ index }) => index === selected)
  const onClick = (event: MouseEvent) => {
    const index = rowIndexOf(event)
    if (!Number.isNaN(index)) onSelect(index)
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the table are bound in compare-view.tsx
    <div
      ref={grid.ref}
      role="grid"
      aria-label="Changes"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={onScreen ? rowDomId(selected) : undefined}
      tabIndex={0}
      className={classes.grid}
      data-dense
      style={{ ['--columns' as string]: gridTemplate(columns) }}
      onClick={onClick}
      onDoubleClick={(event) => {
        if (!Number.isNaN(rowIndexOf(event))) onOpen()
      }}
    >
      <div role="rowgroup" className={classes.head}>
        <GridHeader columns={columns} query={query} onSort={onSort} />
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: grid.totalPx }}>
        {grid.items.map(({ index, start }) => {
          const row = rows[index]
          return row ? (
            <ChangeRow
              key={grid.keyOf(index)}
              row={row}
              index={index}
              top={start}
              selected={index === selected}
              columns={columns}
              afterAt={afterAt}
            />
          ) : null
        })}
      </div>
    </div>
  )
}
