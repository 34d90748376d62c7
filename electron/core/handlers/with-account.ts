import { fail, type Result } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import { noAccount } from '../account/no-account.ts'
import type { Service } from '../service/service.ts'

export type Accounts = Pick<ReturnType<typeof createAccounts>, 'active'>

/** Runs for the account that is active now, also when that changes meanwhile; a `signed-out` problem without one. */
export const createWithAccount =
  (accounts: Accounts) =>
  async <T>(run: (accountId: string, service: Service) => Result<T> | Promise<Result<T>>): Promise<Result<T>> => {
    const active = accounts.active()
    return active ? run(active.account.id, active.service) : noAccount()
  }

/** Runs for the account that the input names, whichever is active by then; `not-found` once it was removed. */
export const createForAccount =
  (accounts: Pick<ReturnType<typeof createAccounts>, 'list'>) =>
  async <T>(accountId: string, run: () => Result<T> | Promise<Result<T>>): Promise<Result<T>> =>
    accounts.list().some(({ id }) => id === accountId) ? run() : fail('not-found', 'This account was removed.')
