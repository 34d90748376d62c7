import type { Handlers } from '../../contract/operations.ts'
import { fail } from '../../contract/result.ts'

type Names =
  | 'activity.query'
  | 'activity.get'
  | 'activity.clear'
  | 'activity.report'
  | 'limit.history'
  | 'limit.plan'
  | 'health.history'
  | 'usage.get'

const notYet = async () => fail('internal', 'Not built yet.')

export const activityHandlers = (): Handlers<Names> => ({
  'activity.query': notYet,
  'activity.get': notYet,
  'activity.clear': notYet,
  'activity.report': notYet,
  'limit.history': notYet,
  'limit.plan': notYet,
  'health.history': notYet,
  'usage.get': notYet,
})
