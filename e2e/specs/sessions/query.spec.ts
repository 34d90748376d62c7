import { expect, sessionRows, test } from '../../steps/fixtures.ts'

test('finds by filters, names one that cannot be read and keeps the rows meanwhile', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  const field = page.getByRole('searchbox', { name: 'Filter sessions' })
  const rows = sessionRows(page)
  const problem = page.getByRole('toolbar', { name: 'Sessions' }).locator('..').getByRole('alert')
  await expect(rows).toHaveCount(14)

  await field.fill('is:failed error:"one-time code"')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Login failed: wrong one-time code')

  await field.fill('is:failed error:"one-time code" verdict:')
  await expect(problem).toHaveCount(0)
  await field.fill('is:failed verdict:maybe')
  await expect(problem).toContainText('verdict: takes pass')
  await expect(rows).toHaveCount(1)

  await field.fill('-is:failed longer:5m')
  await expect(problem).toHaveCount(0)
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Build the yearly ledger report')
  await field.fill('')
  await expect(rows).toHaveCount(14)
})
