import type { Page } from '@playwright/test'
import { activeAccount, expect, sessionRows, test } from '../../steps/fixtures.ts'

test.use({ shared: true })

/** Every alert and status on screen that says something in words; the count of rows is a figure. */
const spoken = async (page: Page): Promise<string[]> => {
  const found = await page.locator('[role=alert], [role=status]').filter({ visible: true }).allInnerTexts()
  return found.map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => /\p{L}/u.test(text))
}

test('shows an unreachable service once, with one button', async ({ startConnected }, info) => {
  const { page, service } = await startConnected()
  await service.close()
  await page.getByRole('button', { name: /^Refresh/ }).click()
  const banner = page.getByRole('status').filter({ hasText: 'stay available' })
  await expect(banner).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('contentinfo').getByText('Refresh failed', { exact: true })).toBeVisible({
    timeout: 60_000,
  })
  await expect.poll(() => spoken(page)).toHaveLength(1)
  await expect(page.getByText(/Couldn't reach/).filter({ visible: true })).toHaveCount(1)
  await expect(page.getByRole('button', { name: /Retry/ })).toHaveCount(1)
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((wanted) => window.desk.invoke('settings.set', { theme: wanted }), theme)
    await page.screenshot({ path: info.outputPath(`down-${theme}.png`) })
  }

  await sessionRows(page).first().click()
  await page.keyboard.press('Enter')
  const player = page.getByRole('region', { name: 'Player' })
  await expect(player.getByRole('heading', { name: 'Service unreachable' })).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => spoken(page)).toHaveLength(1)
  await page.screenshot({ path: info.outputPath('player-dark.png') })
  // Theatre covers the banner: the player tells for itself there.
  await page.keyboard.press('t')
  await expect(player.getByRole('alert')).toContainText(/Couldn't reach/)
})

test('shows signed out once, with one button', async ({ startConnected }, info) => {
  const { page } = await startConnected()
  const id = await activeAccount(page)
  await page.evaluate((accountId) => window.desk.invoke('accounts.signOut', { accountId }), id)
  await expect(page.getByRole('status').filter({ hasText: 'sign in again' })).toBeVisible()
  await page.getByRole('button', { name: /^Refresh/ }).click()
  await expect.poll(() => spoken(page)).toHaveLength(1)
  await expect(page.getByRole('button', { name: /^Sign in/ })).toHaveCount(1)
  await page.screenshot({ path: info.outputPath('signed-out.png') })
})
