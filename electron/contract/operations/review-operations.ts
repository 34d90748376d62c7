import { z } from 'zod'
import { MOST_QUEUED } from '../constants/session-constants.ts'
import { judgementModel, reviewQueueModel } from '../models/review-models.ts'
import { sessionIdModel } from '../models/session-models.ts'
import { account, nothing, sessionOfAccount } from './operation-fields.ts'
import type { OperationTable } from './operation-table.ts'

/** The place says which session is meant: a call that arrives twice, or late, changes no other one. */
const item = sessionOfAccount.extend({ place: z.int().min(1).max(MOST_QUEUED) })

/** One session after the other is judged. Each call answers where the queue is after it. */
export const reviewOperations = {
  /** Null: there is no queue. */
  'review.get': { input: account, output: reviewQueueModel.nullable() },
  /** Replaces the queue of the account. `first`: where to begin, at the start when left out. */
  'review.start': {
    input: account.extend({
      sessionIds: z.array(sessionIdModel).min(1).max(MOST_QUEUED),
      first: sessionIdModel.nullable().default(null),
    }),
    output: reviewQueueModel,
  },
  /** Verdict, reason and the step to the next session that is not done yet, in one transaction. */
  'review.judge': { input: item.extend({ judgement: judgementModel }), output: reviewQueueModel },
  /** The next session without a verdict for this one. One that is done already keeps what it has. */
  'review.skip': { input: item, output: reviewQueueModel },
  /** The session before, done or not. */
  'review.back': { input: account, output: reviewQueueModel },
  /** Takes the last verdict or skip back and goes to its session; `judgement`: what was given there. */
  'review.undo': {
    input: account,
    output: z.object({ queue: reviewQueueModel, judgement: judgementModel.nullable() }),
  },
  /** Begins again with those that were skipped. */
  'review.reopenSkipped': { input: account, output: reviewQueueModel },
  /** Ends the queue; verdicts stay. */
  'review.discard': { input: account, output: nothing },
  /** Undoes `review.discard`, until another queue replaces it. */
  'review.restore': { input: account, output: reviewQueueModel },
  /** Reasons of the last verdicts, the newest first. */
  'review.reasons': { input: account, output: z.array(judgementModel.extend({ reason: z.string() })) },
} as const satisfies OperationTable
