import { expect, sessionRows, test } from '../../steps/fixtures.ts'

test.use({ shared: true })

test('says in the list why a session failed; compact rows are lower, keep the place and are remembered', async ({
  startConnected,
}) => {
  const { page } = await startConnected({ sessionCount: 400 })
  const row = sessionRows(page).filter({ hasText: 'Login failed: wrong one-time code' }).first()
  await expect(row).toBeVisible()
  const heightOf = () => row.evaluate((element) => element.getBoundingClientRect().height)
  expect(await heightOf()).toBe(48)
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect.poll(heightOf).toBe(28)

  await sessionRows(page).first().click()
  await page.keyboard.press('End')
  const grid = page.getByRole('grid', { name: 'Sessions' })
  const last = page.locator(`[role=row][aria-rowindex="${await grid.getAttribute('aria-rowcount')}"]`)
  await expect(last).toBeInViewport()
  const rowsAbove = (px: number) => grid.evaluate((element, height) => element.scrollTop / height, px)
  const before = await rowsAbove(28)
  expect(before, 'the end of the list is near').toBeGreaterThan(300)
  await page.getByRole('button', { name: 'Comfortable rows' }).click()
  await expect.poll(() => rowsAbove(48), { message: 'the first visible row stays' }).toBeCloseTo(before, 1)

  await page.getByRole('button', { name: 'Compact rows' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Comfortable rows' })).toBeVisible()
})
