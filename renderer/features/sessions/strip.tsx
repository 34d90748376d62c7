import type { Account } from '../../../electron/contract/account-models.ts'
import type { Problem } from '../../../electron/contract/result.ts'
import type { SyncState } from '../../../electron/contract/session-models.ts'
import { formatRelative } from '../../ui/format.ts'
import { ProblemView } from '../../ui/problem-view.tsx'
import { signedOut } from './list-states.tsx'
import classes from './place.module.css'

const OFFLINE = new Set(['not-reachable', 'timeout'])

/** What the person must know while old rows stay usable; the most pressing one only. */
export const stripFor = (
  account: Pick<Account, 'signedIn'>,
  list: Problem | null,
  sync: SyncState | null,
  now: number,
): { problem: Problem; retry: 'list' | 'sync' | null } | null => {
  if (list) return { problem: list, retry: 'list' }
  if (!account.signedIn) return { problem: signedOut, retry: null }
  if (sync?.state !== 'failed' || !sync.problem) return null
  if (!OFFLINE.has(sync.problem.code)) return { problem: sync.problem, retry: 'sync' }
  const when = sync.finishedAt === null ? '' : `, last complete ${formatRelative(sync.finishedAt, now)}`
  const next = `You see what was learnt before${when}. Titles, verdicts and notes can be changed all the same.`
  return { problem: { ...sync.problem, next }, retry: 'sync' }
}

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
      ? { label: 'Try again', onClick: onRetryList }
      : shown.retry === 'sync'
        ? { label: 'Try again', onClick: onRetrySync }
        : onSignIn
          ? { label: 'Sign in', onClick: onSignIn }
          : undefined
  return (
    <div className={classes.strip}>
      <ProblemView problem={shown.problem} action={action} compact />
    </div>
  )
}
