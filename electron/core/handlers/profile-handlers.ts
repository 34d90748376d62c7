import type { Handlers } from '../../contract/operations.ts'
import { fail } from '../../contract/result.ts'

type Names = 'profiles.list' | 'profiles.refresh' | 'profiles.addIds' | 'profiles.forget'

const notYet = async () => fail('internal', 'Not built yet.')

export const profileHandlers = (): Handlers<Names> => ({
  'profiles.list': notYet,
  'profiles.refresh': notYet,
  'profiles.addIds': notYet,
  'profiles.forget': notYet,
})
