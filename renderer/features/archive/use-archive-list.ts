import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ArchiveItem, ArchivePage } from '../../../electron/contract/models/archive-models.ts'
import { ask, onEvent, problemOf } from '../../bridge.ts'
import { indexOfLoaded, type ListSource, patchRows } from '../../ui/list/list-rows.ts'
import { follow, shifted } from '../../ui/list/selection.ts'
import { followLater, type LiveList, type Refresh, useListView } from '../../ui/list/use-list-view.ts'
import { archiveQuery, type ListQuery } from './archive-query.ts'
import { archiveNow, patchArchive, select, useArchive } from './archive-store.ts'

/** The rows of the archive; a root of its own, because this list decides itself when it loads again. */
export const archiveSource: ListSource<ArchiveItem, ListQuery, ArchivePage> = {
  root: ['archive.list'],
  idOf: (item) => item.id,
  page: (query, offset, limit) => ask('archive.query', archiveQuery(query, offset, limit)),
}

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
      const [id] = selection.selected.keys()
      const found = selection.selected.size === 1 && id ? indexOfLoaded(client, archiveSource, view, id) : -1
      patchArchive({ view, totals, selection: shifted(selection, shift, found) })
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
