import type { Run } from './actor.ts'
import { officeRuns } from './runs-office.ts'
import { portalRuns } from './runs-portal.ts'
import { shoppingRuns } from './runs-shopping.ts'

/** Every recording of the sample workspace, in the order of the manifest. */
export const runs: Run[] = [...shoppingRuns, ...portalRuns, ...officeRuns]
