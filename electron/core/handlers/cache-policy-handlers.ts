import type { cachePolicyOperations } from '../../contract/operations/cache-policy-operations.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import { ok } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import { noAccount } from '../account/no-account.ts'
import type { Clock } from '../base/ports.ts'
import { askPolicy } from '../cache-policy/ask-policy.ts'

type Parts = { accounts: ReturnType<typeof createAccounts>; clock: Clock }

export const cachePolicyHandlers = ({ accounts, clock }: Parts): HandlersOf<typeof cachePolicyOperations> => {
  let asking: AbortController | null = null
  return {
    // One question at a time: a newer one ends the older.
    'cachePolicy.ask': async (asked) => {
      const active = accounts.active()
      if (!active) return noAccount()
      asking?.abort()
      const mine = new AbortController()
      asking = mine
      return askPolicy(active.service, clock, asked, mine.signal)
    },
    'cachePolicy.stop': async () => {
      asking?.abort()
      return ok(undefined)
    },
  }
}
