import { setImmediate as nextTurn } from 'node:timers/promises'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import type { viewOperations } from '../../contract/operations/view-operations.ts'
import { ok } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { Library } from '../library/library.ts'
import { createForAccount, createWithAccount } from './with-account.ts'

type Parts = { accounts: ReturnType<typeof createAccounts>; library: Library }

export const viewHandlers = ({ accounts, library }: Parts): HandlersOf<typeof viewOperations> => {
  const withAccount = createWithAccount(accounts)
  const forAccount = createForAccount(accounts)
  return {
    'views.list': () => withAccount((accountId) => library.views.list(accountId)),
    /** One view per turn: each is a walk over the whole index. */
    'views.counts': () =>
      withAccount(async (accountId, { serverClock }) => {
        const views = library.views.list(accountId)
        if (!views.ok) return views
        const counts: Record<string, number | null> = {}
        for (const { id, text } of views.value) {
          const count = await library.sessions.matchCount(accountId, text, serverClock.now())
          if (!count.ok) return count
          counts[id] = count.value
          await nextTurn()
        }
        return ok(counts)
      }),
    'views.add': ({ accountId, view, at }) => forAccount(accountId, () => library.views.add(accountId, view, at)),
    'views.update': ({ accountId, id, patch }) =>
      forAccount(accountId, () => library.views.update(accountId, id, patch)),
    'views.move': ({ accountId, id, at }) => forAccount(accountId, () => library.views.move(accountId, id, at)),
    'views.remove': ({ accountId, id }) => forAccount(accountId, () => library.views.remove(accountId, id)),
  }
}
