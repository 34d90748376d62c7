import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { launchPacked, packedProgram } from '../../host/drive/drive-packed.ts'
import { connect, expect, openSession, playsPast, sessionRows } from '../../steps/fixtures.ts'
import * as steps from '../../steps/media-steps.ts'
import { test } from '../../steps/storage-fixture.ts'

// What the Chromium host cannot prove (e2e/host/README.md). Registered only where Electron's binary and a display exist.
// What both can run is one body in `media-steps.ts`; here it runs against the real media loader of the scheme.

test('the page is served by the real scheme: standard, secure, able to fetch and to play', async ({ startDesk }) => {
  const { page, runtime } = await startDesk({ args: ['--demo'] })
  expect(runtime).toContain('Electron')
  expect(await page.evaluate(() => [location.origin, isSecureContext])).toEqual(['app://desk', true])
  await openSession(page, 'Answer the refund request')
  await playsPast(page, 2)
})

/** How the kernel filters the system calls of a process: 0 not at all, 2 by a filter such as Chromium's (proc(5)). */
const seccompOf = (pid: number): number =>
  Number(/^Seccomp:\s+(\d)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

test('every renderer is sandboxed by the system, not by an option alone', async ({ startDesk }) => {
  test.skip(process.getuid?.() === 0, 'Chromium starts no sandbox for root')
  const { main } = await startDesk()
  const renderers = await main.evaluate(({ app }) =>
    app.getAppMetrics().flatMap(({ type, pid, sandboxed }) => (type === 'Tab' ? [{ pid, sandboxed }] : [])),
  )
  expect(renderers.length).toBeGreaterThan(0)
  // Electron's metric exists on Windows and macOS; on Linux the kernel tells.
  for (const { pid, sandboxed } of renderers)
    if (process.platform === 'linux') expect(seccompOf(pid)).toBe(2)
    else expect(sandboxed).toBe(true)
})

test('menus are native and send their commands', async ({ startDesk }) => {
  const { main, page } = await startDesk({ args: ['--demo'] })
  const labels = await main.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? [])
  expect(labels).toEqual(expect.arrayContaining(['File', 'View']))
  await main.evaluate(({ Menu }) => {
    const file = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'File')
    file?.submenu?.items.find(({ label }) => label === 'Settings')?.click()
  })
  await expect(page.getByText('Renew links ahead of time')).toBeVisible()
})

for (const status of [403, 410])
  test(`P24: an MP4 whose links end with ${status} goes on with new ones`, async ({
    startDesk,
    startService,
    storage,
  }) => steps.mp4GoesOnAfterRenewal({ startDesk, startService, storage }, status))

test('P24: an MP4 that lost its links resumes where it stood once they are renewed', async ({
  startDesk,
  startService,
  storage,
}) => steps.mp4ResumesWhereItStood({ startDesk, startService, storage }, 410, true))

test('D10: an MP4 that the storage refuses shows the cause, not a damaged file', async ({
  startDesk,
  startService,
  storage,
}) => steps.mp4CauseIsTold({ startDesk, startService, storage }, 404, /video is missing/i, /no longer has this part/i))

test('X01: an archived file that is gone shows its cause', async ({ startDesk, startService, folder }) =>
  steps.archivedFileIsMissing({ startDesk, startService, folder }))

for (const renewable of [true, false])
  test(`P24: segments whose links end go on ${renewable ? 'with new ones' : 'where they stood once they are renewed'}`, async ({
    startDesk,
    startService,
    storage,
  }) => steps.hlsGoesOnAfterRenewal({ startDesk, startService, storage }, renewable))

test('D10: a segment that is gone shows its cause', async ({ startDesk, startService, storage }) =>
  steps.hlsHoleIsTold({ startDesk, startService, storage }))

for (const [form, title] of steps.FRAME_SOURCES)
  test(`a frame of ${form} is saved as it is shown`, async ({ startDesk }) => steps.savesTheFrame({ startDesk }, title))

test('hls.js works in a worker of the scheme', async ({ startDesk }) => steps.hlsWorkerIsAlive({ startDesk }))

test("a note is found: Electron's SQLite has FTS5", async ({ startDesk }) => steps.notesAreFound({ startDesk }))

test('the first picture of the window comes in bounded time', async ({ startDesk }) =>
  steps.windowComesInTime({ startDesk }))

const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const accounts = await window.desk.invoke('accounts.list')
    return accounts.ok ? accounts.value.map(({ tokenPlace }) => tokenPlace.kind) : accounts.problem.code
  })

test('the keychain is reached from a packed program as from its sources', async ({
  startDesk,
  startService,
  folder,
}) => {
  const program = packedProgram(join(import.meta.dirname, '../../..'))
  test.skip(program === null, 'there is no package in dist (npm run pack -- --dir)')
  const service = await startService()
  const desk = await startDesk()
  await connect(desk.page, service)
  await expect(sessionRows(desk.page).first()).toBeVisible()
  const places = await keptIn(desk.page)
  test.skip(places[0] !== 'keychain', 'this machine has no keychain that the program can reach')
  const packed = await launchPacked(program as string, folder)
  try {
    await connect(packed.page, service)
    await expect(sessionRows(packed.page).first()).toBeVisible()
    expect(await keptIn(packed.page)).toEqual(places)
  } finally {
    packed.close()
  }
})
