// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element
import { type MouseEvent, type Ref, type RefObject, useEffect, useImperativeHandle, useMemo } from 'react'
import type { Problem } from '../../../electron/contract/result.ts'
import type { SessionRow } from '../../../electron/contract/session-models.ts'
import { problemOf } from '../../bridge.ts'
import classes from '../../ui/grid.module.css'
import { gridTemplate, visibleColumns } from '../../ui/grid-columns.ts'
import { GridHeader } from '../../ui/grid-header.tsx'
import { useKeptScroll } from '../../ui/use-kept-scroll.ts'
import type { Move } from '../../ui/use-list-view.ts'
import { useNow } from '../../ui/use-now.ts'
import { type GridMoves, ROW_PX, rowIndexOf, type Screen, useVirtualGrid } from '../../ui/use-virtual-grid.ts'
import { useWindows } from '../../ui/use-windows.ts'
import { COLUMNS } from './columns.ts'
import { sortBy } from './list-query.ts'
import { listOf, patchList, setQuery, useList, type View } from './list-store.ts'
import { sessionSource } from './rows-cache.ts'
import { rowDomId, SessionRowView } from './session-row.tsx'

const NARROW_PX = 900

export type GridHandle = GridMoves & { rowAt: (index: number) => SessionRow | undefined }

type SessionGridProps = {
  accountId: string
  view: View
  leadMs: number
  screen: RefObject<Screen>
  move: RefObject<Move>
  handle: Ref<GridHandle>
  onOpen: (row: SessionRow) => void
  onMenu: (row: SessionRow, at: { x: number; y: number }) => void
  /** Called when the list stands at its top again. */
  onTop: () => void
  onWindowProblem: (problem: Problem | null, retry: () => void) => void
}

/** The virtual list of one view as an ARIA grid. Single click selects, double click opens. */
export const SessionGrid = (props: SessionGridProps) => {
  const { accountId, view, leadMs, screen, move, handle, onOpen, onMenu, onTop, onWindowProblem } = props
  const place = useMemo(
    () => ({
      kept: () => listOf(accountId).scrollTop,
      keep: (scrollTop: number) => patchList(accountId, { scrollTop }),
    }),
    [accountId],
  )
  const grid = useVirtualGrid(view.total, place.kept, rowDomId)
  const { items, offset, width } = grid
  const selectedId = useList(accountId, (s) => s.selectedId)
  const selectedIndex = useList(accountId, (s) => s.selectedIndex)
  const wanted = useList(accountId, (s) => s.query)
  const now = useNow(15_000)
  const { rowAt, error, retry } = useWindows(
    sessionSource(accountId),
    view,
    items[0]?.index ?? 0,
    items.at(-1)?.index ?? 0,
  )
  screen.current = grid.screen ?? screen.current

  useKeptScroll(place, grid.scroller, offset, view.generation, move)

  useEffect(() => onWindowProblem(error ? problemOf(error) : null, retry))

  const atTop = offset < ROW_PX / 2
  useEffect(() => {
    if (atTop) onTop()
  }, [atTop, onTop])

  // A row chosen by key before it was loaded gets its id once it is here.
  const pending = selectedId === null && selectedIndex >= 0 ? rowAt(selectedIndex) : undefined
  useEffect(() => {
    if (pending) patchList(accountId, { selectedId: pending.sessionId })
  }, [accountId, pending])

  useImperativeHandle(handle, () => ({ ...grid.moves, rowAt }))

  const hit = (event: MouseEvent): { index: number; row: SessionRow } | null => {
    const index = rowIndexOf(event)
    const row = rowAt(index)
    return row ? { index, row } : null
  }
  const select = (at: { index: number; row: SessionRow } | null) => {
    if (at) patchList(accountId, { selectedId: at.row.sessionId, selectedIndex: at.index })
  }

  const columns = visibleColumns(COLUMNS, width || 1_000)
  const active = items.find((item) => rowAt(item.index)?.sessionId === selectedId && selectedId !== null)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the list are bound in use-list-keys.ts
    <div
      ref={grid.ref}
      role="grid"
      aria-label="Sessions"
      aria-rowcount={view.total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={active ? rowDomId(active.index) : undefined}
      tabIndex={0}
      className={classes.grid}
      data-narrow={width > 0 && width < NARROW_PX ? true : undefined}
      style={{ ['--columns' as string]: gridTemplate(columns) }}
      onClick={(event) => select(hit(event))}
      onDoubleClick={(event) => {
        const at = hit(event)
        if (at) onOpen(at.row)
      }}
      onContextMenu={(event) => {
        const at = hit(event)
        if (!at) return
        event.preventDefault()
        select(at)
        onMenu(at.row, { x: event.clientX, y: event.clientY })
      }}
    >
      <div role="rowgroup" className={classes.head}>
        <GridHeader columns={columns} query={wanted} onSort={(sort) => setQuery(accountId, sortBy(wanted, sort))} />
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: grid.totalPx }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index)
          return (
            <SessionRowView
              key={grid.keyOf(index)}
              row={row}
              index={index}
              top={start}
              selected={row && selectedId !== null ? row.sessionId === selectedId : index === selectedIndex}
              columns={columns}
              now={now}
              leadMs={leadMs}
            />
          )
        })}
      </div>
    </div>
  )
}
