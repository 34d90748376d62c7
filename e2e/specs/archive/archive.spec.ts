import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SampleService } from '../../../electron/sample/sample-session.ts'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import type { Desk } from '../../host/drive/drive.ts'
import {
  archiveRow,
  archiveRows,
  chooseArchiveFolder,
  filesOf,
  itemOf,
  setSettings,
  showArchive,
  showSessions,
  untilItem,
} from '../../steps/archive-steps.ts'
import {
  activeAccount,
  expect,
  filterField,
  filterToOne,
  openSession,
  playsPast,
  sessionRows,
  test,
  timeOf,
  toast,
  video,
} from '../../steps/fixtures.ts'
import { leave, seekTo } from '../../steps/player-watch.ts'

/** From the click to the file, in the program as it is built. */
const { shopCheckout: BOTH, ferryTimetable: MP4, invoices: HLS } = sampleIds
const MUGS = 'Buy two enamel mugs'
const FERRY = 'Find a crossing'
/** A service tells no titles; these are the person's. */
const titles: [string, string][] = [
  [BOTH, MUGS],
  [MP4, FERRY],
  [HLS, 'October invoices, second try'],
  [sampleIds.codeRefused, 'October invoices, first try'],
]

const giveTitle = async (page: Page, sessionId: string, title: string): Promise<void> => {
  const accountId = await activeAccount(page)
  await page.evaluate((review) => window.desk.invoke('sessions.review', review), {
    accountId,
    sessionId,
    patch: { title },
  })
}
const begin = async (desk: Desk, archiveFolder: string): Promise<void> => {
  await chooseArchiveFolder(desk, archiveFolder)
  for (const [sessionId, title] of titles) await giveTitle(desk.page, sessionId, title)
}
const saveRow = async (page: Page, text: string): Promise<void> => {
  await filterToOne(page, text)
  await sessionRows(page).first().click()
  await page.keyboard.press('a')
}
const recordsAsked = (service: SampleService, id: string): number =>
  service.requests.filter(({ path }) => path.endsWith(`/${id}/replay`)).length

test('saved from a row: archived, verified, the same bytes, with its metadata file, under its title', async ({
  startConnected,
  folder,
}) => {
  const desk = await startConnected()
  const { page } = desk
  await begin(desk, folder)
  await filterToOne(page, MP4)
  await giveTitle(page, MP4, 'Friday: ferry')
  await saveRow(page, 'Friday: ferry')
  await expect(toast(page, 'Queued 1 recording')).toBeVisible()
  const item = await untilItem(page, MP4, 'done')
  await expect(sessionRows(page).first()).toContainText('The recording is in the archive')

  await showArchive(page)
  const row = archiveRow(page, 'Friday: ferry')
  await expect(row).toContainText('Archived')
  await expect(row).toContainText('Yes')
  const name = item.fileName ?? ''
  expect(name).toMatch(/^\d{4}-\d{2}-\d{2} Friday_ ferry f7a3150c-\S+\.mp4$/)
  const { sha256, side, text } = await filesOf(folder, name)
  const original = readFileSync(join(import.meta.dirname, '../../../assets/sample/ferry-timetable.mp4'))
  expect(sha256).toBe(createHash('sha256').update(original).digest('hex'))
  expect(item).toMatchObject({ sha256, verified: true, source: 'mp4', bytes: original.length, warnings: [] })
  expect(side).toMatchObject({ session: { id: MP4, title: 'Friday: ferry' }, file: { name, sha256, partial: false } })
  expect(text).not.toMatch(/X-Amz|[Ss]ignature|\?/)
  expect(readdirSync(folder)).toHaveLength(2) // no part is left
  // A thread that cannot start is replaced by main, and the log says so.
  const lines = await readFile(join(desk.userData, 'desk.log'), 'utf8').catch(() => '')
  expect(lines).not.toContain('archive: the thread')
})

test('saved from the player while it plays; D14: what is there already is not fetched twice', async ({
  startConnected,
  folder,
}) => {
  const desk = await startConnected()
  const { page } = desk
  await begin(desk, folder)
  await openSession(page, MUGS)
  await playsPast(page, 0.5)
  await page.getByRole('button', { name: 'Archive recording' }).click()
  const item = await untilItem(page, BOTH, 'done')
  expect((await filesOf(folder, item.fileName ?? '')).sha256).toBe(item.sha256)
  await expect(page.getByRole('button', { name: 'Archived' })).toBeDisabled()
  await playsPast(page, (await timeOf(page)) + 0.5) // saving does not stop the picture
  const again = await page.evaluate((id) => window.desk.invoke('archive.add', { sessionIds: [id] }), BOTH)
  expect(again).toMatchObject({ ok: true, value: { added: 0, already: 1 } })
})

test('all that match: shows the plan first, then archives each once', async ({ startConnected, folder }) => {
  const desk = await startConnected()
  const { page, service } = desk
  await begin(desk, folder)
  await filterField(page).fill('October invoices')
  await expect(sessionRows(page)).toHaveCount(2)
  const before = service.requests.length
  await page.getByRole('button', { name: 'Archive all matching sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive all matching sessions' })
  await expect(dialog).toContainText(/^Archive all matching sessions.*2 recordings, .* at this limit/)
  await expect(dialog).toContainText('2 requests to the service')
  expect(service.requests.slice(before).filter(({ path }) => path.endsWith('/replay'))).toEqual([])
  await dialog.getByRole('button', { name: 'Archive 2' }).click()
  await expect(toast(page, 'Queued 2 recordings')).toBeVisible()
  for (const id of [HLS, sampleIds.codeRefused]) {
    const item = await untilItem(page, id, 'done')
    expect(item).toMatchObject({ source: 'hls', verified: true, partial: false })
    expect((await filesOf(folder, item.fileName ?? '')).sha256).toBe(item.sha256)
    expect(recordsAsked(service, id)).toBe(1)
  }
  await page.getByRole('button', { name: 'Archive all matching sessions' }).click()
  await expect(dialog).toContainText('All 2 are already archived or queued.')
})

for (const [form, id, title] of [
  ['MP4', MP4, FERRY],
  ['playlist', HLS, 'second try'],
] as const) {
  test(`X01: an archived run plays and seeks with the service gone (from its ${form})`, async ({
    startConnected,
    folder,
  }) => {
    const desk = await startConnected()
    const { page, service } = desk
    await begin(desk, folder)
    await saveRow(page, id)
    const item = await untilItem(page, id, 'done')
    await service.close()

    await showArchive(page)
    await archiveRow(page, title).click()
    await page.keyboard.press('Space')
    await playsPast(page, 1)
    await expect(page.getByText('archived', { exact: true })).toBeVisible()
    const seekable = await video(page).evaluate((element: HTMLVideoElement) => element.seekable.end(0))
    expect(Math.abs(seekable - (item.durationMs ?? 0) / 1_000)).toBeLessThan(0.5)
    await page.getByRole('region', { name: 'Player' }).click({ position: { x: 5, y: 5 } })
    await page.keyboard.press('k')
    for (const share of [0.9, 0.25, 0.6]) {
      const to = seekable * share
      await seekTo(page, to)
      await expect
        .poll(() => video(page).evaluate((element: HTMLVideoElement) => !element.seeking && element.readyState >= 2))
        .toBe(true)
      expect(Math.abs((await timeOf(page)) - to)).toBeLessThan(0.5)
    }
    await page.keyboard.press('k')
    await playsPast(page, seekable * 0.6 + 0.5)
    await leave(page)
    await expect(archiveRow(page, title)).toContainText('Archived')
  })
}

test('cancel leaves nothing behind; deleting moves the file and its metadata file to the trash', async ({
  startConnected,
  folder,
}) => {
  const desk = await startConnected()
  const { page, recorded, service } = desk
  await begin(desk, folder)
  await saveRow(page, MP4)
  const { fileName } = await untilItem(page, MP4, 'done')
  service.faults.media.bytesPerSecond = 20_000
  await saveRow(page, BOTH)
  await expect.poll(async () => (await itemOf(page, BOTH))?.bytes ?? 0, { timeout: 30_000 }).toBeGreaterThan(0)
  await showArchive(page)
  await expect(archiveRow(page, MUGS)).toContainText('Downloading')

  await archiveRow(page, MUGS).click()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Remove the download' }).last().click()
  await expect(archiveRow(page, MUGS)).toHaveCount(0)
  await expect(toast(page, 'Removed the download.')).toBeVisible()
  await expect.poll(() => readdirSync(folder).length).toBe(2) // those of the other recording

  await archiveRow(page, FERRY).click()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Remove from list' })
  await expect(dialog).toContainText('The file goes to the trash with its metadata file.')
  await dialog.getByRole('button', { name: 'Move to trash' }).click()
  await expect(archiveRows(page)).toHaveCount(0)
  await expect(page.getByText('No recordings yet')).toBeVisible()
  const trashed = (await recorded()).filter(({ what }) => what === 'trashItem')
  expect(JSON.stringify(trashed)).toContain(fileName)
  expect(trashed).toHaveLength(2)
  expect(readdirSync(folder)).toEqual([])
})

test('a storage that hangs up: what was fetched is kept, and Retry finishes it', async ({ startConnected, folder }) => {
  const desk = await startConnected()
  const { page, service } = desk
  await begin(desk, folder)
  await setSettings(page, { archiveConnections: 1 })
  service.faults.media.reset = { afterBytes: 60_000 }
  service.faults.media.firstByteDelayMs = 50
  await saveRow(page, MP4)
  const stopped = await untilItem(page, MP4, 'interrupted')
  expect(stopped.problem).not.toBeNull()
  expect(stopped.bytes).toBeGreaterThan(0)
  await showArchive(page)
  const row = archiveRow(page, FERRY)
  await expect(row).toContainText('Interrupted')
  service.faults.media.reset = null
  const from = service.requests.length
  await row.click()
  await page.keyboard.press('r')
  await expect(row).toContainText('Archived')
  const item = await untilItem(page, MP4, 'done')
  expect((await filesOf(folder, item.fileName ?? '')).sha256).toBe(item.sha256)
  const ranges = service.requests.slice(from).filter(({ server }) => server === 'media')
  expect(ranges.every(({ range }) => range !== null && !/^bytes=0-/.test(range))).toBe(true) // only the rest
})

test('a missing folder: the queue pauses, says so, and continues when it is back', async ({
  startConnected,
  folder,
}) => {
  const desk = await startConnected()
  const { page } = desk
  const gone = join(folder, 'unplugged')
  await begin(desk, gone)
  await saveRow(page, MP4)
  await showArchive(page)
  await expect(page.getByRole('alert')).toContainText(/folder/i)
  await expect(page.getByRole('button', { name: 'Choose another folder' })).toBeVisible()
  expect((await itemOf(page, MP4))?.state).not.toBe('failed')
  expect(existsSync(gone)).toBe(false) // nothing is made in the place of a disk
  await mkdir(gone)
  const item = await untilItem(page, MP4, 'done')
  expect(existsSync(join(gone, item.fileName ?? ''))).toBe(true)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await showSessions(page)
  await expect(sessionRows(page).first()).toContainText('The recording is in the archive')
})
