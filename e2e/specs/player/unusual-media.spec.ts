import type { Page } from '@playwright/test'
import type { StorageServer } from '../../../electron/core/media/testing/storage-server.ts'
import { shownNumber, type UnusualName, unusualMedia } from '../../media/unusual-media.ts'
import { connect, expect, type Fixtures, openSession, playsPast, timeOf, video } from '../../steps/fixtures.ts'
import { leave, seekTo } from '../../steps/player-watch.ts'
import { recorded } from '../../steps/raw-session.ts'
import { test } from '../../steps/storage-fixture.ts'

test.use({ shared: true })

// What recorders write. Each picture carries its number, so that the place of a picture can be told from what is shown.
// Several sessions share one start of the program: what a case needs is a second or two of its own.

const player = (page: Page) => page.getByRole('region', { name: 'Player' })

const lengthOf = (page: Page): Promise<number> => video(page).evaluate(({ duration }: HTMLVideoElement) => duration)
const pause = (page: Page): Promise<void> => video(page).evaluate((element: HTMLVideoElement) => element.pause())

/** Seeks there, and the picture of that moment is shown: number n from n / fps on. */
const shows = async (page: Page, seconds: number, fps: number): Promise<void> => {
  await seekTo(page, seconds)
  await expect
    .poll(() => video(page).evaluate(shownNumber), { message: `the picture at ${seconds} s`, timeout: 10_000 })
    .toBe(Math.floor(seconds * fps))
}

type Playable = { name: UnusualName; fps?: number; seeks?: number[]; seconds?: number }
type Desk = Pick<Fixtures, 'startDesk' | 'startService'> & { storage: StorageServer }

/** Opens one session after the other; each plays, has its length, and shows the right picture after each seek. */
const allPlay = async ({ startDesk, startService, storage }: Desk, cases: Playable[]): Promise<Page> => {
  const service = await startService()
  const media = unusualMedia(storage)
  for (const { name } of cases) service.add(recorded(`case ${name}.`, { playlist_content: media(name) }))
  const { page } = await startDesk()
  await connect(page, service)
  for (const { name, fps = 10, seeks = [4.45, 0.05, 9.85], seconds = 10 } of cases)
    await test.step(name, async () => {
      await openSession(page, `case ${name}.`)
      await playsPast(page, 0.4)
      await pause(page)
      expect(await lengthOf(page), 'length as in the archived copy').toBeCloseTo(seconds, 1)
      for (const place of seeks) await shows(page, place, fps)
      await expect(player(page).getByRole('alert')).toHaveCount(0)
      await leave(page)
    })
  return page
}

test('M30: the picture of a moment in a stream with B-frames is that of the archived copy', async ({
  startDesk,
  startService,
  storage,
}) => {
  await allPlay({ startDesk, startService, storage }, [
    { name: 'numbered' },
    { name: 'M30', fps: 2, seconds: 30, seeks: [20.65, 0.25, 29.75] },
    { name: 'M30-fragments', seconds: 6.2, seeks: [4.45, 0.05, 5.85] },
  ])
})

test('M19 M24 M33 H33 H47: streams that hls.js does not take as they are play, and seeks show their pictures', async ({
  startDesk,
  startService,
  storage,
}) => {
  const names = ['M19', 'M24', 'M33', 'H33', 'H47'] as const
  await allPlay(
    { startDesk, startService, storage },
    names.map((name) => ({ name })),
  )
})

test('M20: seeks end at recovery points that are no IDR pictures, also when it begins far behind one', async ({
  startDesk,
  startService,
  storage,
}) => {
  const desk = { startDesk, startService, storage }
  const page = await allPlay(desk, [{ name: 'M20', seconds: 20, seeks: [4.45, 18.05, 0.05, 12.35] }])
  // It opens again where it was left.
  await openSession(page, 'case M20.')
  await playsPast(page, 12.5)
  expect(await timeOf(page)).toBeLessThan(18)
  await pause(page)
  await shows(page, 16.15, 10)
})

test('M22 M23: sound that begins before the first picture, alone or with it, is skipped to the picture', async ({
  startDesk,
  startService,
  storage,
}) => {
  const service = await startService()
  const media = unusualMedia(storage)
  for (const name of ['M22', 'M23'] as const) service.add(recorded(`case ${name}.`, { playlist_content: media(name) }))
  const { page } = await startDesk()
  await connect(page, service)
  for (const [name, from] of [
    ['M22', 6],
    ['M23', 4],
  ] as const) {
    await openSession(page, `case ${name}.`)
    await playsPast(page, from + 0.5, 15_000)
    await pause(page)
    // Once more to the beginning: a seek has the same bound.
    await seekTo(page, 0)
    await expect.poll(() => timeOf(page), { timeout: 15_000 }).toBeGreaterThan(from - 0.1)
    await expect.poll(() => video(page).evaluate(shownNumber)).not.toBeNull()
    await expect(player(page).getByRole('alert')).toHaveCount(0)
    await leave(page)
  }
})

test('M28 M29 M32: what cannot be shown has its true cause within seconds, and the MP4 plays where there is one', async ({
  startDesk,
  startService,
  storage,
}) => {
  const service = await startService()
  const media = unusualMedia(storage)
  const causes = [
    ['M28', /cannot be played here/i, /no decoder/i, /MPEG-2 video/],
    ['M29', /cannot be played here/i, /no decoder/i, /HEVC/],
    ['M32', /no video can be shown/i, /cannot be shown at this position/i, /no picture at/],
  ] as const
  for (const [name] of causes) {
    const playlist_content = media(name)
    service.add(recorded(`case ${name}.`, { playlist_content }))
    service.add(recorded(`case ${name} with MP4.`, { playlist_content, mp4_url: `${storage.origin}/video.mp4` }))
  }
  const { page } = await startDesk()
  await connect(page, service)
  for (const [name, title, text, details] of causes) {
    await openSession(page, `case ${name}.`)
    await expect(player(page).getByRole('heading', { name: title })).toBeVisible({ timeout: 20_000 })
    const alert = player(page).getByRole('alert')
    await expect(alert).toContainText(text)
    await expect(alert).not.toContainText(/damaged/i)
    await alert.getByText('Details', { exact: true }).click()
    await expect(alert).toContainText(details)
    await leave(page)
    await openSession(page, `case ${name} with MP4.`)
    await playsPast(page, 0.5, 20_000)
    await leave(page)
  }
})
