import type { activityOperations } from '../../contract/operations/activity-operations.ts'
import type { HandlersOf } from '../../contract/operations/operation-table.ts'
import { ok } from '../../contract/result.ts'
import type { createAccounts } from '../account/accounts.ts'
import { noAccount } from '../account/no-account.ts'
import type { createActivity } from '../activity/activity.ts'
import type { createReports } from '../activity/report.ts'
import type { Clock } from '../base/ports.ts'
import type { Library } from '../library/library.ts'
import { planLimit } from '../service/limits/limit-plan.ts'
import type { createWorkspace } from '../workspace/workspace.ts'

/** Without what needs a dialog: export and saving a report. */
type Parts = {
  accounts: ReturnType<typeof createAccounts>
  activity: ReturnType<typeof createActivity>
  reports: ReturnType<typeof createReports>
  library: Library
  workspace: ReturnType<typeof createWorkspace>
  clock: Clock
}

/** The journal, the limit and the health of the active account. */
export const activityHandlers = ({
  accounts,
  activity,
  reports,
  library,
  workspace,
  clock,
}: Parts): HandlersOf<typeof activityOperations> => ({
  'activity.query': async (query) => activity.query(query),
  'activity.get': async ({ id }) => activity.get(id),
  'activity.clear': async () => activity.clear(),
  'activity.report': async ({ note }) => reports.make(note),
  'limit.history': async () => activity.limits(workspace.limit()),
  'limit.plan': async ({ requests }) => ok(planLimit(requests, workspace.limit(), clock.now())),
  'health.history': async () => {
    const account = accounts.list().find(({ active }) => active)
    if (!account) return noAccount()
    const checks = library.health.history(account.id, clock.now())
    return checks.ok ? ok({ checks: checks.value }) : checks
  },
  'usage.get': async () => {
    const active = accounts.active()
    if (!active) return noAccount()
    const answer = await active.service.usage()
    const at = clock.now()
    if (answer.ok) return ok({ at, json: answer.value.text })
    return answer.problem.code === 'not-supported' ? ok({ at, json: null }) : answer
  },
})
