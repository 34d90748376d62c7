import type { Limit } from '../../contract/models/account-models.ts'
import type { LimitHistory } from '../../contract/models/activity-models.ts'
import { ok, type Result } from '../../contract/result.ts'
import type { Library } from '../library/library.ts'

/** An hour in stretches of 5 s: 719 of the journal and the present level. */
const STEP_MS = 5_000
const STEPS = 719

/** The limit over the last hour: the values of the responses, from the journal, and the present state of the gate. */
export const limitHistory = (
  journal: Pick<Library['journal'], 'limits'>,
  accountId: string,
  { limit, remaining }: Limit,
  now: number,
): Result<LimitHistory> => {
  const since = (Math.floor(now / STEP_MS) - STEPS + 1) * STEP_MS
  const told = journal.limits(accountId, { since, until: now, stepMs: STEP_MS, most: STEPS })
  if (!told.ok) return told
  const { points, refusals } = told.value
  const live = remaining === null ? [] : [{ at: now, limit, remaining }]
  return ok({ points: [...points.slice(-STEPS), ...live], refusals })
}
