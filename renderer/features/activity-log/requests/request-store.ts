import { create } from 'zustand'
import type { ActivityRow } from '../../../../electron/contract/models/activity-models.ts'
import type { ListView } from '../../../ui/list/list-rows.ts'
import { isCompact } from '../../../ui/panel/panel-width.ts'
import { DEFAULT_QUERY, type ListQuery } from './request-query.ts'

type RequestList = {
  /** The query of the toolbar; `view.query` follows once the first rows are here. */
  query: ListQuery
  view: ListView<ListQuery> | null
  selected: ActivityRow | null
  /** Where the selection was last seen, for rows that are not loaded. -1: nowhere. */
  selectedIndex: number
  /** px, written when the table leaves the screen. */
  scrollTop: number
  /** Rows added above the visible ones since the list was last at its top. */
  newAbove: number
  detailsOpen: boolean
}

const FRESH: RequestList = {
  query: DEFAULT_QUERY,
  view: null,
  selected: null,
  selectedIndex: -1,
  scrollTop: 0,
  newAbove: 0,
  detailsOpen: !isCompact(),
}

/** Per account, for as long as the page lives: coming back restores position and selection. */
const useStore = create<{ lists: Record<string, RequestList> }>()(() => ({ lists: {} }))

export const useRequests = <T>(accountId: string, pick: (list: RequestList) => T): T =>
  useStore((store) => pick(store.lists[accountId] ?? FRESH))

export const requestsOf = (accountId: string): RequestList => useStore.getState().lists[accountId] ?? FRESH

export const patchRequests = (accountId: string, change: Partial<RequestList>): void =>
  useStore.setState(({ lists }) => ({
    lists: { ...lists, [accountId]: { ...(lists[accountId] ?? FRESH), ...change } },
  }))

export const setQuery = (accountId: string, query: ListQuery): void => patchRequests(accountId, { query })
