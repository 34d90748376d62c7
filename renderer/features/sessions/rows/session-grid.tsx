import { memo, type Ref, useMemo } from 'react'
import type { SessionRow } from '../../../../electron/contract/models/session-models.ts'
import { GridRow, type GridSlot } from '../../../ui/grid/grid-row.tsx'
import { ROW_HEIGHTS } from '../../../ui/grid/use-virtual-grid.ts'
import { type GridHandle, ListGrid } from '../../../ui/list/list-grid.tsx'
import type { Selecting } from '../../../ui/list/selecting.ts'
import type { LiveList } from '../../../ui/list/use-list-view.ts'
import { useNow } from '../../../ui/use-now.ts'
import { sortBy } from '../session-query.ts'
import { arrive, listOf, patchList, setQuery, useList, type View } from '../session-store.ts'
import { Cell } from './session-cells.tsx'
import { type Column, columnsOf, setWidths, useColumns } from './session-columns.ts'
import type { Density } from './session-density.ts'
import { sessionSource } from './session-source.ts'
import { useVisible } from './use-visible.ts'

type SessionRowViewProps = GridSlot<Column> & {
  row: SessionRow | undefined
  now: number
  density: Density
}

const rowDomId = (index: number): string => `session-row-${index}`

/** One row; a placeholder of the same size until its window is here. */
const SessionRowView = memo(({ row, now, density, ...slot }: SessionRowViewProps) => (
  <GridRow
    id={rowDomId(slot.index)}
    {...slot}
    cell={row ? ({ id }) => <Cell column={id} row={row} now={now} density={density} /> : null}
  />
))

type SessionGridProps = {
  accountId: string
  view: View
  list: LiveList
  density: Density
  handle: Ref<GridHandle<SessionRow>>
  selecting: Selecting<SessionRow>
  onOpen: (row: SessionRow) => void
  onMenu: (row: SessionRow, at: { x: number; y: number }) => void
  onHeaderMenu: () => void
  /** Called when the list is at its top again. */
  onTop: () => void
}

/** The sessions of one view. Click, Shift+click and Ctrl+click select, double click opens. */
export const SessionGrid = (props: SessionGridProps) => {
  const { accountId, view, list, density, handle, selecting, onOpen, onMenu, onTop } = props
  const scroll = useMemo(
    () => ({
      kept: () => listOf(accountId).rowsAbove * ROW_HEIGHTS[density],
      keep: (scrollTop: number) => patchList(accountId, { rowsAbove: scrollTop / ROW_HEIGHTS[density] }),
    }),
    [accountId, density],
  )
  const selectedId = useList(accountId, (s) => s.selectedId)
  const selection = useList(accountId, (s) => s.selection)
  const wanted = useList(accountId, (s) => s.query)
  const layout = useColumns()
  const columns = useMemo(() => columnsOf(layout), [layout])
  const now = useNow(15_000)
  const onShown = useVisible()
  const isActive = (row: SessionRow | undefined, index: number): boolean =>
    row && selectedId !== null ? row.sessionId === selectedId : index === selection.at
  const isSelected = (row: SessionRow | undefined, index: number): boolean =>
    selection.held ? row !== undefined && selection.selected.has(row.sessionId) : isActive(row, index)
  return (
    <ListGrid
      label="Sessions"
      source={sessionSource(accountId)}
      view={view}
      list={list}
      handle={handle}
      scroll={scroll}
      rowDomId={rowDomId}
      rowSize={density}
      columns={columns}
      onWidths={setWidths}
      query={wanted}
      onSort={(sort) => setQuery(accountId, sortBy(wanted, sort))}
      several
      isActive={isActive}
      awaited={selectedId === null ? selection.at : -1}
      onArrive={({ sessionId }) => arrive(accountId, sessionId)}
      onTop={onTop}
      onShown={onShown}
      onPick={(hit) => void selecting.pick(hit)}
      onOpen={({ row, shift, mod }) => {
        if (!shift && !mod) onOpen(row)
      }}
      onHeaderMenu={props.onHeaderMenu}
      onMenu={(hit, at) => {
        selecting.pickForMenu(hit)
        onMenu(hit.row, at)
      }}
      row={(slot) => (
        <SessionRowView
          {...slot}
          selected={isSelected(slot.row, slot.index)}
          active={selection.held && isActive(slot.row, slot.index)}
          now={now}
          density={density}
        />
      )}
    />
  )
}
