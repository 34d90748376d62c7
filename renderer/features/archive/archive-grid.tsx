// biome-ignore-all lint/a11y/useSemanticElements: a virtual grid of absolute rows cannot be a table element
import { type MouseEvent, type Ref, type RefObject, useEffect, useImperativeHandle } from 'react'
import type { ArchiveItem } from '../../../electron/contract/archive-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { problemOf } from '../../bridge.ts'
import classes from '../../ui/grid.module.css'
import { gridTemplate, visibleColumns } from '../../ui/grid-columns.ts'
import { GridHeader } from '../../ui/grid-header.tsx'
import type { ListView } from '../../ui/list-rows.ts'
import { useKeptScroll } from '../../ui/use-kept-scroll.ts'
import type { Move } from '../../ui/use-list-view.ts'
import { useNow } from '../../ui/use-now.ts'
import { type GridMoves, rowIndexOf, type Screen, useVirtualGrid } from '../../ui/use-virtual-grid.ts'
import { useWindows } from '../../ui/use-windows.ts'
import { type ListQuery, sortBy } from './archive-query.ts'
import { ArchiveRowView, rowDomId } from './archive-row.tsx'
import { archiveNow, patchArchive, select, setQuery, useArchive } from './archive-store.ts'
import { COLUMNS } from './columns.ts'
import { archiveSource } from './rows-source.ts'
import { only } from './selection.ts'

const NARROW_PX = 900
const PLACE = {
  kept: () => archiveNow().scrollTop,
  keep: (scrollTop: number) => patchArchive({ scrollTop }),
}

export type GridHandle = GridMoves & { rowAt: (index: number) => ArchiveItem | undefined }

/** How a row was pointed at. */
export type Pick = { item: ArchiveItem; index: number; shift: boolean; mod: boolean }

type ArchiveGridProps = {
  view: ListView<ListQuery>
  leadMs: number
  screen: RefObject<Screen>
  move: RefObject<Move>
  handle: Ref<GridHandle>
  onPick: (pick: Pick) => void
  onOpen: (item: ArchiveItem) => void
  onMenu: (pick: Pick, at: { x: number; y: number }) => void
  onCopyHash: (hash: string) => void
  onWindowProblem: (problem: Problem | null, retry: () => void) => void
}

/** Queue and archive as one ARIA grid. Click, Shift+click and Ctrl+click choose, double click plays. */
export const ArchiveGrid = (props: ArchiveGridProps) => {
  const { view, leadMs, screen, move, handle, onPick, onOpen, onMenu, onCopyHash, onWindowProblem } = props
  const grid = useVirtualGrid(view.total, PLACE.kept, rowDomId)
  const { items, width } = grid
  const selection = useArchive((s) => s.selection)
  const wanted = useArchive((s) => s.query)
  const now = useNow(15_000)
  const windows = useWindows(archiveSource, view, items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  const { rowAt, error, retry } = windows
  screen.current = grid.screen ?? screen.current
  useKeptScroll(PLACE, grid.scroller, grid.offset, view.generation, move)

  useEffect(() => onWindowProblem(error ? problemOf(error) : null, retry))

  // A row chosen by key before it was loaded is taken once it is here.
  const pending = selection.chosen.size === 0 && selection.at >= 0 ? rowAt(selection.at) : undefined
  useEffect(() => {
    if (pending) select(only(pending, archiveNow().selection.at))
  }, [pending])

  useImperativeHandle(handle, () => ({ ...grid.moves, rowAt }))

  const pickOf = (event: MouseEvent): Pick | null => {
    const index = rowIndexOf(event)
    const item = rowAt(index)
    return item ? { item, index, shift: event.shiftKey, mod: event.ctrlKey || event.metaKey } : null
  }
  const columns = visibleColumns(COLUMNS, width || 1_000)
  const active = items.some(({ index }) => index === selection.at) ? rowDomId(selection.at) : undefined
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of the table are bound in use-archive-keys.ts
    <div
      ref={grid.ref}
      role="grid"
      aria-label="Archive"
      aria-multiselectable="true"
      aria-rowcount={view.total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={active}
      tabIndex={0}
      className={classes.grid}
      data-narrow={width > 0 && width < NARROW_PX ? true : undefined}
      style={{ ['--columns' as string]: gridTemplate(columns) }}
      onClick={(event) => {
        const pick = pickOf(event)
        if (pick) onPick(pick)
      }}
      onDoubleClick={(event) => {
        const pick = pickOf(event)
        if (pick && !pick.shift && !pick.mod) onOpen(pick.item)
      }}
      onContextMenu={(event) => {
        // The menu key has no place of its own: the menu opens at the active row.
        const { at } = selection
        const item = rowAt(at)
        const place = event.button === 2 ? null : grid.moves.placeOf(at)
        const pick = place && item ? { item, index: at, shift: false, mod: false } : pickOf(event)
        if (!pick) return
        event.preventDefault()
        onMenu(pick, place ?? { x: event.clientX, y: event.clientY })
      }}
    >
      <div role="rowgroup" className={classes.head}>
        <GridHeader columns={columns} query={wanted} onSort={(sort) => setQuery(sortBy(wanted, sort))} />
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: grid.totalPx }}>
        {items.map(({ index, start }) => {
          const item = rowAt(index)
          return (
            <ArchiveRowView
              key={grid.keyOf(index)}
              item={item}
              index={index}
              top={start}
              selected={item ? selection.chosen.has(item.id) : index === selection.at}
              active={selection.chosen.size > 1 && index === selection.at}
              columns={columns}
              now={now}
              leadMs={leadMs}
              onCopyHash={onCopyHash}
            />
          )
        })}
      </div>
    </div>
  )
}
