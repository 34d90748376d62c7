import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { bundleBudget, bundleTable, measureBundle, overBudget } from '../../tools/bundle/bundle-budget.ts'

test('what was built is within its budget', async () => {
  const sizes = await measureBundle(join(import.meta.dirname, '../../../out'))
  process.stdout.write(`${bundleTable(sizes, bundleBudget)}\n`)
  expect(overBudget(sizes, bundleBudget), 'see e2e/tools/bundle/bundle-budget.json').toEqual([])
})
