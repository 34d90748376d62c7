// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element
import { type MouseEvent, type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react'
import type { CookieRow } from '../../../../electron/contract/models/cookie-models.ts'
import classes from '../../../ui/grid/grid.module.css'
import { DENSE_GAP, gridTemplate, widthOf, withWidths } from '../../../ui/grid/grid-columns.ts'
import { GridHeader } from '../../../ui/grid/grid-header.tsx'
import { type GridMoves, rowIndexOf, useVirtualGrid } from '../../../ui/grid/use-virtual-grid.ts'
import { useNow } from '../../../ui/use-now.ts'
import { patchLayout, useCookieLayout } from '../cookie-layout.ts'
import { patchView, setQuery, useView, viewOf } from '../cookie-store.ts'
import { useRevealed } from '../reveal/reveal-store.ts'
import { cellTitle } from './cookie-cells.tsx'
import { fittingColumns, shownColumns } from './cookie-columns.ts'
import { type Entry, sortBy } from './cookie-query.ts'
import { CookieRowView, rowDomId } from './cookie-row.tsx'
import own from './table.module.css'

const SIZES = { rowPx: 28, headPx: 28 } // --desk-row-dense

/** How a row was pointed at. */
export type Pick = { id: string; shift: boolean; mod: boolean }

type CookieTableProps = {
  viewKey: string
  rows: readonly Entry[]
  /** Ids of the selected rows that are in sight of the filter. */
  selected: ReadonlySet<string>
  hasValues: boolean
  handle: Ref<GridMoves>
  onPick: (pick: Pick) => void
  onReveal: (row: CookieRow) => void
  onMenu: (row: CookieRow, at: { x: number; y: number }) => void
}

/** The cookies of one read as an ARIA grid. Click, Shift+click and Ctrl+click choose; double click reveals. */
export const CookieTable = (props: CookieTableProps) => {
  const { viewKey, rows, selected, hasValues, handle, onPick, onReveal, onMenu } = props
  const grid = useVirtualGrid(rows.length, () => viewOf(viewKey).scrollTop, rowDomId, SIZES)
  const query = useView(viewKey, (view) => view.query)
  const at = useView(viewKey, (view) => view.selection.at)
  const hidden = useCookieLayout((layout) => layout.hidden)
  const widths = useCookieLayout((layout) => layout.widths)
  const values = useRevealed((state) => state.values)
  const fit = useCookieLayout((layout) => layout.fit)
  const revealed = values.size > 0
  const columns = useMemo(() => {
    const shown = shownColumns(hidden)
    return fit && grid.width > 0 ? fittingColumns(shown, grid.width, revealed) : shown
  }, [hidden, fit, grid.width, revealed])
  const sized = useMemo(() => withWidths(columns, widths), [columns, widths])
  const leastPx = widthOf(sized, DENSE_GAP)
  const now = useNow(15_000)
  useImperativeHandle(handle, () => grid.moves)

  const offset = useRef(0)
  offset.current = grid.offset
  useLayoutEffect(() => () => patchView(viewKey, { scrollTop: offset.current }), [viewKey])

  const rowOf = (event: MouseEvent): CookieRow | undefined => rows[rowIndexOf(event)]?.row
  /** Titles are made for the cell that is pointed at, not for each that scrolls by. */
  const onMouseOver = (event: MouseEvent) => {
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[role=gridcell]') : null
    const column = columns[Number(cell?.ariaColIndex) - 1]
    const row = rowOf(event)
    if (cell && column && row) cell.title = cellTitle(column.id, row)
  }
  const active = grid.items.find(({ index }) => rows[index]?.row.id === at)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the table are bound in use-cookie-keys.ts
    // biome-ignore lint/a11y/useKeyWithMouseEvents: the details say all of what a title does
    <div
      ref={grid.ref}
      role="grid"
      aria-label="Cookies"
      aria-multiselectable="true"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={active ? rowDomId(active.index) : undefined}
      tabIndex={0}
      className={`${classes.grid} ${own.table}`}
      data-dense
      style={{
        ['--columns' as string]: gridTemplate(sized),
        ['--columns-width' as string]: `${leastPx}px`,
      }}
      onScrollCapture={({ currentTarget }) =>
        currentTarget.toggleAttribute('data-scrolled', currentTarget.scrollLeft > 0)
      }
      onMouseOver={onMouseOver}
      onClick={(event) => {
        const row = rowOf(event)
        if (row) onPick({ id: row.id, shift: event.shiftKey, mod: event.ctrlKey || event.metaKey })
      }}
      onDoubleClick={(event) => {
        const row = rowOf(event)
        if (row && !event.shiftKey && !event.ctrlKey && !event.metaKey) onReveal(row)
      }}
      onContextMenu={(event) => {
        // The menu key has no place of its own: the menu opens at the active row.
        const place = event.button === 2 || !active ? null : grid.moves.placeOf(active.index)
        const row = place && active ? rows[active.index]?.row : rowOf(event)
        if (!row) return
        event.preventDefault()
        onMenu(row, place ?? { x: event.clientX, y: event.clientY })
      }}
    >
      <div role="rowgroup" className={classes.head}>
        <GridHeader
          columns={sized}
          query={query}
          onSort={(sort) => setQuery(viewKey, sortBy(query, sort))}
          onWidths={(given) => patchLayout({ widths: { ...widths, ...given } })}
        />
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: grid.totalPx }}>
        {grid.slots.map(({ index, start }) => {
          const row = rows[index]?.row
          if (!row) return null
          return (
            <CookieRowView
              key={grid.keyOf(index)}
              row={row}
              index={index}
              top={start}
              selected={selected.has(row.id)}
              active={selected.size > 1 && row.id === at}
              columns={columns}
              now={now}
              value={values.get(row.id)?.value}
              hasValues={hasValues}
              onReveal={onReveal}
            />
          )
        })}
      </div>
    </div>
  )
}
