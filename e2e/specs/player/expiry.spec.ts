import { connect, expect, openSession, playsPast, test, timeOf, video } from '../../steps/fixtures.ts'

test.use({ shared: true })

const RECORDING = 'b8f4e2d7-90c3-4f61-a5de-37c2168b0e9a'

/** Samples the position as the picture moves, in the page, so that a jump between two samples is seen. */
const watch = () => {
  const element = document.querySelector('video')
  if (!element) throw new Error('no video')
  const seen = { jumps: [] as number[], errors: 0, waits: 0, from: element }
  let last = element.currentTime
  element.addEventListener('error', () => void seen.errors++)
  element.addEventListener('waiting', () => void seen.waits++)
  setInterval(() => {
    const step = element.currentTime - last
    if (step < -0.05 || step > 1.5) seen.jumps.push(step)
    last = element.currentTime
  }, 100)
  Object.assign(globalThis, { seenByTest: seen })
}

test('renews links that expire every 6 s without an error or a jump, once per expiry', async ({
  startDesk,
  startService,
}) => {
  const service = await startService({ linkLifeMs: 6_000 })
  // Slow enough that segments are still requested long after the first links expired.
  service.faults.media.bytesPerSecond = 20_000
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, RECORDING)
  await playsPast(page, 0.5)
  await page.evaluate(watch)
  const replays = () => service.requests.filter(({ path }) => path.endsWith(`/${RECORDING}/replay`))
  const began = Date.now()
  await playsPast(page, 20, 60_000)
  const lasted = (Date.now() - began) / 1_000

  const seen = await page.evaluate(() => {
    const found = Reflect.get(globalThis, 'seenByTest') as { jumps: number[]; errors: number; from: unknown }
    return { jumps: found.jumps, errors: found.errors, same: found.from === document.querySelector('video') }
  })
  expect(seen).toEqual({ jumps: [], errors: 0, same: true })
  await expect(page.getByRole('alert')).toHaveCount(0)
  // One for the start, then at most one for each life that went by.
  expect(replays().length).toBeGreaterThanOrEqual(2)
  expect(replays().length).toBeLessThanOrEqual(Math.ceil(lasted / 6) + 2)
  expect(
    service.requests.filter(({ server, status }) => server === 'media' && status === 403).length,
  ).toBeLessThanOrEqual(replays().length)
})

test('links revoked before their time: exactly one renewal, however many requests were refused', async ({
  startDesk,
  startService,
}) => {
  const service = await startService()
  // Slow enough that the end is not loaded yet when the links are taken back.
  service.faults.media.bytesPerSecond = 30_000
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, RECORDING)
  await playsPast(page, 1)
  const replays = () => service.requests.filter(({ path }) => path.endsWith(`/${RECORDING}/replay`)).length
  const before = replays()
  // Links carry whole seconds: those of this second are good, those from before are not.
  service.faults.media.revokedBefore = Math.floor(service.now() / 1_000) * 1_000
  await page.evaluate(() => window.desk.invoke('cache.clear'))
  const duration = await video(page).evaluate((element: HTMLVideoElement) => element.duration)
  const rate = await video(page).evaluate((element: HTMLVideoElement) => element.playbackRate)
  // Where nothing is buffered the storage must be asked, and refuses.
  await video(page).evaluate((element: HTMLVideoElement, at) => void (element.currentTime = at), duration - 6)
  await playsPast(page, duration - 5)
  expect(replays()).toBe(before + 1)
  expect(await video(page).evaluate((element: HTMLVideoElement) => element.playbackRate)).toBe(rate)
  expect(await timeOf(page)).toBeGreaterThan(duration - 6)
})

test('links that cannot be renewed: the person is warned, and told when the window is hidden', async ({
  startDesk,
  startService,
}) => {
  const service = await startService({ linkLifeMs: 15_000 })
  const { page, main, recorded } = await startDesk({ own: true })
  await connect(page, service)
  await openSession(page, RECORDING)
  await playsPast(page, 0.5)
  service.faults.api.next.push({ status: 500, times: 1_000, match: '/replay' })
  await main.evaluate((electron) => {
    for (const window of electron.BrowserWindow.getAllWindows()) window.hide()
  }, null)
  await expect(page.getByText(/links expire|links expired|could not be renewed/i).first()).toBeVisible({
    timeout: 40_000,
  })
  await expect
    .poll(async () => (await recorded()).filter(({ what }) => what === 'notification').length, { timeout: 40_000 })
    .toBeGreaterThan(0)
})
