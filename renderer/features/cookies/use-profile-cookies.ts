import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import { ask, problemOf, useAsk } from '../../bridge.ts'
import { mayAskOnce } from './cookie-store.ts'

/**
 * The cookies of a profile as they were read last; nothing while `profileId` is null. A profile that was opened by
 * hand and not yet read in this run is asked for once; everything later is asked by the person.
 */
export const useProfileCookies = (account: Account, profileId: string | null) => {
  const client = useQueryClient()
  const input = { profileId: profileId ?? '' }
  // Comparing two reads row by row to share what is equal costs more than it saves.
  const last = useAsk('cookies.lastRead', input, { enabled: profileId !== null, structuralSharing: false })
  const { error, isFetching, refetch } = useQuery({
    queryKey: ['cookies.read', account.id, profileId],
    queryFn: async () => {
      const read = await ask('cookies.read', input)
      const accounts = client.getQueryData<Account[]>(['accounts.list', undefined])
      // An answer that comes after a change of accounts belongs to nobody on screen.
      const stays = accounts?.some(({ id, active }) => active && id === account.id) ?? false
      if (stays) client.setQueryData(['cookies.lastRead', input], read)
      return read.at
    },
    enabled: false,
  })
  const never = last.data === null
  useEffect(() => {
    if (profileId !== null && never && account.signedIn && mayAskOnce(account.id, profileId)) void refetch()
  }, [account.id, account.signedIn, never, profileId, refetch])
  const readAgain = useCallback(() => void refetch(), [refetch])
  const failed = error ?? last.error
  return {
    read: last.data ?? null,
    /** False until it is known whether there was a read. */
    known: last.data !== undefined || last.isError,
    reading: isFetching,
    problem: failed && !isFetching ? problemOf(failed) : null,
    readAgain,
  }
}
