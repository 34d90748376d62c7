import type { Handlers } from '../contract/operations.ts'
import { fail } from '../contract/result.ts'

type Names = 'cookies.copyValue' | 'cookies.copyExport' | 'cookies.saveExport'

const notYet = async () => fail('internal', 'Not built yet.')

export const cookieActs = (): Handlers<Names> => ({
  'cookies.copyValue': notYet,
  'cookies.copyExport': notYet,
  'cookies.saveExport': notYet,
})
