import { useCallback, useDeferredValue } from 'react'
import type { Account } from '../../../electron/contract/models/account-models.ts'
import type { CookieRead } from '../../../electron/contract/models/cookie-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import { problemOf, useAsk } from '../../bridge.ts'
import { patchView, useView } from './cookie-store.ts'
import { type Shown, useShown } from './table/use-shown.ts'
import { useProfileCookies } from './use-profile-cookies.ts'

export type OpenProfile = {
  viewKey: string
  /** What the table shows: the last read, or the snapshot that is open. */
  read: CookieRead | null
  shown: Shown
  reading: boolean
  /** Nothing is known yet, not even that there was no read. */
  waiting: boolean
  problem: Problem | null
  readAgain: () => void
}

/** The open profile with its read or snapshot and the rows on screen; without a profile all of it is empty. */
export const useOpenProfile = (account: Account, profileId: string | null): OpenProfile => {
  const viewKey = `${account.id} ${profileId ?? ''}`
  const snapshotId = useView(viewKey, (view) => view.snapshotId)
  const last = useProfileCookies(account, profileId)
  const snapshot = useAsk(
    'cookies.openSnapshot',
    { snapshotId: snapshotId ?? '' },
    { enabled: profileId !== null && snapshotId !== null, gcTime: 0 },
  )
  const newest = snapshotId === null ? last.read : (snapshot.data ?? null)
  // Thousands of rows are put in order and drawn in turns, so that keys and pointer are heard meanwhile.
  const drawn = useDeferredValue(newest)
  const read = drawn !== null && drawn.profileId === profileId ? drawn : null
  const shown = useShown(viewKey, read)
  const readLast = last.readAgain
  const readAgain = useCallback(() => {
    patchView(viewKey, { snapshotId: null, compare: null })
    readLast()
  }, [readLast, viewKey])
  const snapshotProblem = snapshot.error ? problemOf(snapshot.error) : null
  return {
    viewKey,
    read,
    shown,
    reading: last.reading,
    waiting: drawn !== newest || (snapshotId === null ? !last.known : snapshot.isFetching),
    problem: snapshotId === null ? last.problem : snapshotProblem,
    readAgain,
  }
}
