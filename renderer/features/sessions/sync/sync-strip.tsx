import type { Account } from '../../../../electron/contract/models/account-models.ts'
import type { SyncState } from '../../../../electron/contract/models/session-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { ProblemStrip } from '../../../ui/feedback/problem-strip.tsx'
import { stripFor } from './strip-text.ts'

type StripProps = {
  account: Account
  list: Problem | null
  sync: SyncState | null
  onRetryList: () => void
  onRetrySync: () => void
  onSignIn: (() => void) | undefined
}

/** One line above the rows that says what is wrong. */
export const Strip = ({ account, list, sync, onRetryList, onRetrySync, onSignIn }: StripProps) => {
  const shown = stripFor(account, list, sync, Date.now())
  if (!shown) return null
  const action =
    shown.retry === 'list'
      ? { label: 'Retry', onClick: onRetryList }
      : shown.retry === 'sync'
        ? { label: 'Retry', onClick: onRetrySync }
        : onSignIn
          ? { label: 'Sign in', onClick: onSignIn }
          : undefined
  return <ProblemStrip problem={shown.problem} action={action} />
}
