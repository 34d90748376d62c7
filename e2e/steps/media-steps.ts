import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { playlistOf } from '../../electron/core/media/testing/media-fixtures.ts'
import { deny, type Exchange, type StorageServer } from '../../electron/core/media/testing/storage-server.ts'
import { sampleIds } from '../../electron/sample/sessions/hand-made-sessions.ts'
import { addToArchive, chooseArchiveFolder, untilItem } from './archive-steps.ts'
import { connect, expect, type Fixtures, openSession, playsPast, sessionRows, timeOf, video } from './fixtures.ts'
import { isOfAnalysis, leave, seekTo } from './player-watch.ts'
import { rawSession, recorded, replayRecord } from './raw-session.ts'

/** What specs of the host and of Electron's binary both run: one body, so that both mean the same. */
type Given = Pick<Fixtures, 'startDesk' | 'startService'> & { storage: StorageServer }

const player = (page: Page) => page.getByRole('region', { name: 'Player' })
const heading = (page: Page, name: RegExp) => player(page).getByRole('heading', { name })
const NOT_THE_FILE = /damaged|cannot be played here|decoder/i
/** Whichever reaches the player first: that the service is down, or that no data came. */
const EXPIRED = /service unreachable|couldn't|links expired/i

/** Presses the one button of the cause, and answers whether it was there. The player tries by itself too, and may be faster. */
const retryUnlessResumed = (page: Page): Promise<boolean> =>
  player(page)
    .getByRole('alert')
    .getByRole('button', { name: /retry|reload|renew links/i })
    .click({ timeout: 5_000 })
    .then(
      () => true,
      () => false,
    )

/** Addresses under which the page's `<video>` loads an MP4. */
const watchMp4 = (page: Page): string[] => {
  const addresses: string[] = []
  page.on('request', (request) => {
    if (/\/video\.mp4(\?|$)/.test(request.url()) && !isOfAnalysis(request)) addresses.push(request.url())
  })
  return addresses
}

const stateOf = (page: Page) =>
  video(page).evaluate(({ paused, playbackRate }: HTMLVideoElement) => ({ paused, playbackRate }))

/** So much of a request is answered; the rest never comes, so that what lies behind must be asked for. */
const TRICKLE_BYTES = 150_000

/**
 * A recording whose links expire at a moment of the test's choice, behind a service that may be unable to renew them.
 * `status`: what the storage answers to an expired link.
 */
const expiringMp4 = (storage: StorageServer, status: number) => {
  const bytes = readFileSync(join(import.meta.dirname, '../../assets/sample/ledger-report.mp4'))
  let links = 0
  let oldest = 0
  let down = false
  let trickles = true
  storage.behave((exchange: Exchange) => {
    const { target, range, response } = exchange
    if (Number(/sig=(\d+)/.exec(target)?.[1]) < oldest) return deny(exchange, status)
    const first = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
    response.writeHead(206, {
      'content-type': 'video/mp4',
      etag: '"ledger"',
      'content-length': bytes.length - first,
      'content-range': `bytes ${first}-${bytes.length - 1}/${bytes.length}`,
    })
    if (trickles) response.write(bytes.subarray(first, first + TRICKLE_BYTES))
    else response.end(bytes.subarray(first))
    return true
  })
  return {
    session: rawSession('expiring', () => {
      if (down) return { status: 500, body: { message: 'maintenance' } }
      links += 1
      return { status: 200, body: replayRecord({ mp4_url: `${storage.origin}/video.mp4?sig=${links}` }) }
    }),
    expire: (options: { renewable: boolean }) => {
      oldest = links + 1
      down = !options.renewable
      trickles = false
    },
    repair: () => {
      down = false
    },
  }
}

/** The links of an MP4 expire, and new ones come at once. */
export const mp4GoesOnAfterRenewal = async (given: Given, status: number): Promise<void> => {
  const { startDesk, startService, storage } = given
  const service = await startService()
  const mp4 = expiringMp4(storage, status)
  service.add(mp4.session)
  const { page } = await startDesk()
  await connect(page, service)
  const addresses = watchMp4(page)
  await openSession(page, 'expiring')
  await playsPast(page, 0.5)
  await page.keyboard.press(']')
  const { playbackRate } = await stateOf(page)
  expect(playbackRate).toBeGreaterThan(1)
  const duration = await video(page).evaluate((element: HTMLVideoElement) => element.duration)

  // Renewed behind the address: nothing changes on screen.
  mp4.expire({ renewable: true })
  const later = duration * 0.4
  await seekTo(page, later)
  await playsPast(page, later + 0.5)
  expect(await timeOf(page)).toBeLessThan(later + 15)
  await expect(player(page).getByRole('alert')).toHaveCount(0)

  // Opened once more, nothing of the old address is used again.
  await leave(page)
  const before = [...addresses]
  await openSession(page, 'expiring')
  await playsPast(page, later + 1)
  expect(addresses.length, 'it is loaded again').toBeGreaterThan(before.length)
  for (const address of addresses.slice(before.length)) expect(before).not.toContain(address)
}

/** The links expire while half of the MP4 is loaded, and the service cannot renew them until a person asks. */
export const mp4ResumesWhereItStood = async (given: Given, status: number, playing: boolean): Promise<void> => {
  const { startDesk, startService, storage } = given
  const service = await startService()
  const mp4 = expiringMp4(storage, status)
  service.add(mp4.session)
  const { page } = await startDesk()
  await connect(page, service)
  const addresses = watchMp4(page)
  await openSession(page, 'expiring')
  await playsPast(page, 0.5)
  await page.keyboard.press(']')
  if (!playing) await page.keyboard.press('k')
  const before = await stateOf(page)
  expect(before).toEqual({ paused: !playing, playbackRate: expect.any(Number) })
  expect(before.playbackRate).toBeGreaterThan(1)
  const place = (await video(page).evaluate((element: HTMLVideoElement) => element.duration)) * 0.7

  const asked = [...addresses]
  mp4.expire({ renewable: false })
  await seekTo(page, place)
  await expect(heading(page, EXPIRED)).toBeVisible({ timeout: 60_000 })
  await expect(player(page).getByRole('alert')).not.toContainText(NOT_THE_FILE)
  // It keeps retrying, each time under an address that was never used.
  const old = new Set(asked)
  await expect.poll(() => addresses.some((address) => !old.has(address)), { timeout: 60_000 }).toBe(true)

  mp4.repair()
  await retryUnlessResumed(page)
  await expect(player(page).getByRole('alert')).toHaveCount(0, { timeout: 60_000 })
  await expect.poll(() => timeOf(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(place - 0.1)
  if (playing) await playsPast(page, place + 0.5)
  expect(await timeOf(page)).toBeLessThan(place + 15)
  expect(await stateOf(page)).toEqual(before)
  expect(asked).not.toContain(addresses.at(-1))
  expect(await video(page).evaluate(({ currentSrc }: HTMLVideoElement) => currentSrc)).toBe(addresses.at(-1))
}

/** The storage answers only errors: the cause is shown as text, and Retry plays once it is over. */
export const mp4CauseIsTold = async (given: Given, status: number, title: RegExp, text: RegExp): Promise<void> => {
  const { startDesk, startService, storage } = given
  const service = await startService()
  service.add(recorded('refused', { mp4_url: `${storage.origin}/video.mp4?sig=1` }))
  storage.behave((exchange) => deny(exchange, status))
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, 'refused')
  await expect(heading(page, title)).toBeVisible({ timeout: 90_000 })
  const alert = player(page).getByRole('alert')
  await expect(alert).toContainText(text)
  await expect(alert).not.toContainText(NOT_THE_FILE)
  storage.behave(() => false)
  await alert.getByRole('button', { name: /retry|renew links/i }).click()
  await playsPast(page, 0.5)
}

/** The file of an archived recording is gone when it is to be played; Retry plays what the service has. */
export const archivedFileIsMissing = async (
  given: Pick<Fixtures, 'startDesk' | 'startService' | 'folder'>,
): Promise<void> => {
  const service = await given.startService()
  const desk = await given.startDesk({ own: true })
  const { page } = desk
  await connect(page, service)
  await chooseArchiveFolder(desk, given.folder)
  const sessionId = sampleIds.ferryTimetable
  await expect(sessionRows(page).first()).toBeVisible() // connected by then
  await addToArchive(page, sessionId)
  const { fileName } = await untilItem(page, sessionId, 'done')
  // Open already when the file goes: from here on only the player reads it.
  await page.evaluate((id) => window.desk.invoke('replay.open', { sessionId: id }), sessionId)
  rmSync(join(given.folder, fileName ?? 'no file name'))
  await openSession(page, sessionId)
  await expect(heading(page, /video is missing/i)).toBeVisible({ timeout: 30_000 })
  const alert = player(page).getByRole('alert')
  await expect(alert).toContainText(/moved or deleted/i)
  await expect(alert).not.toContainText(NOT_THE_FILE)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await playsPast(page, 0.5)
}

const partsOf = (storage: StorageServer, query: string): string =>
  playlistOf([0, 1, 2].map((i) => `${storage.origin}/${i}.ts${query}`))

/** The links of an HLS recording expire behind its first segment; `renewable` says whether new ones come at once. */
export const hlsGoesOnAfterRenewal = async (given: Given, renewable: boolean): Promise<void> => {
  const { startDesk, startService, storage } = given
  const service = await startService()
  let links = 0
  let down = false
  service.add(
    rawSession('segments', () => {
      if (down) return { status: 500, body: { message: 'maintenance' } }
      links += 1
      down = !renewable
      return { status: 200, body: replayRecord({ playlist_content: partsOf(storage, `?sig=${links}`) }) }
    }),
  )
  storage.behave((exchange) => /\/[12]\.ts\?sig=1$/.test(exchange.target) && deny(exchange, 410))
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, 'segments')
  let pressed = false
  if (!renewable) {
    await expect(heading(page, EXPIRED)).toBeVisible({ timeout: 60_000 })
    await expect(player(page).getByRole('alert')).not.toContainText(NOT_THE_FILE)
    expect(await timeOf(page)).toBeGreaterThan(1)
    renewable = true
    down = false
    pressed = await retryUnlessResumed(page)
  }
  await playsPast(page, 4.5, 60_000)
  // Pressed while the player's own attempt is under way, the button asks once more.
  expect(pressed ? [2, 3] : [2]).toContain(links)
  await expect(player(page).getByRole('alert')).toHaveCount(0)
}

/** A missing segment is named as such, and Retry resumes once it is there. */
export const hlsHoleIsTold = async ({ startDesk, startService, storage }: Given): Promise<void> => {
  const service = await startService()
  service.add(recorded('hole', { playlist_content: partsOf(storage, '') }))
  storage.behave((exchange) => exchange.path === '/2.ts' && deny(exchange, 404))
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, 'hole')
  await expect(heading(page, /video is missing/i)).toBeVisible({ timeout: 60_000 })
  await expect(player(page).getByRole('alert')).toContainText(/no longer has this part/i)
  storage.behave(() => false)
  await retryUnlessResumed(page)
  await playsPast(page, 4.5, 60_000)
}

/** A session of the sample workspace for each way of playing. */
export const FRAME_SOURCES = [
  ['MP4', 'Find a crossing'],
  ['HLS', 'Answer the refund request'],
] as const

/** The shown frame as a file: a PNG of the media's own size that is more than one colour. */
export const savesTheFrame = async (given: Pick<Fixtures, 'startDesk'>, title: string): Promise<void> => {
  const { page, answer, userData } = await given.startDesk({ args: ['--demo'] })
  await openSession(page, title)
  await playsPast(page, 1)
  await page.keyboard.press('k')
  const filePath = join(userData, 'frame.png')
  await answer('showSaveDialog', { canceled: false, filePath })
  await page.keyboard.press('s')
  await expect(page.getByText(/frame\.png/)).toBeVisible()
  const png = readFileSync(filePath)
  const size = await video(page).evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => [videoWidth, videoHeight])
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(size)
  // A single colour of this size is a few kilobytes.
  expect(png.length).toBeGreaterThan(8_000)
}

/** hls.js demuxes in a worker of a file of our own; its fallback, the page's own thread, is silent. */
export const hlsWorkerIsAlive = async (given: Pick<Fixtures, 'startDesk'>): Promise<void> => {
  const { page, origin } = await given.startDesk({ args: ['--demo'] })
  await openSession(page, 'Answer the refund request')
  await playsPast(page, 2)
  // Recordings are analysed in a worker of their own.
  const workers = page.workers().filter((worker) => worker.url().includes('hls'))
  expect(workers.map((worker) => new URL(worker.url()).origin)).toEqual([origin])
  expect(await workers[0]?.evaluate(() => typeof self)).toBe('object')
}

/** Notes are found by the database's own full text search (FTS5), which is a matter of how SQLite was built. */
export const notesAreFound = async (given: Pick<Fixtures, 'startDesk'>): Promise<void> => {
  const { page } = await given.startDesk({ args: ['--demo'] })
  await expect(page.getByRole('grid', { name: 'Sessions' })).toBeVisible()
  const sessionId = sampleIds.ferryTimetable
  const found = await page.evaluate(async (id) => {
    await window.desk.invoke('marks.add', {
      accountId: 'sample',
      sessionId: id,
      atMs: 1_000,
      text: 'The quayside timetable, naturally',
    })
    const result = await window.desk.invoke('sessions.query', { text: 'quaysid', chips: [], offset: 0, limit: 10 })
    return result.ok ? result.value.rows.map((row) => row.sessionId) : result.problem.message
  }, sessionId)
  expect(found).toEqual([sessionId])
}

/** Generous: a cold start on a machine that is busy with other work. The figure itself is printed. */
const FIRST_PICTURE_MS = 90_000

/** From the start of the main process to the first content on the screen. */
export const windowComesInTime = async (given: Pick<Fixtures, 'startDesk'>): Promise<void> => {
  const { page, main, runtime } = await given.startDesk({ own: true })
  const painted = () =>
    page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint')
      return paint ? performance.timeOrigin + paint.startTime : null
    })
  await expect.poll(painted).not.toBeNull()
  const took = Number(await painted()) - (await main.evaluate(() => performance.timeOrigin))
  console.log(`${runtime}: first picture ${Math.round(took)} ms after the main process started`)
  expect(took).toBeGreaterThan(0)
  expect(took).toBeLessThan(FIRST_PICTURE_MS)
}
