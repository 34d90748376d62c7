import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connect, expect, openSession, playsPast, sessionRows, test } from '../../steps/fixtures.ts'

// Recognisable, so that it is found wherever it appears.
const TOKEN = 'planted-token-6b1d0c4e9f7a4d2b8c35'

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) < 64 * 1024 * 1024)

/** The page's heap as text: every string that a script could still reach. */
const heapOf = async (desk: {
  context: import('@playwright/test').BrowserContext
  page: import('@playwright/test').Page
}) => {
  const cdp = await desk.context.newCDPSession(desk.page)
  let text = ''
  cdp.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    text += chunk
  })
  await cdp.send('HeapProfiler.enable')
  await cdp.send('HeapProfiler.collectGarbage')
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await cdp.detach()
  return text
}

test('a planted token is found nowhere', async ({ startDesk, startService }) => {
  const service = await startService({ key: TOKEN })
  const desk = await startDesk()
  const { page } = desk
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  // Work of all kinds, good and bad, so that whatever could keep the token had the chance.
  await openSession(page, 'b8f4e2d7-90c3-4f61-a5de-37c2168b0e9a')
  await playsPast(page, 1)
  service.faults.api.next.push({ status: 422, times: 1, match: '/replay' }, { status: 500, times: 3 })
  await page.evaluate(() => window.desk.invoke('replay.renew', { sessionId: 'b8f4e2d7-90c3-4f61-a5de-37c2168b0e9a' }))
  await page.evaluate(() => window.desk.invoke('health.check'))
  const info = await page.evaluate(async () => {
    const names = [
      'accounts.list',
      'app.info',
      'settings.get',
      'limit.get',
      'health.get',
      'sessions.syncState',
    ] as const
    return JSON.stringify(await Promise.all(names.map((name) => window.desk.invoke(name))))
  })
  expect(info).not.toContain(TOKEN)

  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]),
  )
  expect(stored).not.toContain(TOKEN)
  expect(await page.content()).not.toContain(TOKEN)
  expect(await heapOf(desk)).not.toContain(TOKEN)
  const signed = 'X-Amz-Signature='
  expect(await heapOf(desk)).not.toContain(signed)

  // The database writes everything, the journal included, before its files are searched.
  const argv = await desk.main.evaluate(() => JSON.stringify([process.argv, process.execArgv]), null)
  expect(argv).not.toContain(TOKEN)
  if (process.platform === 'linux') {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      let line = ''
      try {
        line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
      } catch {
        continue // ended meanwhile
      }
      expect(line).not.toContain(TOKEN)
    }
  }
  const files = filesBelow(desk.userData)
  expect(files.some((file) => /\.(db|sqlite)/.test(file))).toBe(true)
  for (const file of files) {
    if (!existsSync(file)) continue // a draft of the cache, which has its own name by now
    const content = readFileSync(file)
    expect(content.includes(TOKEN), `${file} holds the token`).toBe(false)
    expect(content.includes(signed), `${file} holds a signed address`).toBe(false)
  }
  expect(desk.stdout() + desk.stderr()).not.toContain(TOKEN)

  // No storage request ever carried it.
  expect(
    service.requests.filter(({ server, headerNames }) => server === 'media' && headerNames.includes('authorization')),
  ).toEqual([])
})
