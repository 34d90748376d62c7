import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cellsOf } from '../../../electron/core/ids/table-ids.ts'
import { seriousFindings } from '../../steps/accessibility.ts'
import { activeAccount, expect, openSample, runCommand, sessionRows, test, toast } from '../../steps/fixtures.ts'

test.use({ shared: true })

test('the list shows how many timed notes a session has, in both densities', async ({ startDesk }) => {
  const { page } = await startDesk()
  await openSample(page)
  const accountId = await activeAccount(page)
  const sessionId = await page.evaluate(async () => {
    const found = await window.desk.invoke('sessions.query', { limit: 1 })
    return found.ok ? (found.value.rows[0]?.sessionId ?? '') : ''
  })
  const note = (text: string) =>
    page.evaluate(
      ([account, id, words]) =>
        window.desk.invoke('marks.add', { accountId: account, sessionId: id, atMs: 1_000, text: words }),
      [accountId, sessionId, text] as const,
    )
  await note('')
  await note('Cart is empty')
  const row = sessionRows(page).first()
  await expect(row.getByRole('img', { name: '1 timed note' })).toBeVisible()
  await note('Back at the start')
  await expect(row.getByRole('img', { name: '2 timed notes' })).toHaveText('2')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Compact rows' }).click()
  await expect(row.getByRole('img', { name: '2 timed notes' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

type Page = import('@playwright/test').Page

/** Gives the first sessions of the list a verdict and a note; answers their ids. */
const judge = async (page: Page, verdict: 'pass' | 'fail', count: number): Promise<string[]> => {
  const accountId = await activeAccount(page)
  return page.evaluate(
    async ([account, given, limit]) => {
      const found = await window.desk.invoke('sessions.query', { limit })
      const ids = found.ok ? found.value.rows.map(({ sessionId }) => sessionId) : []
      for (const sessionId of ids)
        await window.desk.invoke('sessions.review', {
          accountId: account,
          sessionId,
          patch: { verdict: given, note: '=1+1' },
        })
      return ids
    },
    [accountId, verdict, count] as const,
  )
}
const verdictsOf = (page: Page, ids: readonly string[]) =>
  page.evaluate(
    (wanted) =>
      Promise.all(
        wanted.map(async (sessionId) => {
          const found = await window.desk.invoke('sessions.get', { sessionId })
          return found.ok ? found.value.verdict : 'none'
        }),
      ),
    ids,
  )

test('exports the reviews of the view and of selected sessions, by keyboard, as CSV and JSON', async ({
  startDesk,
  folder,
}) => {
  const { page, answer } = await startDesk()
  await openSample(page)
  const [first] = await judge(page, 'fail', 2)
  await page.keyboard.press('Shift+E')
  const dialog = page.getByRole('dialog', { name: 'Export reviews' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeFocused()
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Enter') // the dialog of the system is closed: nothing happens
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  const csv = join(folder, 'reviews.csv')
  await answer('showSaveDialog', { canceled: false, filePath: csv })
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(toast(page, /^Saved 2 reviews as reviews\.csv\. \d+ sessions have no review\./)).toBeVisible()
  const [head = [], ...rows] = readFileSync(csv, 'utf8')
    .trim()
    .split('\r\n')
    .map((line) => cellsOf(line))
  const column = (name: string) => rows.map((cells) => cells[head.indexOf(name)])
  expect([column('verdict'), column('note')]).toEqual([
    ['fail', 'fail'],
    ["'=1+1", "'=1+1"],
  ])

  await sessionRows(page).first().click()
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected sessions' })
  await bar.getByRole('button', { name: 'Export' }).click()
  await expect(dialog).toContainText('1 session.')
  await dialog.getByText('JSON', { exact: true }).click()
  const json = join(folder, 'reviews.json')
  await answer('showSaveDialog', { canceled: false, filePath: json })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Saved 1 review as reviews.json.')).toBeVisible()
  expect(JSON.parse(readFileSync(json, 'utf8')).reviews.map(({ session }: { session: string }) => session)).toEqual([
    first,
  ])
})

test('imports the reviews of another installation, shows conflicts before, and takes all back by one undo', async ({
  startDesk,
  folder,
}) => {
  const { page, answer } = await startDesk()
  await openSample(page)
  const [older = '', newer = '', fresh = ''] = await judge(page, 'pass', 2).then(async (ids) => [
    ...ids,
    await page.evaluate(async () => {
      const found = await window.desk.invoke('sessions.query', { offset: 2, limit: 1 })
      return found.ok ? (found.value.rows[0]?.sessionId ?? '') : ''
    }),
  ])
  const theirs = (session: string, changedAt: number) => ({
    session,
    title: null,
    verdict: 'fail',
    reason: 'Wrong page',
    tags: [],
    note: null,
    marks: [{ atMs: 1_000, text: 'Cart is empty' }],
    verdictAt: null,
    changedAt: new Date(changedAt).toISOString(),
  })
  const file = join(folder, 'theirs.json')
  const write = (version: number) =>
    writeFileSync(
      file,
      JSON.stringify({
        format: 'replay-desk-reviews',
        version,
        reviews: [theirs(older, Date.now() + 1_000), theirs(newer, 1), theirs(fresh, 1)],
      }),
    )
  write(2)
  await answer('showOpenDialog', { canceled: false, filePaths: [file] })
  await runCommand(page, 'Import reviews')
  const dialog = page.getByRole('dialog', { name: 'Import reviews' })
  await expect(dialog).toContainText('This file was written by another version of Replay Desk.')
  expect(await seriousFindings(page)).toEqual([])
  write(1)
  await answer('showOpenDialog', { canceled: false, filePaths: [file] })
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('row')).toHaveCount(3)
  await expect(dialog.getByRole('row').nth(1)).toContainText('Replaced')
  await expect(dialog.getByRole('row').nth(2)).toContainText('Kept')
  const run = dialog.getByRole('button', { name: 'Import 2' })
  await expect(run).toBeFocused()
  expect(await seriousFindings(page)).toEqual([])
  expect(await verdictsOf(page, [older, newer, fresh])).toEqual(['pass', 'pass', null])
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Imported 2 reviews. Added 3 timed notes and marks.')).toBeVisible()
  expect(await verdictsOf(page, [older, newer, fresh])).toEqual(['fail', 'pass', 'fail'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(toast(page, 'Restored 2 sessions.')).toBeVisible()
  expect(await verdictsOf(page, [older, newer, fresh])).toEqual(['pass', 'pass', null])
})

test('copies the finding of the row, and those of selected sessions one after the other', async ({ startDesk }) => {
  const { page } = await startDesk()
  await openSample(page)
  await page.evaluate(() => {
    const copied: string[] = []
    Object.assign(window, { copied })
    navigator.clipboard.writeText = async (text) => void copied.push(text)
  })
  const copied = () => page.evaluate(() => (window as unknown as { copied: string[] }).copied)
  await sessionRows(page).first().click()
  await page.keyboard.press('ControlOrMeta+Shift+C')
  await expect(toast(page, 'Copied the finding.')).toBeVisible()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('ControlOrMeta+Shift+C')
  await expect(toast(page, 'Copied the findings of 2 sessions.')).toBeVisible()
  const [one = '', two = ''] = await copied()
  expect(one.match(/- Link: <replaydesk:/g)).toHaveLength(1)
  expect(two.startsWith(one)).toBe(true)
  expect(two.match(/- Link: <replaydesk:/g)).toHaveLength(2)
})
