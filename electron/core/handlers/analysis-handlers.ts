import type { analysisOperations } from '../../contract/operations/analysis-operations.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import { ok } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import type { Analyses } from '../analysis-queue/analyses.ts'
import { createWithAccount } from './with-account.ts'

export const analysisHandlers = ({
  accounts,
  analyses,
}: {
  accounts: ReturnType<typeof createAccounts>
  analyses: Analyses
}): HandlersOf<typeof analysisOperations> => {
  const withAccount = createWithAccount(accounts)
  return {
    'analysis.get': ({ sessionId }) => withAccount((id) => ok(analyses.get(id, sessionId))),
    'analysis.start': ({ sessionId }) => withAccount((id) => analyses.start(id, sessionId)),
    'analysis.cancel': ({ sessionId }) => withAccount((id) => ok(analyses.cancel(id, sessionId))),
    'analysis.status': async () => ok(analyses.status()),
    'analysis.playback': async (now) => {
      analyses.playback(now)
      return ok(undefined)
    },
    'analysis.takeJob': () => analyses.take(),
    'analysis.report': ({ jobId, report }) => analyses.report(jobId, report),
  }
}
