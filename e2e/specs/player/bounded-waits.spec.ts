import type { Page } from '@playwright/test'
import { fixture, playlistOf } from '../../../electron/core/media/testing/media-fixtures.ts'
import { type Behaviour, deny, type Exchange } from '../../../electron/core/media/testing/storage-server.ts'
import { connect, expect, openSession, playsPast, timeOf } from '../../steps/fixtures.ts'
import { leave, seekTo } from '../../steps/player-watch.ts'
import { recorded } from '../../steps/raw-session.ts'
import { test, three } from '../../steps/storage-fixture.ts'

// K11: every wait and seek has a bound, behind which the MP4 plays or a cause is shown. The bounds take minutes, so that
// the page's clock is put forward where nothing ever answers; answers take main's time, which that clock would run ahead of.

const player = (page: Page) => page.getByRole('region', { name: 'Player' })

/** The head of the medium, then packets that carry nothing, for as long as somebody reads. */
const neverEnds = ({ path, response }: Exchange): true => {
  response.writeHead(200, { 'content-type': 'application/octet-stream' })
  response.write(fixture(path.endsWith('.mp4') ? 'video.mp4' : 'clear-1.mpegts').subarray(0, 188 * 8))
  const nothing = Buffer.alloc(188, 0xff)
  nothing.set([0x47, 0x1f, 0xff, 0x10])
  const timer = setInterval(() => response.write(nothing), 20)
  response.on('close', () => clearInterval(timer))
  return true
}
/** The connection stays open, and nothing comes. */
const neverAnswers = (): true => true

/** No wait of the player may be longer, with all that it tries in turn, seconds of the page's clock. */
const BOUND_S = 330
const STEP_S = 5
/** For causes that are known once main has its answers, on a busy machine. */
const ANSWERED = { timeout: 60_000 }

const LATE = /couldn't load the video/i
const MISSING = /video is missing/i

/** Puts the clock forward until it is so; each step leaves the page the time to answer. */
const inTime = async (page: Page, condition: () => Promise<boolean>, message: string): Promise<void> => {
  for (let passed = 0; passed < BOUND_S && !(await condition()); passed += STEP_S) {
    await page.clock.fastForward(STEP_S * 1_000)
    await page.waitForTimeout(150)
  }
  expect(await condition(), message).toBe(true)
}

const told = async (page: Page, title: RegExp): Promise<void> => {
  const heading = player(page).getByRole('heading', { name: title })
  if (title === MISSING) await expect(heading).toBeVisible(ANSWERED)
  else await inTime(page, () => heading.isVisible(), `the cause is ${title}`)
  await expect(player(page).getByRole('alert').getByRole('button')).toHaveCount(1)
}

const answers: [string, Behaviour, RegExp][] = [
  ['whose answer never ends', neverEnds, LATE],
  ['that is never answered', neverAnswers, LATE],
  ['that is answered with 404', (exchange) => deny(exchange, 404), MISSING],
  ['that is answered with 410', (exchange) => deny(exchange, 410), MISSING],
]
for (const [name, answer, title] of answers)
  test(`K11 H48: a seek into a segment ${name} ends with its cause, or in the MP4`, async ({
    startDesk,
    startService,
    storage,
  }) => {
    const service = await startService()
    const playlist_content = playlistOf(three(storage))
    service.add(
      recorded('list alone', { playlist_content }),
      recorded('list and file', { playlist_content, mp4_url: `${storage.origin}/video.mp4` }),
    )
    let broken = false
    storage.behave((exchange) => broken && exchange.path === '/2.ts' && answer(exchange))
    const { page } = await startDesk()
    await connect(page, service)
    const replays = (id: string) =>
      service.requests.filter(({ path }) => path.endsWith(`/${encodeURIComponent(id)}/replay`)).length
    broken = true
    await page.clock.install()

    await openSession(page, 'list alone')
    await playsPast(page, 0.2)
    await seekTo(page, 4.5)
    await told(page, title)
    // Opened, and renewed once before it counts as missing.
    if (title === MISSING) expect(replays('list alone')).toBe(2)
    await leave(page)

    await openSession(page, 'list and file')
    await playsPast(page, 0.2)
    await seekTo(page, 4.5)
    const inMp4 = () =>
      page.locator('video').evaluate((element: HTMLVideoElement) => {
        return element.src.includes('video.mp4') && element.readyState >= 2 && !element.seeking
      })
    if (title === MISSING) await expect.poll(inMp4, ANSWERED).toBe(true)
    else await inTime(page, inMp4, 'the MP4 plays')
    expect(await timeOf(page)).toBeGreaterThan(4.4)
    await expect(player(page).getByRole('alert')).toHaveCount(0)
  })

for (const [name, answer] of [
  ['never ends', neverEnds],
  ['never comes', neverAnswers],
] as const)
  test(`K11: an MP4 in place of a missing segment whose answer ${name} is given up with a cause`, async ({
    startDesk,
    startService,
    storage,
  }) => {
    const service = await startService()
    service.add(
      recorded('both broken', {
        playlist_content: playlistOf(three(storage)),
        mp4_url: `${storage.origin}/video.mp4`,
      }),
    )
    storage.behave((exchange) => {
      if (exchange.path === '/2.ts') return deny(exchange, 404)
      return exchange.path === '/video.mp4' && answer(exchange)
    })
    const { page } = await startDesk()
    await connect(page, service)
    await page.clock.install()
    await openSession(page, 'both broken')
    await told(page, LATE)
  })
