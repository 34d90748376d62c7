import type { ActivityOutcome } from '../../contract/constants/activity-constants.ts'

/** What became of a request, from its status (null: no answer came) and its problem code. */
export const outcomeOf = (status: number | null, problem: string | null): ActivityOutcome => {
  if (status === null) return 'none'
  if (status === 429) return 'limited'
  if (status >= 400 && status < 500) return 'refused'
  return status >= 200 && status < 300 && problem === null ? 'ok' : 'failed'
}
