import type { Page } from 'playwright-core'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import { type Desk, launchDesk } from '../drive/drive.ts'

const LIMIT_MS = 150_000
const STEP_MS = 45_000

type SmokeReport = {
  runtime: string
  sessions: number
  ready_ms: number | null
  first_frame_ms: number | null
  seek_ms: number | null
  errors: string[]
}

type Picture = { time: number; duration: number; ready: number; paused: boolean; seeking: boolean }

const pictureOf = (page: Page): Promise<Picture | null> =>
  page.evaluate(() => {
    const video = document.querySelector('video')
    if (!video) return null
    const { currentTime: time, duration, readyState: ready, paused, seeking } = video
    return { time, duration, ready, paused, seeking }
  })

/** Waits until the picture is as wanted; answers how it then is. */
const until = async (page: Page, what: string, wanted: (picture: Picture) => boolean): Promise<Picture> => {
  const start = Date.now()
  for (;;) {
    const picture = await pictureOf(page)
    if (picture && wanted(picture)) return picture
    if (Date.now() - start > STEP_MS)
      throw new Error(`${what}: not within ${STEP_MS / 1000} s (${JSON.stringify(picture)}).`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** The main job, by roles and words alone: list, open, play past 2 s, seek to the middle, play on. */
const work = async (page: Page, startedAt: number, report: SmokeReport): Promise<void> => {
  page.setDefaultTimeout(STEP_MS)
  await page.getByRole('button', { name: 'Explore the sample workspace' }).click()
  const id = sampleIds.shopCheckout
  const row = page.getByRole('row').filter({ hasText: id.slice(-4) })
  await row.first().waitFor()
  report.ready_ms = Date.now() - startedAt
  const rowCount = await page.getByRole('grid', { name: 'Sessions' }).getAttribute('aria-rowcount')
  report.sessions = Number(rowCount) - 1 // the header is a row too

  const opened = Date.now()
  await row.first().dblclick()
  const player = page.getByRole('region', { name: 'Player' })
  await player.waitFor()
  await until(page, 'The first frame', ({ ready }) => ready >= 2)
  report.first_frame_ms = Date.now() - opened
  if ((await pictureOf(page))?.paused) await player.getByRole('button', { name: 'Play', exact: true }).click()
  const { duration } = await until(page, 'Playing past 2 s', ({ time }) => time > 2)

  const middle = duration / 2
  const sought = Date.now()
  await player.getByRole('slider', { name: 'Seek' }).click()
  const near = duration * 0.05
  await until(
    page,
    'Seeking to the middle',
    ({ time, seeking, ready }) => !seeking && ready >= 2 && Math.abs(time - middle) < near,
  )
  report.seek_ms = Date.now() - sought
  const there = (await pictureOf(page))?.time ?? 0
  await until(page, 'Playing on', ({ time, paused }) => !paused && time > there + 1)
}

/**
 * Runs the main job on the sample workspace, headless and on temporary data. Prints one JSON line, the last one of the
 * output. Answers whether everything happened.
 */
export const runSmoke = async (): Promise<boolean> => {
  const startedAt = Date.now()
  const report: SmokeReport = {
    runtime: '',
    sessions: 0,
    ready_ms: null,
    first_frame_ms: null,
    seek_ms: null,
    errors: [],
  }
  let desk: Desk | null = null
  const limit = setTimeout(() => {
    report.errors.push(`Not done after ${LIMIT_MS / 1000} s.`)
    void desk?.kill()
  }, LIMIT_MS)
  try {
    desk = await launchDesk()
    report.runtime = desk.runtime
    desk.page.on('pageerror', (error) => report.errors.push(String(error)))
    desk.page.on('console', (message) => {
      if (message.type() === 'error') report.errors.push(message.text())
    })
    await work(desk.page, startedAt, report)
  } catch (error) {
    report.errors.push(error instanceof Error ? error.message : String(error))
  }
  const mainOutput = desk?.stderr().trim()
  if (mainOutput) console.error(mainOutput)
  await desk?.close().catch((error: unknown) => report.errors.push(`Quitting: ${error}`))
  clearTimeout(limit)
  console.log(JSON.stringify(report))
  return report.errors.length === 0 && report.sessions > 0 && report.seek_ms !== null
}
