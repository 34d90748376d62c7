import type { OperationName } from '../../contract/operations.ts'
import type { Result } from '../../contract/result.ts'
import type { WriteQueue } from '../library/database/write-queue.ts'

/**
 * Operations that only change the library, in a moment and without the service: they are done in the order they were
 * asked for, and answered once they are committed, also while another program holds the library (L11).
 */
const WRITES: readonly OperationName[] = [
  'app.dismissNotice',
  'settings.set',
  'accounts.activate',
  'accounts.update',
  'accounts.signOut',
  'accounts.remove',
  'sessions.addIds',
  'sessions.forget',
  'sessions.review',
  'sessions.reviewMany',
  'sessions.undoReviews',
  'review.start',
  'review.judge',
  'review.skip',
  'review.back',
  'review.undo',
  'review.reopenSkipped',
  'review.discard',
  'review.restore',
  'views.add',
  'views.update',
  'views.move',
  'views.remove',
  'marks.add',
  'marks.update',
  'marks.remove',
  'link.open',
  'replay.position',
  'analysis.start',
  'analysis.takeJob',
  'analysis.report',
  'archive.add',
  'archive.setRules',
  'profiles.addIds',
  'profiles.forget',
  'snapshots.keep',
  'snapshots.update',
  'snapshots.remove',
  'snapshots.restore',
  'functions.forget',
  'activity.clear',
]

type Handler = (input: never) => Promise<Result<unknown>>

/** The same handlers; those that write take their turn. */
export const writeInTurn = <H extends object>(handlers: H, write: WriteQueue['write']): H => {
  const inTurn = { ...handlers } as Record<string, Handler>
  for (const name of WRITES) {
    const handler = inTurn[name]
    if (handler) inTurn[name] = (input) => write(() => handler(input))
  }
  return inTurn as H
}
