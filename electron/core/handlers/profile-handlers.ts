import type { profileOperations } from '../../contract/operations/cookie-operations.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { type Accounts, createWithAccount } from './with-account.ts'

export const profileHandlers = ({
  accounts,
  profiles,
}: {
  accounts: Accounts
  profiles: Profiles
}): HandlersOf<typeof profileOperations> => {
  const withAccount = createWithAccount(accounts)
  return {
    'profiles.list': () => withAccount(profiles.list),
    'profiles.refresh': () => withAccount(profiles.refresh),
    'profiles.addIds': ({ text }) => withAccount((accountId) => profiles.addIds(accountId, text)),
    'profiles.forget': ({ profileId }) => withAccount((accountId) => profiles.forget(accountId, profileId)),
  }
}
