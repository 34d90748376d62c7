// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element
import { type MouseEvent, type Ref, type RefObject, useEffect, useImperativeHandle, useMemo } from 'react'
import type { ActivityRow } from '../../../../electron/contract/activity-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { problemOf } from '../../../bridge.ts'
import classes from '../../../ui/grid.module.css'
import { gridTemplate, visibleColumns } from '../../../ui/grid-columns.ts'
import { GridHeader } from '../../../ui/grid-header.tsx'
import type { ListView } from '../../../ui/list-rows.ts'
import { useKeptScroll } from '../../../ui/use-kept-scroll.ts'
import type { Move } from '../../../ui/use-list-view.ts'
import { useNow } from '../../../ui/use-now.ts'
import { type GridMoves, ROW_PX, rowIndexOf, type Screen, useVirtualGrid } from '../../../ui/use-virtual-grid.ts'
import { useWindows } from '../../../ui/use-windows.ts'
import { COLUMNS } from './columns.ts'
import { RequestRow, rowDomId } from './request-cells.tsx'
import { type ListQuery, sortBy } from './request-query.ts'
import { patchRequests, requestsOf, setQuery, useRequests } from './request-store.ts'
import { requestSource } from './rows-source.ts'

export type GridHandle = GridMoves & { rowAt: (index: number) => ActivityRow | undefined }

type RequestGridProps = {
  accountId: string
  view: ListView<ListQuery>
  screen: RefObject<Screen>
  move: RefObject<Move>
  handle: Ref<GridHandle>
  onMenu: (row: ActivityRow, at: { x: number; y: number }) => void
  onWindowProblem: (problem: Problem | null, retry: () => void) => void
}

/** Every request as one ARIA grid. A click selects, a double click opens the details. */
export const RequestGrid = (props: RequestGridProps) => {
  const { accountId, view, screen, move, handle, onMenu, onWindowProblem } = props
  const place = useMemo(
    () => ({
      kept: () => requestsOf(accountId).scrollTop,
      keep: (scrollTop: number) => patchRequests(accountId, { scrollTop }),
    }),
    [accountId],
  )
  const grid = useVirtualGrid(view.total, place.kept, rowDomId)
  const { items, offset, width } = grid
  const selected = useRequests(accountId, (s) => s.selected)
  const selectedIndex = useRequests(accountId, (s) => s.selectedIndex)
  const wanted = useRequests(accountId, (s) => s.query)
  const now = useNow(60_000)
  const windows = useWindows(requestSource(accountId), view, items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  const { rowAt, error, retry } = windows
  screen.current = grid.screen ?? screen.current
  useKeptScroll(place, grid.scroller, offset, view.generation, move)

  useEffect(() => onWindowProblem(error ? problemOf(error) : null, retry))

  const atTop = offset < ROW_PX / 2
  useEffect(() => {
    if (atTop && requestsOf(accountId).newAbove > 0) patchRequests(accountId, { newAbove: 0 })
  }, [accountId, atTop])

  // A row chosen by key before it was loaded is taken once it is here.
  const pending = selected === null && selectedIndex >= 0 ? rowAt(selectedIndex) : undefined
  useEffect(() => {
    if (pending) patchRequests(accountId, { selected: pending })
  }, [accountId, pending])

  useImperativeHandle(handle, () => ({ ...grid.moves, rowAt }))

  const hit = (event: MouseEvent): { row: ActivityRow; index: number } | null => {
    const index = rowIndexOf(event)
    const row = rowAt(index)
    return row ? { row, index } : null
  }
  const select = (at: { row: ActivityRow; index: number } | null) => {
    if (at) patchRequests(accountId, { selected: at.row, selectedIndex: at.index })
  }
  const columns = visibleColumns(COLUMNS, width || 1_000)
  const active = items.some(({ index }) => index === selectedIndex) ? rowDomId(selectedIndex) : undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the table are bound in use-request-keys.ts
    <div
      ref={grid.ref}
      role="grid"
      aria-label="Requests"
      aria-rowcount={view.total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={active}
      tabIndex={0}
      className={classes.grid}
      style={{ ['--columns' as string]: gridTemplate(columns) }}
      onClick={(event) => select(hit(event))}
      onDoubleClick={(event) => {
        if (hit(event)) patchRequests(accountId, { detailsOpen: true })
      }}
      onContextMenu={(event) => {
        // The menu key has no place of its own: the menu opens at the selected row.
        const spot = event.button === 2 ? null : grid.moves.placeOf(selectedIndex)
        const at = spot && selected ? { row: selected, index: selectedIndex } : hit(event)
        if (!at) return
        event.preventDefault()
        select(at)
        onMenu(at.row, spot ?? { x: event.clientX, y: event.clientY })
      }}
    >
      <div role="rowgroup" className={classes.head}>
        <GridHeader columns={columns} query={wanted} onSort={(sort) => setQuery(accountId, sortBy(wanted, sort))} />
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: grid.totalPx }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index)
          return (
            <RequestRow
              key={grid.keyOf(index)}
              row={row}
              index={index}
              top={start}
              selected={row && selected ? row.id === selected.id : index === selectedIndex}
              columns={columns}
              now={now}
            />
          )
        })}
      </div>
    </div>
  )
}
