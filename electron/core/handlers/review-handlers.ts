import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import type { reviewOperations } from '../../contract/operations/review-operations.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { createEvents } from '../base/event-bus.ts'
import type { Library } from '../library/library.ts'
import { createForAccount } from './with-account.ts'

type Parts = {
  accounts: ReturnType<typeof createAccounts>
  library: Library
  events: ReturnType<typeof createEvents>
}

export const reviewHandlers = ({ accounts, library, events }: Parts): HandlersOf<typeof reviewOperations> => {
  const forAccount = createForAccount(accounts)
  const { reviewQueue } = library
  const changed = (accountId: string, sessionId: string | undefined): void =>
    events.emit('sessions.changed', { accountId, sessionIds: sessionId === undefined ? null : [sessionId] })
  return {
    'review.get': ({ accountId }) => forAccount(accountId, () => reviewQueue.get(accountId)),
    'review.start': ({ accountId, sessionIds, first }) =>
      forAccount(accountId, () => reviewQueue.start(accountId, sessionIds, first)),
    'review.judge': ({ accountId, place, sessionId, judgement }) =>
      forAccount(accountId, () => {
        const queue = reviewQueue.judge(accountId, { place, sessionId }, judgement)
        if (queue.ok) changed(accountId, sessionId)
        return queue
      }),
    'review.skip': ({ accountId, place, sessionId }) =>
      forAccount(accountId, () => reviewQueue.skip(accountId, { place, sessionId })),
    'review.back': ({ accountId }) => forAccount(accountId, () => reviewQueue.back(accountId)),
    'review.undo': ({ accountId }) =>
      forAccount(accountId, () => {
        const undone = reviewQueue.undo(accountId)
        if (undone.ok && undone.value.judgement) changed(accountId, undone.value.queue.current?.sessionId)
        return undone
      }),
    'review.reopenSkipped': ({ accountId }) => forAccount(accountId, () => reviewQueue.reopenSkipped(accountId)),
    'review.discard': ({ accountId }) => forAccount(accountId, () => reviewQueue.discard(accountId)),
    'review.restore': ({ accountId }) => forAccount(accountId, () => reviewQueue.restore(accountId)),
    'review.reasons': ({ accountId }) => forAccount(accountId, () => reviewQueue.reasons(accountId)),
  }
}
