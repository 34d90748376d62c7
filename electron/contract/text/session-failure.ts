import { humanize } from './humanize.ts'

/** Words of the service that mean "went wrong" (docs/deployments.md, Listing). */
const FAILED = new Set(['error', 'timed_out', 'failed'])

/** Words of the service that mean "is still active" (docs/deployments.md, Listing). */
const ACTIVE = new Set(['active', 'authenticating'])
export const isActive = (status: string): boolean => ACTIVE.has(status)

type Ended = { status: string; error: string | null; closeReason: string | null }

/** Whether a session failed: by its status, or by an error. */
export const hasFailed = ({ status, error }: Pick<Ended, 'status' | 'error'>): boolean =>
  FAILED.has(status) || error !== null

/** Why a session failed, in one line: its error, else the reason of its end in words. Null: it did not fail. */
export const failureOf = (session: Ended): string | null => {
  if (!hasFailed(session)) return null
  const error = session.error?.replace(/\s+/g, ' ').trim()
  return error || humanize(session.closeReason ?? session.status)
}
