import type { Handlers } from '../contract/operations.ts'
import { fail } from '../contract/result.ts'

type Names = 'activity.export' | 'activity.saveReport'

const notYet = async () => fail('internal', 'Not built yet.')

export const activityActs = (): Handlers<Names> => ({
  'activity.export': notYet,
  'activity.saveReport': notYet,
})
