import { useQueryClient } from '@tanstack/react-query'
import type { SessionListQuery } from '../../../../electron/contract/models/session-models.ts'
import type { SavedView } from '../../../../electron/contract/models/view-models.ts'
import { useAsk } from '../../../bridge.ts'
import { listOf, setQuery } from '../session-store.ts'

/** Counts are read again with the list, at most this often. */
const COUNTED_MS = 5_000

export const isShown = (query: SessionListQuery, { text, sort, direction }: SavedView): boolean =>
  query.text === text && query.sort === sort && query.direction === direction

/** Shows the sessions of a view in the list of the account. */
export const showView = (accountId: string, { text, sort, direction }: SavedView): void =>
  setQuery(accountId, { ...listOf(accountId).query, text, sort, direction })

export const useSavedViews = (): SavedView[] => useAsk('views.list', undefined).data ?? []

export const useViewCounts = (): Record<string, number | null> =>
  useAsk('views.counts', undefined, { staleTime: COUNTED_MS, placeholderData: (before) => before }).data ?? {}

/** Views or their order changed. */
export const useLoadAgain = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return async () => {
    await client.invalidateQueries({ queryKey: ['views.list'] })
    await client.invalidateQueries({ queryKey: ['views.counts'] })
  }
}
