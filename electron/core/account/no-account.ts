import { type Fail, fail } from '../../contract/result.ts'

/** What is asked for belongs to an account, and none is active. */
export const noAccount = (): Fail =>
  fail('signed-out', 'No account is active.', { next: 'Connect a service or open the sample workspace.' })
