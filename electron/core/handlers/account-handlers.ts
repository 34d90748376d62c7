import type { Handlers } from '../../contract/operations.ts'
import { ok } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'

type Names =
  | 'accounts.list'
  | 'accounts.test'
  | 'accounts.connect'
  | 'accounts.openSample'
  | 'accounts.signIn'
  | 'accounts.activate'
  | 'accounts.update'
  | 'accounts.signOut'
  | 'accounts.contents'
  | 'accounts.remove'

export const accountHandlers = (accounts: ReturnType<typeof createAccounts>): Handlers<Names> => ({
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
