import type { Handlers } from '../../contract/operations.ts'
import { fail } from '../../contract/result.ts'

type Names = 'cachePolicy.ask'

const notYet = async () => fail('internal', 'Not built yet.')

export const cachePolicyHandlers = (): Handlers<Names> => ({
  'cachePolicy.ask': notYet,
})
