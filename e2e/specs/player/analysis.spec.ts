import type { Page } from '@playwright/test'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import { analysed, analysing, analysisOf, DECODED } from '../../steps/analysis-steps.ts'
import { addToArchive, chooseArchiveFolder, untilItem } from '../../steps/archive-steps.ts'
import { expect, openSession, playsPast, sessionRows, test } from '../../steps/fixtures.ts'

test.use({ analysis: true })

/** Size of a picture as the page shows it; zero for one that does not load. */
const pictureSize = (page: Page, path: string): Promise<number[]> =>
  page.evaluate(async (src) => {
    const image = new Image()
    image.src = src
    await image.decode().catch(() => undefined)
    return [image.naturalWidth, image.naturalHeight]
  }, path)

test('an opened session is analysed in the background, and its record outlives the program', async ({
  startDesk,
  folder,
}) => {
  test.setTimeout(240_000)
  const desk = await startDesk({ userData: folder, args: ['--demo'] })
  await openSession(desk.page, 'Buy two enamel mugs')
  await playsPast(desk.page, 0.5)
  const { record, thumbnails, ...rest } = await analysed(desk.page, sampleIds.shopCheckout)
  expect(rest).toMatchObject({ state: 'done', reason: null, quick: null })
  expect(record?.screens.length).toBeGreaterThanOrEqual(3)
  const base = `/media/analysis/${sampleIds.shopCheckout}/${thumbnails}`
  for (const name of ['0', 'end']) expect(await pictureSize(desk.page, `${base}/${name}.webp`)).toEqual([320, 180])
  expect(await pictureSize(desk.page, `${base}/999.webp`)).toEqual([0, 0])
  await expect(desk.page.getByText(/^Analysing/)).toHaveCount(0)
  await desk.page.keyboard.press('Escape')
  const row = await desk.page.evaluate(
    (sessionId) => window.desk.invoke('sessions.get', { sessionId }),
    sampleIds.shopCheckout,
  )
  expect(row).toMatchObject({
    ok: true,
    value: { analysis: { screens: record?.screens.length, endThumbnail: `${base}/end.webp` } },
  })

  await desk.close()

  const { page } = await startDesk({ userData: folder, args: ['--demo'] })
  await openSession(page, 'Buy two enamel mugs')
  await playsPast(page, 1.5)
  expect(await analysisOf(page, sampleIds.shopCheckout)).toMatchObject({ state: 'done', record, thumbnails })
  expect(analysing(page)).toBe(0) // nothing is decoded again
})

test('the long wait of the ledger is still time, wherever the recording comes from', async ({ startDesk }) => {
  test.setTimeout(240_000)
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, 'Build the yearly ledger report')
  await playsPast(page, 0.5)
  await expect(page.getByText(/^Analysing \d+%/)).toBeVisible()
  const { record } = await analysed(page, sampleIds.ledgerReport)
  const [from, to] = [6 * 60_000, 8 * 60_000 + 18_000]
  const covered = (record?.still ?? []).reduce(
    (sum, { startMs, endMs }) => sum + Math.max(0, Math.min(to, endMs) - Math.max(from, startMs)),
    0,
  )
  expect(covered / (to - from)).toBeGreaterThan(0.95)
})

test('the switch in the status bar pauses the analysis and lets it go on', async ({ startDesk }) => {
  test.setTimeout(240_000)
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, 'Build the yearly ledger report')
  await page.getByRole('button', { name: 'Pause analysis' }).click(DECODED)
  await expect(page.getByText('Analysis paused')).toBeVisible()
  const paused = await analysisOf(page, sampleIds.ledgerReport)
  expect(paused).toMatchObject({ state: 'paused', pausedBy: 'switch', record: null })
  await page.getByRole('button', { name: 'Resume analysis' }).click()
  expect((await analysed(page, sampleIds.ledgerReport)).state).toBe('done')
})

test('leaving the player ends the analysis of a recording that is not archived, and coming back continues it', async ({
  startDesk,
}) => {
  test.setTimeout(240_000)
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, 'Build the yearly ledger report')
  await expect.poll(() => analysing(page), DECODED).toBe(1)
  await page.keyboard.press('Escape')
  await expect.poll(() => analysing(page), DECODED).toBe(0)
  expect(await analysisOf(page, sampleIds.ledgerReport)).toMatchObject({ state: 'none', reason: null, record: null })
  await openSession(page, 'Build the yearly ledger report')
  expect((await analysed(page, sampleIds.ledgerReport)).record?.still.length).toBeGreaterThan(20)
})

test('an archived recording is analysed in the background, without being opened and without its links', async ({
  startDesk,
  folder,
}) => {
  test.setTimeout(240_000)
  const desk = await startDesk({ args: ['--demo'] })
  const { page } = desk
  await expect(sessionRows(page).first()).toBeVisible({ timeout: 30_000 })
  await chooseArchiveFolder(desk, folder)
  await addToArchive(page, sampleIds.ferryTimetable)
  await untilItem(page, sampleIds.ferryTimetable, 'done')
  const { record, state } = await analysed(page, sampleIds.ferryTimetable)
  expect(state).toBe('done')
  expect((record?.durationMs ?? 0) / 1_000).toBeCloseTo(47.5, 0)
  await expect.poll(() => analysing(page), DECODED).toBe(0)
  const status = await page.evaluate(() => window.desk.invoke('analysis.status', undefined))
  expect(status).toMatchObject({ ok: true, value: { state: 'idle', queued: 0 } })
})
