import type { Account, Health } from '../../../electron/contract/models/account-models.ts'
import type { ProblemCode } from '../../../electron/contract/result.ts'
import type { Outage, ShownByBanner } from '../../ui/feedback/outage-context.ts'

/** One network fault shows as any of these, depending on the moment a request meets it. */
const CONNECTION: ReadonlySet<string> = new Set<ProblemCode>(['not-reachable', 'timeout', 'certificate'])
const SIGN_IN: ReadonlySet<string> = new Set<ProblemCode>(['signed-out', 'unauthorized'])

export const isConnectionProblem = ({ code }: { code: string }): boolean => CONNECTION.has(code)

/** What the banner tells now; null: nothing that other places would repeat. */
export const outageOf = (account: Pick<Account, 'signedIn' | 'method'>, health: Health | undefined): Outage | null => {
  if (!account.signedIn && account.method !== 'sample') return 'signed-out'
  return health?.state === 'down' ? 'down' : null
}

/** An outage is reported once, by the banner. This says which problems of other places are that same outage. */
export const shownByBannerOf = (
  account: Pick<Account, 'signedIn' | 'method'>,
  health: Health | undefined,
): ShownByBanner => {
  const outage = outageOf(account, health)
  return ({ code }) => {
    if (outage === 'signed-out') return SIGN_IN.has(code) ? outage : null
    if (outage === null || !health?.problem) return null
    const same = code === health.problem.code || (CONNECTION.has(code) && isConnectionProblem(health.problem))
    return same ? outage : null
  }
}
