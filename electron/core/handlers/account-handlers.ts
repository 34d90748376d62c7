import type { accountOperations } from '../../contract/operations/account-operations.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import { ok } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'

export const accountHandlers = (accounts: ReturnType<typeof createAccounts>): HandlersOf<typeof accountOperations> => ({
  'accounts.list': async () => ok(accounts.list()),
  'accounts.test': (draft) => accounts.test(draft),
  'accounts.connect': (draft) => accounts.connect(draft),
  'accounts.openSample': () => accounts.openSample(),
  'accounts.signIn': (input) => accounts.signIn(input),
  'accounts.activate': ({ accountId }) => accounts.activate(accountId),
  'accounts.update': (input) => accounts.update(input),
  'accounts.signOut': ({ accountId }) => accounts.signOut(accountId),
  'accounts.contents': async ({ accountId }) => accounts.contents(accountId),
  'accounts.remove': ({ accountId }) => accounts.remove(accountId),
})
