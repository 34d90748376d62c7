import type { Handlers } from '../../contract/operations.ts'
import type { Profiles } from '../profiles/profiles.ts'
import { type Accounts, createWithAccount } from './with-account.ts'

type Names = 'profiles.list' | 'profiles.refresh' | 'profiles.addIds' | 'profiles.forget'

export const profileHandlers = ({
  accounts,
  profiles,
}: {
  accounts: Accounts
  profiles: Profiles
}): Handlers<Names> => {
  const withAccount = createWithAccount(accounts)
  return {
    'profiles.list': () => withAccount(profiles.list),
    'profiles.refresh': () => withAccount(profiles.refresh),
    'profiles.addIds': ({ text }) => withAccount((accountId) => profiles.addIds(accountId, text)),
    'profiles.forget': ({ profileId }) => withAccount((accountId) => profiles.forget(accountId, profileId)),
  }
}
