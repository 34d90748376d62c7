import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLIPBOARD_MS } from '../../../electron/contract/constants/cookie-constants.ts'
import type { CookieRead } from '../../../electron/contract/models/cookie-models.ts'
import type { Result } from '../../../electron/contract/result.ts'
import type { Desk } from '../../host/drive/drive.ts'
import { connect, expect, sessionRows, test } from '../../steps/fixtures.ts'

/** What leaves the program with values in it, in the program as it is built. */
const PROFILE = 'profile-supplier-portal'
const VALUE = 's3.5f0e71c94d.8a'

const read = (desk: Desk) =>
  desk.page.evaluate(async (profileId) => {
    const answer: Result<CookieRead> = JSON.parse(await window.desk.invoke('cookies.read', { profileId }))
    if (!answer.ok) throw new Error(answer.problem.message)
    return {
      readId: answer.value.readId,
      id: answer.value.rows.find(({ name }) => name === '__Host-session')?.id ?? '',
    }
  }, PROFILE)
const clipboardText = ({ main }: Desk) => main.evaluate(({ clipboard }) => clipboard.readText())

test('a copied value is in the clipboard and leaves it again by itself', async ({ startDesk, startService }) => {
  const service = await startService()
  const desk = await startDesk()
  await connect(desk.page, service)
  await expect(sessionRows(desk.page).first()).toBeVisible()
  const cookie = await read(desk)

  const begun = Date.now()
  const copied = await desk.page.evaluate((input) => window.desk.invoke('cookies.copyValue', input), cookie)
  expect(copied).toMatchObject({ ok: true })
  expect(await clipboardText(desk)).toBe(VALUE)
  await expect.poll(() => clipboardText(desk), { timeout: CLIPBOARD_MS + 10_000, intervals: [500] }).toBe('')
  expect(Date.now() - begun).toBeGreaterThan(CLIPBOARD_MS - 1_000)
})

test('C15: a saved export is whole and for the person alone, also over a file that was not; nothing else holds a value', async ({
  startDesk,
  startService,
  folder,
}) => {
  const service = await startService()
  const desk = await startDesk()
  await connect(desk.page, service)
  await expect(sessionRows(desk.page).first()).toBeVisible()
  const { readId } = await read(desk)
  const filePath = join(folder, 'cookies.txt')
  writeFileSync(filePath, 'older', { mode: 0o644 })
  await desk.answer('showSaveDialog', { canceled: false, filePath })
  const request = { readId, ids: null, format: 'netscape', url: null, includeExpired: false } as const
  const saved = await desk.page.evaluate((input) => window.desk.invoke('cookies.saveExport', input), request)
  expect(saved).toMatchObject({ ok: true, value: { name: 'cookies.txt' } })
  expect(readFileSync(filePath, 'utf8')).toContain(
    `#HttpOnly_portal.northgate.example\tFALSE\t/\tTRUE\t0\t__Host-session\t${VALUE}`,
  )
  if (process.platform !== 'win32') expect(statSync(filePath).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['cookies.txt'])

  const kept = await desk.page.evaluate(
    (id) => window.desk.invoke('snapshots.keep', { readId: id, label: null }),
    readId,
  )
  expect(kept).toMatchObject({ ok: true })
  const files = readdirSync(desk.userData, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files)
    expect(readFileSync(join(parentPath, name)).includes(VALUE), `${name} holds a value`).toBe(false)
  expect(JSON.stringify(await desk.recorded()) + desk.stdout() + desk.stderr()).not.toContain(VALUE)
})
