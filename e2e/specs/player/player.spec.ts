import { expect, openSession, playsPast, test, timeOf, video } from '../../steps/fixtures.ts'

const paused = (page: import('@playwright/test').Page) =>
  video(page).evaluate((element: HTMLVideoElement) => element.paused)
const rate = (page: import('@playwright/test').Page) =>
  video(page).evaluate((element: HTMLVideoElement) => element.playbackRate)

test('the whole player by keyboard', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, 'Answer the refund request')
  await playsPast(page, 1)
  await page.getByRole('region', { name: 'Player' }).click({ position: { x: 5, y: 5 } })

  await page.keyboard.press('k')
  await expect.poll(() => paused(page)).toBe(true)
  await page.keyboard.press('Home')
  await expect.poll(() => timeOf(page)).toBe(0)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => timeOf(page)).toBeCloseTo(5, 0)
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => timeOf(page)).toBeCloseTo(6, 0)
  await page.keyboard.press('j')
  await expect.poll(() => timeOf(page)).toBe(0)
  await page.keyboard.press('3')
  const third = await timeOf(page)
  await expect.poll(() => timeOf(page)).toBeGreaterThan(2)

  await page.keyboard.press('.')
  await expect.poll(() => timeOf(page)).toBeGreaterThan(third)
  await page.keyboard.press(']')
  await expect.poll(() => rate(page)).toBeGreaterThan(1)
  await page.keyboard.press('Backspace')
  await expect.poll(() => rate(page)).toBe(1)

  await page.keyboard.press('b')
  await expect(page.getByRole('button', { name: /^(mark|note) at/i }).first()).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Play')
  const before = await timeOf(page)
  await page.keyboard.press('ArrowRight') // off in a dialog
  expect(await timeOf(page)).toBe(before)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('grid', { name: 'Sessions' })).toBeVisible()
})

test('speed and position are kept for the next time', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, 'Buy two enamel mugs')
  await playsPast(page, 0.5)
  await page.keyboard.press(']')
  const faster = await rate(page)
  await page.keyboard.press('5')
  await expect.poll(() => timeOf(page)).toBeGreaterThan(5)
  await page.keyboard.press('k')
  const at = await timeOf(page)
  await page.keyboard.press('Escape')
  await openSession(page, 'Buy two enamel mugs')
  await expect.poll(() => timeOf(page)).toBeGreaterThan(at - 3)
  expect(await rate(page)).toBe(faster)
})

test('V01: seeking to the end fires "ended" and stays there', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, 'Find a crossing') // only an MP4
  await playsPast(page, 0.5)
  await page.keyboard.press('End')
  await expect
    .poll(() =>
      video(page).evaluate(
        (element: HTMLVideoElement) => element.ended || element.currentTime >= element.duration - 0.3,
      ),
    )
    .toBe(true)
})

test('a frame is saved where the person says, with the ending the dialog dropped', async ({ startDesk }) => {
  const { page, answer, recorded, userData } = await startDesk({ args: ['--demo'] })
  await openSession(page, 'Buy two enamel mugs')
  await playsPast(page, 1)
  await page.keyboard.press('k')
  await answer('showSaveDialog', { canceled: false, filePath: `${userData}/picked` })
  await page.keyboard.press('s')
  await expect(page.getByText(/picked\.png/)).toBeVisible()
  // Offered under the title the session goes by, and its time.
  const asked = (await recorded()).findLast(({ what }) => what === 'showSaveDialog')
  expect(JSON.stringify(asked)).toMatch(/Buy two enamel mugs at Harbour & Pine 0m\d\d\.\ds\.png/)
})

test('a link to a moment opens that moment in the running program', async ({ startDesk }) => {
  const { page, startAgain } = await startDesk({ args: ['--demo'] })
  await openSession(page, 'Build the yearly ledger report')
  await playsPast(page, 0.5)
  const code = await startAgain(['replaydesk://session/93c0f5b2-48a7-4961-bd0f-e6517a2c8d34?t=12.0'])
  expect(code).toBe(0)
  await expect.poll(() => timeOf(page), { timeout: 30_000 }).toBeGreaterThanOrEqual(12)
  expect(await timeOf(page)).toBeLessThan(25)
})
