import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { playlistOf } from '../../../electron/core/media/testing/media-fixtures.ts'
import { connect, expect, openSession, playsPast, timeOf, video } from '../../steps/fixtures.ts'
import { leave, seekTo, watchVideo } from '../../steps/player-watch.ts'
import { recorded } from '../../steps/raw-session.ts'
import { test, three } from '../../steps/storage-fixture.ts'

test.use({ shared: true })

for (const form of ['hls', 'mp4'] as const) {
  test(`V01, V02, V04: whatever the service says about the length, the media is right (${form})`, async ({
    startDesk,
    startService,
    storage,
  }) => {
    const service = await startService()
    const media =
      form === 'mp4' ? { mp4_url: `${storage.origin}/video.mp4` } : { playlist_content: playlistOf(three(storage)) }
    const said: [string, Record<string, unknown>][] = [
      ['far too long', { video_duration_ms: 60_000 }],
      ['too short', { video_duration_ms: 3_000 }],
      ['nearly right', { video_duration_ms: 6_001 }],
      ['zero', { video_duration_ms: 0 }],
      ['start beyond the end', { video_start_ms: 90_000 }],
    ]
    for (const [id, fields] of said) service.add(recorded(id, { ...media, ...fields }))
    const { page } = await startDesk()
    await connect(page, service)
    const watched = await watchVideo(page)
    for (const [id] of said) {
      await watched.forget()
      await openSession(page, id)
      await playsPast(page, 0.2)
      const [first] = await watched.seen('playing')
      expect(first?.at, `${id} starts at 0`).toBeLessThan(1)
      await expect(page.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuemax', /^(5|6)$/)
      await expect(page.getByRole('group', { name: 'Time' })).toContainText('/ 0:06')
      await page.keyboard.press('End')
      await watched.ends()
      expect(await timeOf(page)).toBeCloseTo(6, 0)
      await seekTo(page, 2)
      await page.keyboard.press('k')
      await playsPast(page, 2.3)
      expect(await timeOf(page)).toBeLessThan(6)
      await expect(page.locator('body')).not.toContainText(/NaN|Infinity/)
      await leave(page)
    }
    expect(watched.faults).toEqual([])
  })
}

test('V02, V06: before anything is known: no length, no NaN, and seeks that do no harm', async ({
  startDesk,
  startService,
  storage,
}) => {
  const service = await startService()
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  storage.behave((exchange) => {
    void held.then(() => storage.serve(exchange))
    return true
  })
  service.add(recorded('slow-start', { mp4_url: `${storage.origin}/video.mp4` }))
  const { page, startAgain } = await startDesk()
  await connect(page, service)
  const watched = await watchVideo(page)
  await openSession(page, 'slow-start')
  await expect(page.getByRole('group', { name: 'Time' })).toHaveText('–:– / –:–')
  const bar = page.getByRole('slider', { name: 'Seek' })
  await expect(bar).toHaveAttribute('aria-disabled', 'true')
  await expect(bar).toHaveAttribute('aria-valuetext', 'Unknown length')
  await bar.click({ force: true, position: { x: 200, y: 2 } })
  for (const key of ['5', 'End', 'ArrowRight', 'Shift+ArrowLeft', 'Home']) await page.keyboard.press(key)
  expect(await startAgain(['replaydesk://session/slow-start?t=abc'])).toBe(0)
  await expect(page.locator('body')).not.toContainText(/NaN|Infinity/)
  go()
  // The link may arrive before or after the space bar's wish to play is met: whichever won, the button plays.
  await expect(async () => {
    const stands = await video(page).evaluate(({ paused }: HTMLVideoElement) => paused)
    if (stands) await page.getByRole('button', { name: 'Play', exact: true }).click()
    await playsPast(page, 0.3, 3_000)
  }).toPass({ timeout: 30_000 })
  await expect(page.getByRole('group', { name: 'Time' })).toContainText('/ 0:06')
  expect(watched.faults).toEqual([])
})

test('X06: two hundred random seeks, then leaving: no request stays open', async ({
  startDesk,
  startService,
  storage,
}) => {
  const service = await startService()
  const file = (name: string) => readFileSync(join(import.meta.dirname, '../../../assets/sample', name))
  storage.put('/long.mp4', file('ledger-report.mp4'), { type: 'video/mp4' })
  storage.put('/long.ts', file('shop-checkout.ts'))
  // Answers trickle, so that every seek leaves one half-way.
  storage.behave((exchange) => {
    setTimeout(() => storage.serve(exchange), 40)
    return true
  })
  const many = playlistOf(Array.from({ length: 40 }, (_, i) => `${storage.origin}/long.ts?n=${i}`))
  service.add(
    recorded('seek-mp4', { mp4_url: `${storage.origin}/long.mp4` }),
    recorded('seek-hls', { playlist_content: many }),
  )
  const { page, recorded: outside } = await startDesk({ own: true })
  await connect(page, service)
  const watched = await watchVideo(page)
  for (const id of ['seek-mp4', 'seek-hls']) {
    await openSession(page, id)
    await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(0)
    await video(page).evaluate(async (element: HTMLVideoElement) => {
      let seed = 42
      for (let i = 0; i < 200; i++) {
        seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
        element.currentTime = (seed / 2 ** 31) * element.duration
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
    })
    await leave(page)
    await expect.poll(() => storage.openAnswers(), { message: `${id}: open requests` }).toBe(0)
    expect(storage.sockets()).toBeLessThanOrEqual(8)
  }
  expect(watched.faults).toEqual([])
  expect((await outside()).filter(({ what }) => /dialog|error/i.test(what))).toEqual([])
})
