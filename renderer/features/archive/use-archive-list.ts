import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { ArchiveItem, ArchivePage } from '../../../electron/contract/models/archive-models.ts'
import { ask, onEvent, problemOf } from '../../bridge.ts'
import type { Hit } from '../../ui/grid/virtual-grid.tsx'
import { indexOfLoaded, type ListSource, patchRows } from '../../ui/list/list-rows.ts'
import { followLater, type LiveList, type Refresh, useListView } from '../../ui/list/use-list-view.ts'
import { archiveQuery, type ListQuery } from './archive-query.ts'
import { follow, only, range, toggle } from './archive-selection.ts'
import { archiveNow, patchArchive, select, useArchive } from './archive-store.ts'

/** The rows of the archive; a root of its own, because this list decides itself when it loads again. */
export const archiveSource: ListSource<ArchiveItem, ListQuery, ArchivePage> = {
  root: ['archive.list'],
  idOf: (item) => item.id,
  page: (query, offset, limit) => ask('archive.query', archiveQuery(query, offset, limit)),
}

/** Click takes one row, Ctrl adds or takes away, Shift reaches from the first to this one. */
export const useSelectOnClick = (rowsBetween: (first: number, last: number) => Promise<ArchiveItem[]>) =>
  useCallback(
    async ({ row: item, index, shift, mod }: Hit<ArchiveItem>) => {
      const { selection } = archiveNow()
      if (mod) return select(toggle(selection, item, index))
      if (!shift || selection.anchor < 0) return select(only(item, index))
      const rows = await rowsBetween(Math.min(selection.anchor, index), Math.max(selection.anchor, index))
      select(range(archiveNow().selection, rows, index))
    },
    [rowsBetween],
  )

const AGAIN_MS = 400 // new and finished items change the order; the table follows at most this often

/** Keeps the table in step with the toolbar and with what the queue reports. */
export const useArchiveList = (): LiveList => {
  const client = useQueryClient()
  const query = useArchive((s) => s.query)
  const list = useListView({
    source: archiveSource,
    query,
    problemOf,
    current: archiveNow,
    land: (view, { totals }, { shift }) => {
      const { selection } = archiveNow()
      const [id] = selection.chosen.keys()
      const found = selection.chosen.size === 1 && id ? indexOfLoaded(client, archiveSource, view, id) : -1
      const moved = (index: number) => (index < 0 ? index : Math.max(0, index + shift))
      const at = found >= 0 ? found : moved(selection.at)
      const anchor = found >= 0 ? found : moved(selection.anchor)
      patchArchive({ view, totals, selection: { ...selection, at, anchor } })
    },
    onLost: () => void list.refresh('top'),
  })
  useFollow(list.refresh)
  return list
}

/** Follows `archive.changed`: rows that are loaded change in place, others make the table load again. */
const useFollow = (refresh: Refresh) => {
  const client = useQueryClient()
  useEffect(() => {
    const { later, stop } = followLater(refresh, AGAIN_MS)
    const off = onEvent('archive.changed', ({ items, removed, totals }) => {
      const { totals: before, query, selection } = archiveNow()
      patchArchive({ totals })
      if (items === null) return later()
      const next = follow(selection, items, removed)
      if (next !== selection) select(next)
      const placed = patchRows(client, archiveSource, items)
      const unknown = items.some(({ id }) => !placed.has(id))
      // A state that changed may have brought an item into a filter, or out of it.
      const filtered = query.chips.length > 0 && items.some(({ state }) => state !== 'fetching')
      if (removed.length > 0 || filtered || (unknown && before?.items !== totals.items)) later()
    })
    return () => {
      off()
      stop()
    }
  }, [client, refresh])
}
