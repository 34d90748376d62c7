// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element
import { Fragment, type MouseEvent, type ReactNode } from 'react'
import type { ColumnWidths } from './column-resize.ts'
import classes from './grid.module.css'
import { type GridColumn, gridTemplate } from './grid-columns.ts'
import { GridHeader } from './grid-header.tsx'
import { type RowSize, rowIndexOf, type useVirtualGrid } from './use-virtual-grid.ts'

const NARROW_PX = 900

/** A row that was pointed at, and with which keys. */
export type Hit<Row> = { row: Row; index: number; shift: boolean; mod: boolean }
/** Where a menu opens, in the window's px. */
type Point = { x: number; y: number }

type VirtualGridProps<Row, Sort extends string> = {
  label: string
  grid: ReturnType<typeof useVirtualGrid>
  total: number
  /** Those that are shown. */
  columns: readonly GridColumn<string, Sort>[]
  query: { sort: Sort; direction: 'asc' | 'desc' }
  onSort: (sort: Sort) => void
  /** Takes widths that a person gives to columns; without it they are what they are. */
  onWidths?: ((widths: ColumnWidths) => void) | undefined
  /** Several rows can be selected. */
  several?: boolean
  rowSize?: RowSize
  /** The row that the keyboard acts on, if that row is on screen. */
  active: { index: number; domId: string } | null
  rowAt: (index: number) => Row | undefined
  onPick: (hit: Hit<Row>) => void
  onOpen: (hit: Hit<Row>) => void
  onMenu: (hit: Hit<Row>, at: Point) => void
  /** A right-click on the header. */
  onHeaderMenu?: () => void
  /** `top` in px from the first row. */
  row: (index: number, top: number) => ReactNode
}

/** A virtual list as an ARIA grid: header, rows on screen, and what the pointer does. Its view binds its keys. */
export const VirtualGrid = <Row, Sort extends string>(props: VirtualGridProps<Row, Sort>) => {
  const { label, grid, total, columns, query, onSort, several, active, rowAt, onPick, onOpen, onMenu, row } = props
  const hitAt = (index: number, event: MouseEvent): Hit<Row> | null => {
    const found = rowAt(index)
    return found === undefined
      ? null
      : { row: found, index, shift: event.shiftKey, mod: event.ctrlKey || event.metaKey }
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of a list work wherever the focus is (use-keys.ts)
    <div
      ref={grid.ref}
      role="grid"
      aria-label={label}
      aria-multiselectable={several}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={active?.domId}
      tabIndex={0}
      className={classes.grid}
      data-rows={props.rowSize}
      data-narrow={grid.width > 0 && grid.width < NARROW_PX ? true : undefined}
      style={{ ['--columns' as string]: gridTemplate(columns) }}
      onClick={(event) => {
        const hit = hitAt(rowIndexOf(event), event)
        if (hit) onPick(hit)
      }}
      onDoubleClick={(event) => {
        const hit = hitAt(rowIndexOf(event), event)
        if (hit) onOpen(hit)
      }}
      onContextMenu={(event) => {
        if (props.onHeaderMenu && (event.target as Element).closest('[role=columnheader]')) {
          event.preventDefault()
          props.onHeaderMenu()
          return
        }
        // The menu key has no place of its own: the menu opens at the active row.
        const place = event.button === 2 || !active ? null : grid.moves.placeOf(active.index)
        const hit = hitAt(place && active ? active.index : rowIndexOf(event), event)
        if (!hit) return
        event.preventDefault()
        onMenu(hit, place ?? { x: event.clientX, y: event.clientY })
      }}
    >
      <div role="rowgroup" className={classes.head}>
        <GridHeader
          columns={columns}
          query={query}
          onSort={onSort}
          {...(props.onWidths ? { onWidths: props.onWidths } : {})}
        />
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: grid.totalPx }}>
        {grid.slots.map(({ index, start }) => (
          <Fragment key={grid.keyOf(index)}>{row(index, start)}</Fragment>
        ))}
      </div>
    </div>
  )
}
