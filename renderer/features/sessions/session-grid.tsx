// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type MouseEvent,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import type { Problem } from '../../../electron/contract/result.ts'
import type { SessionRow } from '../../../electron/contract/session-models.ts'
import { useNow } from '../../ui/use-now.ts'
import { gridTemplate, visibleColumns } from './columns.ts'
import classes from './grid.module.css'
import { GridHeader } from './grid-header.tsx'
import { sortBy } from './list-query.ts'
import { listOf, patchList, setQuery, useList, type View } from './list-store.ts'
import { rowDomId, SessionRowView } from './session-row.tsx'
import type { Move, Screen } from './use-view.ts'
import { useWindows } from './use-windows.ts'

const ROW_PX = 32 // --desk-row
const NARROW_PX = 900
const HEAD_PX = 28 // --desk-row-dense; the header sticks over the first rows

export type GridHandle = {
  focus: () => void
  /** Scrolls as little as needed. */
  reveal: (index: number) => void
  toTop: () => void
  /** Whole rows that fit on screen. */
  pageRows: () => number
  rowAt: (index: number) => SessionRow | undefined
  /** Where a menu for this row belongs, in the window's px; null when the row is not on screen. */
  placeOf: (index: number) => { x: number; y: number } | null
}

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
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: sized, width } = useElementSize<HTMLDivElement>()
  const ref = useMergedRef(scroller, sized)
  const selectedId = useList(accountId, (s) => s.selectedId)
  const selectedIndex = useList(accountId, (s) => s.selectedIndex)
  const wanted = useList(accountId, (s) => s.query)
  const now = useNow(15_000)
  const virtualizer = useVirtualizer({
    count: view.total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 4,
    initialOffset: () => listOf(accountId).scrollTop,
    scrollPaddingEnd: HEAD_PX,
  })
  const items = virtualizer.getVirtualItems()
  const pool = useRef(0)
  pool.current = Math.max(pool.current, items.length)
  const { rowAt, problem, retry } = useWindows(accountId, view, items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  screen.current = virtualizer.range
    ? { first: virtualizer.range.startIndex, last: virtualizer.range.endIndex }
    : screen.current

  const offset = virtualizer.scrollOffset ?? listOf(accountId).scrollTop
  useKeptScroll(accountId, scroller, offset, view.generation, move)

  useEffect(() => onWindowProblem(problem, retry))

  const atTop = offset < ROW_PX / 2
  useEffect(() => {
    if (atTop) onTop()
  }, [atTop, onTop])

  // A row chosen by key before it was loaded gets its id once it is here.
  const pending = selectedId === null && selectedIndex >= 0 ? rowAt(selectedIndex) : undefined
  useEffect(() => {
    if (pending) patchList(accountId, { selectedId: pending.sessionId })
  }, [accountId, pending])

  useImperativeHandle(handle, () => ({
    focus: () => scroller.current?.focus({ preventScroll: true }),
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    toTop: () => scroller.current?.scrollTo({ top: 0 }),
    pageRows: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? ROW_PX) - HEAD_PX) / ROW_PX)),
    rowAt,
    placeOf: (index) => {
      const box = document.getElementById(rowDomId(index))?.getBoundingClientRect()
      return box ? { x: box.left + 24, y: box.bottom } : null
    },
  }))

  const hit = (event: MouseEvent): { index: number; row: SessionRow } | null => {
    const element = event.target instanceof Element ? event.target.closest('[data-index]') : null
    const index = Number(element?.getAttribute('data-index') ?? Number.NaN)
    const row = rowAt(index)
    return row ? { index, row } : null
  }
  const select = (at: { index: number; row: SessionRow } | null) => {
    if (at) patchList(accountId, { selectedId: at.row.sessionId, selectedIndex: at.index })
  }

  const columns = visibleColumns(width || 1_000)
  const active = items.find((item) => rowAt(item.index)?.sessionId === selectedId && selectedId !== null)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the list are bound in use-list-keys.ts
    <div
      ref={ref}
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
        <GridHeader
          columns={columns}
          query={wanted}
          onSort={(column) => column.sort && setQuery(accountId, sortBy(wanted, column.sort))}
        />
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = rowAt(index)
          return (
            <SessionRowView
              key={index % pool.current} // rows that leave lend their elements to those that come
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

/** Restores the place on coming back, and keeps the rows in place when a new view appears. `offset` in px. */
const useKeptScroll = (
  accountId: string,
  scroller: RefObject<HTMLDivElement | null>,
  offset: number,
  generation: number,
  move: RefObject<Move>,
) => {
  const last = useRef(offset)
  last.current = offset // as the virtualizer read it: reading `scrollTop` after its rendering would force a layout

  useLayoutEffect(() => {
    if (scroller.current) scroller.current.scrollTop = listOf(accountId).scrollTop
    return () => patchList(accountId, { scrollTop: last.current })
  }, [accountId, scroller])

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each new view
  useLayoutEffect(() => {
    const element = scroller.current
    const { current } = move
    move.current = null
    if (!element || !current) return
    if (current.kind === 'top') element.scrollTop = 0
    else element.scrollTop += current.rows * ROW_PX
  }, [generation])
}
