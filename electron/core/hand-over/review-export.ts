import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ReviewExport } from '../../contract/models/hand-over-models.ts'
import { fail, ok, type Problem, type Result } from '../../contract/result.ts'
import type { ReviewOfSession } from '../library/hand-over/review-rows.ts'
import type { Library } from '../library/library.ts'
import { type LinkAccount, reviewWriter } from './review-text.ts'

/** Sessions read per turn of the event loop: about 5 ms. */
const BATCH = 500

type Progress = { done: number; total: number }
type Reading = { signal: AbortSignal; onProgress: (progress: Progress) => void }

/** Ids of the sessions that an export is about. */
export const sessionsOf = async (
  library: Pick<Library, 'sessions'>,
  accountId: string,
  sessions: ReviewExport['sessions'],
): Promise<Result<string[]>> => {
  if (sessions.kind === 'ids') return ok(sessions.sessionIds)
  const found = await library.sessions.ids(accountId, { ...sessions.query, offset: 0, limit: Number.MAX_SAFE_INTEGER })
  return found.ok ? ok(found.value.sessionIds) : found
}

/** Their reviews, a batch per turn; sessions about which nothing was written are left out. */
export const readReviews = async function* (
  library: Pick<Library, 'reviewRows'>,
  accountId: string,
  ids: readonly string[],
  { signal, onProgress }: Reading,
): AsyncGenerator<Result<ReviewOfSession[]>> {
  for (let from = 0; from < ids.length; from += BATCH) {
    await nextTurn()
    if (signal.aborted) return yield fail('cancelled', 'The export was cancelled.')
    const reviews = library.reviewRows.read(accountId, ids.slice(from, from + BATCH))
    if (!reviews.ok) return yield reviews
    onProgress({ done: Math.min(ids.length, from + BATCH), total: ids.length })
    yield reviews
  }
}

/** A file that is being written; `data` throws when it cannot be completed, and `problem` then says why. */
type ReviewFile = { data: AsyncIterable<string>; count: () => number; problem: () => Problem | null }

/**
 * Begins a file of reviews. Answers once the first review is found, so that nobody is asked where to put an empty file.
 */
export const beginReviewFile = async (
  library: Pick<Library, 'reviewRows' | 'sessions'>,
  { accountId, request, account, at }: { accountId: string; request: ReviewExport; account: LinkAccount; at: number },
  reading: Reading,
): Promise<Result<ReviewFile & { sessions: number }>> => {
  const ids = await sessionsOf(library, accountId, request.sessions)
  if (!ids.ok) return ids
  const batches = readReviews(library, accountId, ids.value, reading)
  let first: ReviewOfSession[] = []
  while (first.length === 0) {
    const { value, done } = await batches.next()
    if (done)
      return fail('invalid-input', 'None of these sessions has a review.', {
        next: 'Give a verdict or write a note first.',
      })
    if (!value.ok) return value
    first = value.value
  }
  const writer = reviewWriter(request.format, { bom: request.bom, account, at })
  let count = 0
  let problem: Problem | null = null
  const written = (reviews: readonly ReviewOfSession[]): string =>
    reviews.map((review) => writer.review(review, count++)).join('')
  const data = async function* (): AsyncGenerator<string> {
    yield writer.head + written(first)
    for await (const batch of batches) {
      if (!batch.ok) {
        problem = batch.problem
        throw new Error(batch.problem.message) // so that no half file stays
      }
      yield written(batch.value)
    }
    yield writer.tail
  }
  return ok({ data: data(), count: () => count, problem: () => problem, sessions: ids.value.length })
}
