import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SampleService } from '../../../electron/sample/sample-session.ts'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import type { Desk } from '../../host/drive/drive.ts'
import { addToArchive, chooseArchiveFolder, untilItem } from '../../steps/archive-steps.ts'
import { connect, expect, openSample, openSession, playsPast, sessionRows, test } from '../../steps/fixtures.ts'

/** What the system refuses, and what the program makes of it. */
const RECORDING = 'b8f4e2d7-90c3-4f61-a5de-37c2168b0e9a'

/** Empty until the first line is written. */
const logOf = ({ userData }: Desk): string => {
  const path = join(userData, 'desk.log')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}
const happened = async ({ recorded }: Desk, wanted: string) => (await recorded()).filter(({ what }) => what === wanted)

test('starts without any of the folders of the person, and asks below the home folder then', async ({ startDesk }) => {
  const desk = await startDesk({ faults: { getPath: ['videos', 'pictures', 'downloads', 'documents'] } })
  await openSample(desk.page)
  await desk.page.evaluate(() => window.desk.invoke('activity.export', {}))
  const [dialog] = await happened(desk, 'showSaveDialog')
  const options = dialog?.options as { defaultPath: string } | undefined
  expect(dirname(options?.defaultPath ?? '')).toBe(homedir())
})

/** A replay whose links expire while the window is hidden, and cannot be renewed. */
const loseLinks = async (desk: Desk, service: SampleService): Promise<void> => {
  await connect(desk.page, service)
  await openSession(desk.page, RECORDING)
  await playsPast(desk.page, 0.2)
  service.faults.api.next.push({ status: 500, times: 1_000, match: '/replay' })
  await desk.main.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) window.hide()
  })
}
const isVisible = ({ main }: Desk): Promise<boolean> =>
  main.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible()))

test('a notification still works when it is clicked long after it was shown', async ({ startDesk, startService }) => {
  const desk = await startDesk()
  await loseLinks(desk, await startService({ linkLifeMs: 10_000 }))
  await expect.poll(() => happened(desk, 'notification'), { timeout: 40_000 }).not.toEqual([])
  expect(await isVisible(desk)).toBe(false)
  await desk.onNotification('click')
  await expect.poll(() => isVisible(desk)).toBe(true)
})

test('a notification that fails is noted and changes nothing else', async ({ startDesk, startService }) => {
  const desk = await startDesk({ faults: { notifications: 'failed' } })
  await loseLinks(desk, await startService({ linkLifeMs: 10_000 }))
  await expect.poll(() => logOf(desk), { timeout: 40_000 }).toContain('the system did not show a notification')
  await expect(desk.page.getByText(/links expire|links expired|could not be renewed/i).first()).toBeVisible()
})

test('a system without notifications is not asked for one', async ({ startDesk, startService }) => {
  const desk = await startDesk({ faults: { notifications: 'unsupported' } })
  await loseLinks(desk, await startService({ linkLifeMs: 10_000 }))
  await expect(desk.page.getByText(/links expired|could not be renewed/i).first()).toBeVisible({ timeout: 40_000 })
  expect(await happened(desk, 'notification')).toEqual([])
})

test('links are registered with what has to be run, after the window is there', async ({ startDesk }) => {
  const desk = await startDesk()
  await expect.poll(() => happened(desk, 'protocol-client')).toHaveLength(1)
  const [call] = await happened(desk, 'protocol-client')
  const { execPath, entry } = await desk.main.evaluate(() => ({ execPath: process.execPath, entry: process.argv[1] }))
  expect(call?.args).toEqual([execPath, [entry]])
})

test('logs a refused registration of links and shows nothing', async ({ startDesk }) => {
  const desk = await startDesk({ faults: { protocolClient: false } })
  await openSample(desk.page)
  await expect.poll(() => logOf(desk)).toContain('did not register replaydesk: links')
  await expect(desk.page.getByRole('alert')).toHaveCount(0)
})

test('reports a video that no program opens and a trash that refuses, and keeps the file', async ({
  startDesk,
  startService,
  folder,
}) => {
  const desk = await startDesk({ faults: { openPath: 'No application is registered', trashItem: 'Operation failed' } })
  const { page } = desk
  await connect(page, await startService())
  await expect(sessionRows(page).first()).toBeVisible()
  await chooseArchiveFolder(desk, folder)
  const sessionId = sampleIds.ferryTimetable
  await addToArchive(page, sessionId)
  const { id, fileName } = await untilItem(page, sessionId, 'done')
  const opened = await page.evaluate((item) => window.desk.invoke('archive.openFile', { id: item }), id)
  expect(opened).toMatchObject({ ok: false, problem: { code: 'storage', details: 'No application is registered' } })
  const removed = await page.evaluate((item) => window.desk.invoke('archive.remove', { ids: [item] }), id)
  expect(removed).toMatchObject({ ok: false, problem: { code: 'storage' } })
  expect(readFileSync(join(folder, fileName ?? '')).length).toBeGreaterThan(1_000)
})

test('a dark system gives a dark window before the first paint', async ({ startDesk }) => {
  const desk = await startDesk({ faults: { darkSystem: true } })
  const background = await desk.main.evaluate(({ nativeTheme }) => nativeTheme.shouldUseDarkColors)
  expect(background).toBe(true)
  await expect(desk.page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('a slow store of certificates keeps neither the window nor a service without TLS waiting', async ({
  startDesk,
  startService,
}) => {
  test.setTimeout(200_000)
  const systemCertificatesMs = 90_000
  const begun = Date.now()
  const { page } = await startDesk({ faults: { systemCertificatesMs } })
  await connect(page, await startService())
  await expect(sessionRows(page).first()).toBeVisible({ timeout: 60_000 })
  expect(Date.now() - begun).toBeLessThan(systemCertificatesMs)
})

/** An https server whose certificate no authority issued; made by openssl, as in the unit tests of certificates. */
const startUntrusted = async (folder: string) => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const name = ['-subj', '/CN=nas.example', '-addext', 'subjectAltName=IP:127.0.0.1']
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...name], { stdio: 'ignore' })
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_request, response) =>
    response.end('{}'),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, baseUrl: `https://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('H50: a certificate of no trusted authority is named on the Connect form, with its issuer, while the page stays live', async ({
  startDesk,
  folder,
}) => {
  const { server, baseUrl } = await startUntrusted(folder)
  const { page } = await startDesk({ faults: { systemCertificatesMs: 2_000 } })
  await connect(page, { baseUrl, key: 'sk-example-0001' })
  await page.getByText('User name and password').click() // while the certificates are read
  const alert = page.getByText(/The certificate of 127\.0\.0\.1 is not trusted: it is self-signed \(nas\.example\)/)
  await expect(alert).toBeVisible()
  await expect(page.getByText(/add its root certificate to the system/)).toBeVisible()
  server.close()
  server.closeAllConnections()
})
