import type { Page } from '@playwright/test'
import type { SampleService } from '../../../electron/sample/sample-session.ts'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import type { Desk } from '../../host/drive/drive.ts'
import {
  connect,
  connectAs,
  expect,
  openSession,
  playsPast,
  sessionRows,
  showTab,
  test,
  timeOf,
} from '../../steps/fixtures.ts'

/** An arriving link shows its moment, does not take the focus, and stays in its account. */
const { shopCheckout: HERE, ferryTimetable: THERE } = sampleIds

/** As the system hands a link to the program that runs already; without the second process, which takes seconds. */
const arrive = ({ main }: Desk, links: string[], everyMs = 0): Promise<unknown> =>
  main.evaluate(
    async ({ app }, { all, ms }) => {
      for (const link of all) {
        app.emit('second-instance', {}, ['replay-desk', link], '/', undefined)
        if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms))
      }
    },
    { all: links, ms: everyMs },
  )
const link = (sessionId: string, query = ''): string => `replaydesk://session/${sessionId}${query}`
const shown = (page: Page, sessionId: string) =>
  page
    .getByRole('region', { name: 'Player' })
    .getByRole('button', { name: `Copy id ${sessionId}` })
    .first()
const short = (id: string): string => `${id.slice(0, 4)}…${id.slice(-4)}`
const toast = (page: Page) => page.getByRole('alert').filter({ hasText: 'A link was opened' })
const replaysAsked = (service: SampleService): string[] =>
  service.requests.flatMap(({ path }) => (path.endsWith('/replay') ? [path] : []))

test('L03: a link waits while a note is written, and Open shows it; the words go on into the note', async ({
  startDesk,
}) => {
  const desk = await startDesk({ args: ['--demo'] })
  const { page } = desk
  await openSession(page, HERE)
  await playsPast(page, 0.3)
  await showTab(page, 'Notes')
  const note = page.getByRole('textbox', { name: 'Note', exact: true })
  await note.click()
  await page.keyboard.type('wrong price, p')
  await arrive(desk, [link(THERE, '?t=2')])
  await expect(toast(page)).toBeVisible()
  await page.keyboard.type('lease mark as bad, add a tag')
  await expect(note).toHaveValue('wrong price, please mark as bad, add a tag')
  await expect(shown(page, HERE)).toBeVisible()

  await toast(page).getByRole('button', { name: 'Open' }).click()
  await expect(shown(page, THERE)).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
  const marks = (sessionId: string) =>
    page.evaluate((id) => window.desk.invoke('marks.list', { sessionId: id }), sessionId)
  expect(await marks(THERE)).toEqual({ ok: true, value: [] })
  const written = await page.evaluate((id) => window.desk.invoke('sessions.get', { sessionId: id }), HERE)
  expect(written).toMatchObject({ ok: true, value: { note: 'wrong price, please mark as bad, add a tag' } })
})

test('L03: a link waits behind a dialog, whose text stays; of two the last is offered; Dismiss forgets it', async ({
  startDesk,
}) => {
  const desk = await startDesk({ args: ['--demo'] })
  const { page } = desk
  await expect(sessionRows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Add ids' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('pasted-1')
  await arrive(desk, [link(HERE)])
  await expect(toast(page)).toContainText(short(HERE))
  await arrive(desk, [link(THERE)])
  await expect(toast(page)).toContainText(short(THERE))
  await expect(toast(page)).toHaveCount(1)
  await expect(dialog.getByRole('textbox')).toHaveValue('pasted-1')
  await toast(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(toast(page)).toHaveCount(0)
  await expect(dialog.getByRole('textbox')).toHaveValue('pasted-1')
})

test('L03: keys that are pressed as a link takes the screen do nothing to its session', async ({ startDesk }) => {
  const desk = await startDesk({ args: ['--demo'] })
  const { page } = desk
  await openSession(page, HERE)
  await playsPast(page, 0.3)
  await arrive(desk, [link(THERE)])
  await expect(shown(page, THERE)).toBeVisible()
  await page.keyboard.type('ab') // archive, mark
  await page.waitForTimeout(1_500)
  const items = await page.evaluate(
    (id) =>
      Promise.all([
        window.desk.invoke('marks.list', { sessionId: id }),
        window.desk.invoke('archive.plan', { sessionIds: [id] }),
      ]),
    THERE,
  )
  expect(items).toMatchObject([
    { ok: true, value: [] },
    { ok: true, value: { recordings: 1 } },
  ])
})

test('L04: reports a link to an unknown account; stores and requests nothing', async ({ startConnected }) => {
  const desk = await startConnected()
  const { page, service } = desk
  await arrive(desk, [link('nobody-knows-77', '?account=Production%20EU')])
  await expect(page.getByText('There is no account named “Production EU”.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Player' })).toHaveCount(0)
  const row = await page.evaluate(() => window.desk.invoke('sessions.get', { sessionId: 'nobody-knows-77' }))
  expect(row).toMatchObject({ ok: false })
  expect(service.requests.filter(({ path }) => path.includes('nobody-knows'))).toEqual([])
})

test('L05: a link to a session of another account opens the player at its moment, three times of three', async ({
  startDesk,
  startService,
}) => {
  const { baseUrl, key } = await startService()
  const desk = await startDesk()
  const { page } = desk
  await connect(page, { key, baseUrl: baseUrl.replace('127.0.0.1', 'localhost') })
  await expect(sessionRows(page).first()).toBeVisible()
  await connectAs(page, { baseUrl, key }, 'Second')
  const other = await page.evaluate(async () => {
    const accounts = await window.desk.invoke('accounts.list', undefined)
    return accounts.ok ? (accounts.value.find(({ active }) => !active)?.id ?? '') : ''
  })
  for (const account of [other, 'Second', other]) {
    await arrive(desk, [link(HERE, `?t=3&account=${account}`)])
    await toast(page).getByRole('button', { name: 'Open' }).click() // it would switch the account
    await expect(shown(page, HERE)).toBeVisible()
    await expect.poll(() => timeOf(page), { timeout: 30_000 }).toBeCloseTo(3, 0)
    await page.waitForTimeout(1_100) // keys count again
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Player' })).toHaveCount(0)
  }
})

test('L06: of 50 links within a second the last is shown, for the requests of one', async ({ startConnected }) => {
  const desk = await startConnected()
  const { page, service } = desk
  const ids = Array.from({ length: 49 }, (_, nth) => `many-${nth}`)
  const before = replaysAsked(service).length
  await arrive(desk, [...ids.map((id) => link(id)), link(HERE, '?t=3')], 20)
  await expect(shown(page, HERE)).toBeVisible()
  await expect.poll(() => timeOf(page), { timeout: 30_000 }).toBeCloseTo(3, 0)
  const asked = replaysAsked(service).slice(before)
  expect(asked.filter((path) => path.includes('many-')).length).toBeLessThanOrEqual(5)
})
