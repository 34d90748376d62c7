import { type ReactNode, type Ref, useEffect, useImperativeHandle } from 'react'
import type { ColumnWidths } from '../grid/column-resize.ts'
import { type GridColumn, visibleColumns } from '../grid/grid-columns.ts'
import { type GridMoves, ROW_HEIGHTS, type RowSize, useVirtualGrid } from '../grid/use-virtual-grid.ts'
import { type Hit, VirtualGrid } from '../grid/virtual-grid.tsx'
import type { ListSource, ListView } from './list-rows.ts'
import { type ListScroll, useListScroll } from './use-list-scroll.ts'
import type { LiveList } from './use-list-view.ts'
import { useWindows } from './use-windows.ts'

/** What the keys of a list need of its grid. */
export type GridHandle<Row> = GridMoves & { rowAt: (index: number) => Row | undefined }

/** What a grid says about one row, for whatever draws it. `row` is undefined until its window is here. */
type RowPlace<Row, Column> = { row: Row | undefined; index: number; top: number; columns: readonly Column[] }

type ListGridProps<Row, Query, Page extends { rows: readonly Row[]; total: number }, Sort extends string, Column> = {
  label: string
  /** Must stay the same object between renders. */
  source: ListSource<Row, Query, Page>
  view: ListView<Query>
  list: LiveList
  handle: Ref<GridHandle<Row>>
  scroll: ListScroll
  rowDomId: (index: number) => string
  /** In the order of the table; a narrow one leaves some out. */
  columns: readonly Column[]
  query: { sort: Sort; direction: 'asc' | 'desc' }
  onSort: (sort: Sort) => void
  onWidths?: (widths: ColumnWidths) => void
  several?: boolean
  /** The virtual rows keep their height: a list whose size changes needs a `key`. */
  rowSize?: RowSize
  /** Whether the keyboard acts on a row. */
  isActive: (row: Row | undefined, index: number) => boolean
  /** A row that was selected by key before it was loaded, -1 for none; `onArrive` takes it once it is here. */
  awaited: number
  onArrive: (row: Row) => void
  /** Called when the list is at its top again. Must stay the same between renders. */
  onTop?: () => void
  /** Called with the rows on screen that are loaded, after every drawing: whoever takes them compares. */
  onShown?: (rows: readonly Row[]) => void
  onPick: (hit: Hit<Row>) => void
  onOpen: (hit: Hit<Row>) => void
  onMenu: (hit: Hit<Row>, at: { x: number; y: number }) => void
  /** A right-click on the header. */
  onHeaderMenu?: () => void
  row: (place: RowPlace<Row, Column>) => ReactNode
}

/** The virtual grid of a list whose rows come in windows from core. */
export const ListGrid = <
  Row,
  Query,
  Page extends { rows: readonly Row[]; total: number },
  Sort extends string,
  Column extends GridColumn<string, Sort>,
>(
  props: ListGridProps<Row, Query, Page, Sort, Column>,
) => {
  const { source, view, list, handle, scroll, rowDomId, isActive, awaited, onArrive, onTop, onShown, row, ...shown } =
    props
  const rowPx = ROW_HEIGHTS[shown.rowSize ?? 'standard']
  const grid = useVirtualGrid(view.total, scroll.kept, rowDomId, { rowPx })
  const { items, offset } = grid
  const { rowAt, error, retry } = useWindows(source, view, items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  list.screen.current = grid.screen ?? list.screen.current
  useListScroll(scroll, grid.scroller, offset, rowPx, view.generation, list.move)

  useEffect(() => list.onWindows(error, retry))

  useEffect(() => {
    onShown?.(items.map(({ index }) => rowAt(index)).filter((one) => one !== undefined))
  })

  const atTop = offset < rowPx / 2
  useEffect(() => {
    if (atTop) onTop?.()
  }, [atTop, onTop])

  const arrived = awaited < 0 ? undefined : rowAt(awaited)
  useEffect(() => {
    if (arrived !== undefined) onArrive(arrived)
  }, [arrived, onArrive])

  useImperativeHandle(handle, () => ({ ...grid.moves, rowAt }))

  const columns = visibleColumns(shown.columns, grid.width || 1_000)
  const active = items.find(({ index }) => isActive(rowAt(index), index))
  return (
    <VirtualGrid
      {...shown}
      grid={grid}
      total={view.total}
      columns={columns}
      active={active ? { index: active.index, domId: rowDomId(active.index) } : null}
      rowAt={rowAt}
      row={(index, top) => row({ row: rowAt(index), index, top, columns })}
    />
  )
}
