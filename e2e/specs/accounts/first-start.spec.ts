import { expect, openSample, openSession, playsPast, sessionRows, test, timeOf, video } from '../../steps/fixtures.ts'

test('first start: the sample workspace opens, a recording plays and seeks', async ({ startDesk }) => {
  const { page } = await startDesk()
  await expect(page.getByRole('heading', { name: 'Replay Desk' })).toBeVisible()
  await openSample(page)
  expect(await sessionRows(page).count()).toBeGreaterThanOrEqual(12)

  await openSession(page, 'Buy two enamel mugs')
  await playsPast(page, 2)
  const duration = await video(page).evaluate((element: HTMLVideoElement) => element.duration)
  expect(duration).toBeGreaterThan(10)
  expect(Number.isFinite(duration)).toBe(true)

  await page.keyboard.press('5') // half way
  await expect.poll(() => timeOf(page)).toBeGreaterThan(duration / 2)
  await playsPast(page, duration / 2 + 0.5)
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.videoWidth)).toBeGreaterThan(300)
})

test('the demo switch opens the sample workspace at once', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await expect(sessionRows(page).first()).toBeVisible()
})

test('hls.js works in its worker, under the page’s policy', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, 'Answer the refund request')
  await playsPast(page, 1)
  const workers = page.workers().map((worker) => worker.url())
  expect(workers.filter((url) => url.includes('hls'))).toHaveLength(1)
  expect(new Set(workers.map((url) => new URL(url).origin))).toEqual(new Set([new URL(page.url()).origin]))
})

test('selection comes back after the player', async ({ startDesk }) => {
  const first = await startDesk({ args: ['--demo'] })
  await sessionRows(first.page).nth(4).click()
  const text = await sessionRows(first.page).nth(4).textContent()
  await first.page.keyboard.press('Enter')
  await expect(first.page.getByRole('region', { name: 'Player' })).toBeVisible()
  await first.page.keyboard.press('Escape')
  await expect(sessionRows(first.page).nth(4)).toHaveAttribute('aria-selected', 'true')
  expect((await sessionRows(first.page).nth(4).textContent())?.slice(0, 20)).toBe(text?.slice(0, 20))
})
