/** The last step of `npm run build`: prints what was built beside its budget and fails when a part is over it. */
import { join } from 'node:path'
import { bundleBudget, bundleTable, measureBundle, overBudget } from './bundle-budget.ts'

const sizes = await measureBundle(join(import.meta.dirname, '../../../out'))
console.log(bundleTable(sizes, bundleBudget))
const faults = overBudget(sizes, bundleBudget)
for (const fault of faults) console.error(`${fault} (e2e/tools/bundle/bundle-budget.json)`)
if (faults.length > 0) process.exitCode = 1
