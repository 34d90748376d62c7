import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import type { Desk } from '../../host/drive/drive.ts'
import { connect, connectAs, expect, openSession, playsPast, sessionRows, showTab, test } from '../../steps/fixtures.ts'

/** What is typed is kept, whatever ends the program, and for the account it was typed in. */
const WORDS = 'the last words'

const library = <T>(folder: string, use: (db: DatabaseSync) => T): T => {
  const db = new DatabaseSync(join(folder, 'library.sqlite'))
  try {
    return use(db)
  } finally {
    db.close()
  }
}
/** What a person wrote: the sample sessions have titles alone. */
const WRITTEN = "SELECT account_id, note, tags FROM reviews WHERE note IS NOT NULL OR tags <> '[]'"
const reviews = (folder: string): Record<string, unknown>[] => library(folder, (db) => db.prepare(WRITTEN).all())
/** Makes every saving of a review fail until it is taken away again. */
const refuseReviews = (folder: string, refuse: boolean): void =>
  library(folder, (db) => {
    for (const when of ['INSERT', 'UPDATE'])
      db.exec(
        refuse
          ? `CREATE TRIGGER refuse_${when} BEFORE ${when} ON reviews BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`
          : `DROP TRIGGER refuse_${when}`,
      )
  })

const noteField = (page: Page) => page.getByRole('textbox', { name: 'Note', exact: true })
const writeNote = async (page: Page, text: string): Promise<void> => {
  await sessionRows(page).first().click()
  await noteField(page).click()
  await page.keyboard.type(text)
}

type Way = (desk: Desk) => Promise<unknown>
const quit: Way = ({ main }) => main.evaluate(({ app }) => app.quit())
const signal =
  (name: NodeJS.Signals): Way =>
  async ({ pid }) =>
    process.kill(pid, name)
const ways: [string, number, Way][] = [
  ['app.quit() after 100 ms', 100, quit],
  ['app.quit() after 300 ms', 300, quit],
  ['SIGTERM', 100, signal('SIGTERM')],
  ['SIGHUP', 100, signal('SIGHUP')],
  ['SIGINT', 100, signal('SIGINT')],
  ['main closes the window', 100, ({ main }) => main.evaluate((e) => e.BrowserWindow.getAllWindows()[0]?.close())],
  ['the page is closed', 100, ({ page }) => page.close()],
]
for (const [name, ms, end] of ways) {
  test(`L01: keeps the last keystroke of a note when the program ends (${name})`, async ({ folder, startDesk }) => {
    const desk = await startDesk({ userData: folder, args: ['--demo'] })
    await writeNote(desk.page, WORDS)
    await desk.page.waitForTimeout(ms)
    await end(desk).catch(() => {}) // the answer may be lost with the process
    await desk.exited
    expect(reviews(folder)).toMatchObject([{ note: WORDS }])
  })
}

test('L01: keeps a half-typed tag and the note of a moment when the program quits', async ({ folder, startDesk }) => {
  const desk = await startDesk({ userData: folder, args: ['--demo'] })
  const { page } = desk
  await openSession(page, 'b8f4')
  await playsPast(page, 0.3)
  await showTab(page, 'Notes')
  await page.getByRole('textbox', { name: 'Tags' }).click()
  await page.keyboard.type('half')
  await page.getByRole('button', { name: /^Add note/ }).click()
  await page.keyboard.type(WORDS)
  await quit(desk)
  await desk.exited
  expect(reviews(folder)).toMatchObject([{ tags: '["half"]' }])
  expect(library(folder, (db) => db.prepare('SELECT text FROM marks').all())).toMatchObject([{ text: WORDS }])
})

test('L01: keeps a settings field that the caret is still in', async ({ folder, startDesk }) => {
  const desk = await startDesk({ userData: folder, args: ['--demo'] })
  const { page } = desk
  await expect(sessionRows(page).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+,')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Archive' }).click()
  await page.getByLabel('File names').fill('{session} kept')
  await quit(desk)
  await desk.exited
  const again = await startDesk({ userData: folder, args: ['--demo'] })
  await expect(again.page.getByLabel('File names')).toHaveValue('{session} kept') // starts where it was left
})

test('L01: says that a note is not saved yet, retries by itself, and asks before it quits', async ({
  folder,
  startDesk,
}) => {
  const desk = await startDesk({ userData: folder, args: ['--demo'] })
  const { page } = desk
  await expect(sessionRows(page).first()).toBeVisible()
  refuseReviews(folder, true)
  await writeNote(page, WORDS)
  await expect(page.getByText('Not saved yet · Retrying')).toBeVisible()
  await expect(page.getByText("Couldn't save. Your text is kept here.")).toBeVisible()

  await desk.answer('showMessageBox', { response: 0, checkboxChecked: false })
  await quit(desk)
  const questions = async () => (await desk.recorded()).filter(({ what }) => what === 'showMessageBox')
  await expect.poll(questions).toHaveLength(1)
  expect((await questions())[0]).toMatchObject({
    options: { message: 'A change couldn’t be saved', buttons: ['Cancel', 'Quit without saving'] },
  })
  await expect(noteField(page)).toHaveValue(WORDS)

  refuseReviews(folder, false)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 20_000 })
  expect(reviews(folder)).toMatchObject([{ note: WORDS }])
  await quit(desk)
  expect(await desk.exited).toBe(0)
})

test('L02: a note stays with the account it was typed in when another one becomes active', async ({
  folder,
  startDesk,
  startService,
}) => {
  const service = await startService()
  const desk = await startDesk({ userData: folder })
  const { page } = desk
  const { baseUrl, key } = service
  await connect(page, { key, baseUrl: baseUrl.replace('127.0.0.1', 'localhost') })
  await expect(sessionRows(page).first()).toBeVisible()
  await connectAs(page, { baseUrl, key }, 'Second')
  await expect(page.getByRole('button', { name: /Second/ }).first()).toBeVisible()
  await expect(sessionRows(page).first()).toBeVisible()
  const [first, second] = await page.evaluate(async () => {
    const accounts = await window.desk.invoke('accounts.list', undefined)
    const list = accounts.ok ? accounts.value : []
    return [list.find(({ active }) => !active)?.id ?? '', list.find(({ active }) => active)?.id ?? '']
  })
  await writeNote(page, 'written for the second')
  await page.waitForTimeout(100)
  await page.evaluate((accountId) => window.desk.invoke('accounts.activate', { accountId }), first)
  await expect.poll(() => reviews(folder)).toMatchObject([{ account_id: second, note: 'written for the second' }])
  await sessionRows(page).first().click()
  await expect(noteField(page)).toHaveValue('')
})
