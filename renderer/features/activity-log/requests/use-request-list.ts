import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onEvent, problemOf, useAsk } from '../../../bridge.ts'
import { indexOfLoaded } from '../../../ui/list/list-rows.ts'
import { followLater, type LiveList, useListView } from '../../../ui/list/use-list-view.ts'
import { requestSource } from './request-source.ts'
import { patchRequests, requestsOf, useRequests } from './request-store.ts'

const AGAIN_MS = 400 // requests may come by the dozen; the table follows at most this often

/** Only the count of all requests, whatever the table shows. */
const COUNT = { limit: 1 } as const

/** How many requests are recorded; null while unknown. */
export const useRecorded = (): number | null => useAsk('activity.query', COUNT).data?.total ?? null

/** Keeps the table in step with the toolbar and with what is asked meanwhile. */
export const useRequestList = (accountId: string): LiveList => {
  const client = useQueryClient()
  const query = useRequests(accountId, (s) => s.query)
  const source = requestSource(accountId)
  const list = useListView({
    source,
    query,
    problemOf,
    current: () => requestsOf(accountId),
    land: (view, _first, { shift, kept }) => {
      const { selected, selectedIndex, newAbove } = requestsOf(accountId)
      const at = selected === null ? -1 : indexOfLoaded(client, source, view, source.idOf(selected))
      patchRequests(accountId, {
        view,
        newAbove: kept ? newAbove + Math.max(0, shift) : 0,
        selectedIndex: at >= 0 || selected === null ? at : selectedIndex + shift,
        ...(view.total === 0 ? { selected: null, selectedIndex: -1 } : {}),
      })
    },
    onLost: () => void list.refresh('top'),
  })
  const { refresh } = list
  useEffect(() => {
    const { later, stop } = followLater(async (how) => {
      await Promise.all([refresh(how), client.invalidateQueries({ queryKey: ['activity.query', COUNT] })])
    }, AGAIN_MS)
    const off = onEvent('activity.changed', later)
    return () => {
      off()
      stop()
    }
  }, [client, refresh])
  return list
}
