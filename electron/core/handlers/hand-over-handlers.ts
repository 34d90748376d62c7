import type { handOverOperations } from '../../contract/operations/hand-over-operations.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { createEvents } from '../base/event-bus.ts'
import type { HandOver } from '../hand-over/hand-over.ts'
import { createForAccount } from './with-account.ts'

type Parts = {
  accounts: ReturnType<typeof createAccounts>
  handOver: HandOver
  events: ReturnType<typeof createEvents>
}

export const handOverHandlers = ({ accounts, handOver, events }: Parts): HandlersOf<typeof handOverOperations> => {
  const forAccount = createForAccount(accounts)
  /** Also when it was stopped or failed in between: the list may have shown what was then taken back. */
  const tell = async <T>(accountId: string, change: Promise<Result<T>>): Promise<Result<T>> => {
    const result = await change
    const isUnknown = !result.ok && result.problem.code === 'not-found'
    if (!isUnknown) events.emit('sessions.changed', { accountId, sessionIds: null })
    return result
  }
  return {
    'reviews.import': ({ accountId, importId }) =>
      forAccount(accountId, () => tell(accountId, handOver.importReviews(accountId, importId))),
    'reviews.undoImport': ({ accountId, undoId }) =>
      forAccount(accountId, () => tell(accountId, handOver.undo(accountId, undoId))),
    'reviews.dropImport': async ({ importId }) => {
      handOver.drop(importId)
      return ok(undefined)
    },
    'reviews.stopExport': async () => {
      handOver.stopExport()
      return ok(undefined)
    },
  }
}
