import { memo, type Ref } from 'react'
import type { ArchiveItem } from '../../../electron/contract/models/archive-models.ts'
import { GridRow, type GridSlot } from '../../ui/grid/grid-row.tsx'
import type { Hit } from '../../ui/grid/virtual-grid.tsx'
import { type GridHandle, ListGrid } from '../../ui/list/list-grid.tsx'
import type { ListView } from '../../ui/list/list-rows.ts'
import { only } from '../../ui/list/selection.ts'
import type { LiveList } from '../../ui/list/use-list-view.ts'
import { useNow } from '../../ui/use-now.ts'
import { Cell } from './archive-cells.tsx'
import { COLUMNS, type Column, IDLE_COLUMNS } from './archive-columns.ts'
import { type ListQuery, sortBy } from './archive-query.ts'
import { archiveNow, patchArchive, select, setQuery, useArchive } from './archive-store.ts'
import { archiveSource } from './use-archive-list.ts'

type ArchiveRowViewProps = GridSlot<Column> & {
  item: ArchiveItem | undefined
  now: number
  onCopyHash: (hash: string) => void
}

const rowDomId = (index: number): string => `archive-row-${index}`

/** One row; a placeholder of the same size until its window is here. */
const ArchiveRowView = memo(({ item, now, onCopyHash, ...slot }: ArchiveRowViewProps) => (
  <GridRow
    id={rowDomId(slot.index)}
    {...slot}
    cell={item ? ({ id }) => <Cell column={id} item={item} now={now} onCopyHash={onCopyHash} /> : null}
  />
))

const SCROLL = {
  kept: () => archiveNow().scrollTop,
  keep: (scrollTop: number) => patchArchive({ scrollTop }),
}

type ArchiveGridProps = {
  view: ListView<ListQuery>
  list: LiveList
  handle: Ref<GridHandle<ArchiveItem>>
  onPick: (hit: Hit<ArchiveItem>) => void
  onOpen: (item: ArchiveItem) => void
  onMenu: (hit: Hit<ArchiveItem>, at: { x: number; y: number }) => void
  onCopyHash: (hash: string) => void
}

/** Queue and archive of one view. Click, Shift+click and Ctrl+click choose, double click plays. */
export const ArchiveGrid = (props: ArchiveGridProps) => {
  const { view, list, handle, onPick, onOpen, onMenu, onCopyHash } = props
  const selection = useArchive((s) => s.selection)
  const wanted = useArchive((s) => s.query)
  const running = useArchive((s) => (s.totals?.running ?? 0) > 0)
  const now = useNow(15_000)
  return (
    <ListGrid
      label="Archive"
      source={archiveSource}
      view={view}
      list={list}
      handle={handle}
      scroll={SCROLL}
      rowDomId={rowDomId}
      columns={running ? COLUMNS : IDLE_COLUMNS}
      query={wanted}
      onSort={(sort) => setQuery(sortBy(wanted, sort))}
      several
      isActive={(_item, index) => index === selection.at}
      awaited={!selection.held && selection.selected.size === 0 ? selection.at : -1}
      onArrive={(item) => select(only(item, archiveNow().selection.at))}
      onPick={onPick}
      onOpen={({ row, shift, mod }) => {
        if (!shift && !mod) onOpen(row)
      }}
      onMenu={onMenu}
      row={({ row, index, ...slot }) => (
        <ArchiveRowView
          {...slot}
          item={row}
          index={index}
          selected={row ? selection.selected.has(row.id) : !selection.held && index === selection.at}
          active={selection.held && index === selection.at}
          now={now}
          onCopyHash={onCopyHash}
        />
      )}
    />
  )
}
