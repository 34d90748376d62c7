import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import type { Account } from '../../../../electron/contract/models/account-models.ts'
import type { SyncState } from '../../../../electron/contract/models/session-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { invoke, useAsk } from '../../../bridge.ts'

const KEY = ['sessions.syncState', undefined] as const

/** The sync of the active account as core reports it (`sync.changed` lands in the same key), and what can be done. */
export const useSync = (account: Account) => {
  const client = useQueryClient()
  const { id, signedIn, listsSessions } = account
  const { data } = useAsk('sessions.syncState', undefined)
  const put = useCallback((state: SyncState) => client.setQueryData(KEY, state), [client])

  const start = useCallback(async (): Promise<Problem | null> => {
    const result = await invoke('sessions.sync', undefined)
    if (result.ok) put(result.value)
    return result.ok ? null : result.problem
  }, [put])
  const cancel = useCallback(async () => {
    const result = await invoke('sessions.cancelSync', undefined)
    if (result.ok) put(result.value)
  }, [put])

  // The first time a person sees an account, its sessions are fetched without being asked for.
  const sync = data?.accountId === id ? data : null
  const begun = useRef<string | null>(null)
  const untouched = sync?.state === 'idle' && sync.finishedAt === null
  useEffect(() => {
    if (!untouched || !signedIn || listsSessions === false || begun.current === id) return
    begun.current = id
    void start()
  }, [id, listsSessions, signedIn, start, untouched])

  return { sync, start, cancel }
}
