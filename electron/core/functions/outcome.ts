import type { Problem } from '../../contract/result.ts'

/** What a gateway or a failing service answers may come after the source was stored. 501, 503 and 529 refuse before. */
const UNDECIDED: ReadonlySet<number> = new Set([500, 502, 504])

/** Whether the service may have taken what was sent although this came back. */
export const isUnknownOutcome = ({ code, status, unsent }: Problem): boolean => {
  if (status !== undefined) return status < 300 || UNDECIDED.has(status)
  return code === 'timeout' || code === 'cancelled' || (code === 'not-reachable' && unsent !== true)
}

/** Says that it is not known, and how to find out. */
export const unknownOutcome = (problem: Problem, shows: boolean): Problem => ({
  ...problem,
  message: `${problem.message} It is unknown whether the service accepted it.`,
  next: shows
    ? 'Reload to check. Your draft is kept.'
    : 'This service does not show the current source, so this cannot be checked. Your draft is kept; sending the same source again is safe.',
})
