import { connect, expect, filterField, sessionRows, test } from '../../steps/fixtures.ts'

test.use({ shared: true })

test('5,000 sessions: synced, scrolled to the end, searched', async ({ startDesk, startService }) => {
  const service = await startService({ sessionCount: 5_000, rateLimit: { limit: 1_000, windowS: 60 } })
  const { page } = await startDesk()
  await connect(page, service)
  const grid = page.getByRole('grid', { name: 'Sessions' })
  // Those made, 14 more and the header: a list that still grows moves its end.
  await expect(grid).toHaveAttribute('aria-rowcount', '5015', { timeout: 60_000 })

  await sessionRows(page).first().click()
  await page.keyboard.press('End')
  const last = Number(await grid.getAttribute('aria-rowcount'))
  await expect(page.locator(`[role=row][aria-rowindex="${last}"]`)).toBeVisible()
  await expect(page.locator(`[role=row][aria-rowindex="${last}"]`).getByRole('gridcell').first()).not.toBeEmpty()
  await page.keyboard.press('Home')
  await expect(page.locator('[role=row][aria-rowindex="2"]')).toBeVisible()

  // A fragment from the middle of an id finds its session.
  const id = (await page.evaluate(async () => {
    const result = await window.desk.invoke('sessions.query', { offset: 3_000, limit: 1 })
    return result.ok ? result.value.rows[0]?.sessionId : undefined
  })) as string
  await filterField(page).fill(id.slice(9, 23))
  await expect(sessionRows(page)).toHaveCount(1)
  await filterField(page).fill('nothing is called like this')
  await expect(page.getByText(/no session/i).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(() => sessionRows(page).count()).toBeGreaterThan(10)
})

test('a service without a list: ids are pasted, and a recording plays all the same', async ({
  startDesk,
  startService,
}) => {
  const service = await startService()
  service.faults.api.listSupported = false
  const { page } = await startDesk()
  await connect(page, service)
  await expect(page.getByText(/lists no sessions|does not list/i).first()).toBeVisible()
  await page
    .getByRole('button', { name: /add ids|paste ids/i })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('textbox').fill('b8f4e2d7-90c3-4f61-a5de-37c2168b0e9a\nE05d7f18-not-there')
  await page.getByRole('dialog').getByRole('button', { name: /add/i }).last().click()
  await expect(sessionRows(page)).toHaveCount(2)
  await filterField(page).fill('b8f4e2d7')
  await expect(sessionRows(page)).toHaveCount(1)
  await sessionRows(page).first().click()
  await page.keyboard.press('Space')
  await expect
    .poll(() => page.locator('video').evaluate((v: HTMLVideoElement) => v.currentTime), { timeout: 30_000 })
    .toBeGreaterThan(1)
})

test('keeps the list when the service goes away, and says so in one sentence', async ({ startDesk, startService }) => {
  const service = await startService()
  const { page } = await startDesk()
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  await service.close()
  await page.evaluate(() => window.desk.invoke('health.check'))
  await expect(page.getByText(/^Couldn't reach/)).toBeVisible()
  await expect(sessionRows(page).first()).toBeVisible()
})
