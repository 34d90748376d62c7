import type { Problem } from '../../../contract/result.ts'

/** More than the parts one player loads at a time; the oldest goes first. */
const MOST = 256

/**
 * Why a part of a recording was not delivered last, until it is delivered again. A media element and Chromium's
 * loader of a custom scheme tell no reason, so that the page asks here (`replay.mediaProblem`). In memory only.
 */
export const createMediaFailures = () => {
  const failures = new Map<string, Problem>()
  return {
    failed: (part: string, problem: Problem): void => {
      failures.delete(part)
      failures.set(part, problem)
      const [oldest] = failures.keys()
      if (failures.size > MOST && oldest !== undefined) failures.delete(oldest)
    },
    delivered: (part: string): void => {
      failures.delete(part)
    },
    of: (part: string): Problem | null => failures.get(part) ?? null,
  }
}
