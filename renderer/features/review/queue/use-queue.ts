import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { ReviewQueue } from '../../../../electron/contract/models/review-models.ts'
import type { Result } from '../../../../electron/contract/result.ts'
import { invoke, useAsk } from '../../../bridge.ts'

/** The review queue of an account, and what changes it. Every answer is what the page shows from then on. */
export const useQueue = (accountId: string) => {
  const client = useQueryClient()
  const query = useAsk('review.get', { accountId })
  const put = useCallback(
    (queue: ReviewQueue | null) => client.setQueryData<ReviewQueue | null>(['review.get', { accountId }], queue),
    [client, accountId],
  )
  const actions = useMemo(() => {
    const take = (result: Result<ReviewQueue>): Result<ReviewQueue> => {
      if (result.ok) put(result.value)
      return result
    }
    return {
      start: async (sessionIds: string[], first: string | null) =>
        take(await invoke('review.start', { accountId, sessionIds, first })),
      back: async () => take(await invoke('review.back', { accountId })),
      reopenSkipped: async () => take(await invoke('review.reopenSkipped', { accountId })),
      undo: async () => {
        const undone = await invoke('review.undo', { accountId })
        if (undone.ok) put(undone.value.queue)
        return undone
      },
      restore: async () => take(await invoke('review.restore', { accountId })),
      discard: async () => {
        const discarded = await invoke('review.discard', { accountId })
        if (discarded.ok) put(null)
        return discarded
      },
      put,
    }
  }, [accountId, put])
  return { queue: query.data, error: query.error, retry: () => void query.refetch(), ...actions }
}
