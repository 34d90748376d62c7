import type { Account } from '../../../../electron/contract/models/account-models.ts'
import type { SyncState } from '../../../../electron/contract/models/session-models.ts'
import type { Problem } from '../../../../electron/contract/result.ts'
import { formatPast } from '../../../ui/text/format-text.ts'

export const signedOut: Problem = {
  code: 'signed-out',
  message: 'You are signed out of this account.',
  next: 'Sign in again from the account menu at the top left. Loaded sessions stay available.',
}

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
  if (!sync?.problem) return null // a list that was read may still owe rows (L20)
  if (!OFFLINE.has(sync.problem.code)) return { problem: sync.problem, retry: 'sync' }
  const when = sync.finishedAt === null ? '' : `, last complete ${formatPast(sync.finishedAt, now)}`
  const next = `You see the sessions loaded before${when}. You can still change titles, verdicts and notes.`
  return { problem: { ...sync.problem, next }, retry: 'sync' }
}
