import type { Problem } from '../../../contract/result.ts'

/** What became of one try of one item. */
export type Outcome =
  | { kind: 'done' }
  /** The recording is being processed. */
  | { kind: 'wait'; problem: Problem }
  /** May be over in a moment. */
  | { kind: 'again'; problem: Problem }
  | { kind: 'failed'; problem: Problem }
  /** The disk or the folder: nothing else can go on either. `needBytes` null: unknown. */
  | { kind: 'disk'; problem: Problem; needBytes: number | null }
  | { kind: 'limit'; problem: Problem }
  | { kind: 'signed-out'; problem: Problem }
  /** The signal ended it; its sender decides what comes next. */
  | { kind: 'ended' }

/** A storage that is ill may be well again; one that says the object is gone will not. */
export const isPassing = (problem: Problem): boolean => {
  switch (problem.code) {
    case 'not-reachable':
    case 'timeout':
    case 'overloaded':
    case 'server-error':
    case 'internal':
      return true
    case 'media-error':
      return problem.status === undefined ? problem.retryAfterMs !== undefined : isPassingStatus(problem.status)
    default:
      return false
  }
}
const isPassingStatus = (status: number): boolean => status === 408 || status === 425 || status === 429 || status >= 500

/** What a problem means for the item and for the queue. `needBytes`: what is still to be written, where known. */
export const outcomeOf = (problem: Problem, needBytes: number | null = null): Outcome => {
  switch (problem.code) {
    case 'cancelled':
      return { kind: 'ended' }
    case 'not-ended':
    case 'processing':
      return { kind: 'wait', problem }
    case 'signed-out':
    case 'unauthorized':
    case 'keychain':
      return { kind: 'signed-out', problem }
    case 'rate-limited':
      return { kind: 'limit', problem }
    case 'storage':
    case 'disk-full':
      return { kind: 'disk', problem, needBytes }
    // New links may work: the service issues them with each record.
    case 'links-expired':
      return { kind: 'again', problem }
    default:
      return isPassing(problem) ? { kind: 'again', problem } : { kind: 'failed', problem }
  }
}

const AGAIN_MS = [5_000, 15_000, 45_000, 120_000, 300_000]
const WAIT_MS = [5_000, 5_000, 10_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000]
const at = (list: readonly number[], tries: number): number => list[Math.min(tries, list.length) - 1] ?? 5_000

/** ms until the next try after `tries` of them; what the other side asks for counts when it is longer. */
export const pauseAfter = (outcome: Outcome & { kind: 'wait' | 'again' }, tries: number): number =>
  Math.max(outcome.problem.retryAfterMs ?? 0, at(outcome.kind === 'wait' ? WAIT_MS : AGAIN_MS, Math.max(1, tries)))
