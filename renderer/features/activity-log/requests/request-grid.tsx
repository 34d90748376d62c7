import { type Ref, useCallback, useMemo } from 'react'
import type { ActivityRow } from '../../../../electron/contract/models/activity-models.ts'
import type { Hit } from '../../../ui/grid/virtual-grid.tsx'
import { type GridHandle, ListGrid } from '../../../ui/list/list-grid.tsx'
import type { ListView } from '../../../ui/list/list-rows.ts'
import type { LiveList } from '../../../ui/list/use-list-view.ts'
import { useNow } from '../../../ui/use-now.ts'
import { RequestRow, rowDomId } from './request-cells.tsx'
import { COLUMNS } from './request-columns.ts'
import { type ListQuery, sortBy } from './request-query.ts'
import { requestSource } from './request-source.ts'
import { patchRequests, requestsOf, setQuery, useRequests } from './request-store.ts'

type RequestGridProps = {
  accountId: string
  view: ListView<ListQuery>
  list: LiveList
  handle: Ref<GridHandle<ActivityRow>>
  onMenu: (row: ActivityRow, at: { x: number; y: number }) => void
}

/** Every request of one view. A click selects, a double click opens the details. */
export const RequestGrid = ({ accountId, view, list, handle, onMenu }: RequestGridProps) => {
  const scroll = useMemo(
    () => ({
      kept: () => requestsOf(accountId).scrollTop,
      keep: (scrollTop: number) => patchRequests(accountId, { scrollTop }),
    }),
    [accountId],
  )
  const selected = useRequests(accountId, (s) => s.selected)
  const selectedIndex = useRequests(accountId, (s) => s.selectedIndex)
  const wanted = useRequests(accountId, (s) => s.query)
  const now = useNow(60_000)
  const isSelected = (row: ActivityRow | undefined, index: number): boolean =>
    row && selected ? row.id === selected.id : index === selectedIndex
  const select = ({ row, index }: Hit<ActivityRow>) => patchRequests(accountId, { selected: row, selectedIndex: index })
  const onTop = useCallback(() => {
    if (requestsOf(accountId).newAbove > 0) patchRequests(accountId, { newAbove: 0 })
  }, [accountId])
  return (
    <ListGrid
      label="Requests"
      source={requestSource(accountId)}
      view={view}
      list={list}
      handle={handle}
      scroll={scroll}
      rowDomId={rowDomId}
      columns={COLUMNS}
      query={wanted}
      onSort={(sort) => setQuery(accountId, sortBy(wanted, sort))}
      isActive={isSelected}
      awaited={selected === null ? selectedIndex : -1}
      onArrive={(row) => patchRequests(accountId, { selected: row })}
      onTop={onTop}
      onPick={select}
      onOpen={() => patchRequests(accountId, { detailsOpen: true })}
      onMenu={(hit, at) => {
        select(hit)
        onMenu(hit.row, at)
      }}
      row={(slot) => <RequestRow {...slot} selected={isSelected(slot.row, slot.index)} now={now} />}
    />
  )
}
