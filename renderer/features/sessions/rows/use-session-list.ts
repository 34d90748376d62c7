import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { invoke, onEvent, problemOf } from '../../../bridge.ts'
import { indexOfLoaded } from '../../../ui/list/list-rows.ts'
import { followLater, type LiveList, type Refresh, useListView } from '../../../ui/list/use-list-view.ts'
import { listOf, patchList, useList } from '../session-store.ts'
import { landed, landSelection } from './land-selection.ts'
import { patchRow, sessionSource } from './session-source.ts'

const AGAIN_MS = 400 // a sync reports every page; the list follows at most this often
const FEW = 20 // up to so many changed rows are loaded one by one and replaced

/** Keeps the view of an account in step with the toolbar and with what core loads. */
export const useSessionList = (accountId: string): LiveList => {
  const client = useQueryClient()
  const query = useList(accountId, (s) => s.query)
  const source = sessionSource(accountId)
  const list = useListView({
    source,
    query,
    problemOf,
    current: () => listOf(accountId),
    land: (found, page, { shift, kept }) => {
      const { newAbove, selectedId, selection } = listOf(accountId)
      const at = landSelection({ selectedId, selectedIndex: selection.at }, found.total, page, (id) =>
        indexOfLoaded(client, source, found, id),
      )
      patchList(accountId, {
        view: { ...found, all: page.all },
        lost: false,
        newAbove: kept ? newAbove + Math.max(0, shift) : 0,
        selectedId: at.selectedId === undefined ? selectedId : at.selectedId,
        selection: landed(selection, at),
      })
    },
    onLost: () => patchList(accountId, { lost: true }),
  })
  useFollow(accountId, list.refresh)
  return list
}

/** Follows `sessions.changed`: a few rows change in place, many are loaded again. */
const useFollow = (accountId: string, refresh: Refresh) => {
  const client = useQueryClient()
  useEffect(() => {
    const { later, stop } = followLater(refresh, AGAIN_MS)
    const off = onEvent('sessions.changed', async ({ accountId: changed, sessionIds }) => {
      if (changed !== accountId) return
      if (!sessionIds || sessionIds.length > FEW) return later()
      const answers = await Promise.all(sessionIds.map((sessionId) => invoke('sessions.get', { sessionId })))
      const placed = answers.map((row) => row.ok && row.value.accountId === accountId && patchRow(client, row.value))
      if (placed.includes(false)) later()
    })
    return () => {
      off()
      stop()
    }
  }, [accountId, client, refresh])
}
