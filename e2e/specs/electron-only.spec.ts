import { expect, openSession, playsPast, test } from '../fixtures.ts'

// What the Chromium host cannot prove (e2e/host/README.md). Registered only where Electron's binary and a display exist.

test('the page is served by the real scheme: standard, secure, able to fetch and to play', async ({ startDesk }) => {
  const { page, runtime } = await startDesk({ args: ['--demo'] })
  expect(runtime).toContain('Electron')
  expect(await page.evaluate(() => [location.origin, isSecureContext])).toEqual(['app://desk', true])
  await openSession(page, 'Answer the refund request')
  await playsPast(page, 2)
})

test('every renderer is sandboxed by the system, not by an option alone', async ({ startDesk }) => {
  const { main } = await startDesk()
  const kinds = await main.evaluate(({ app }) =>
    app.getAppMetrics().map(({ type, sandboxed }) => ({ type, sandboxed })),
  )
  // Windows and macOS tell; where the system does not, the metric is absent.
  for (const { type, sandboxed } of kinds) if (type === 'Tab' && sandboxed !== undefined) expect(sandboxed).toBe(true)
})

test('menus are native and send their commands', async ({ startDesk }) => {
  const { main, page } = await startDesk({ args: ['--demo'] })
  const labels = await main.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? [])
  expect(labels).toEqual(expect.arrayContaining(['File', 'View']))
  await main.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File')
    file?.submenu?.items.find(({ label }) => label === 'Settings')?.click()
  })
  await expect(page.getByText('Renew links ahead of time')).toBeVisible()
})
