import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cellsOf } from '../../../electron/core/ids/table-ids.ts'
import { seriousFindings } from '../../steps/accessibility.ts'
import { expect, filterField, sessionRows, test, toast } from '../../steps/fixtures.ts'

const total = (page: import('@playwright/test').Page, text: string) =>
  page.evaluate(async (query) => {
    const found = await window.desk.invoke('sessions.query', { text: query, limit: 1 })
    return found.ok ? found.value.total : -1
  }, text)

const FAILED = 200
const timedOut = (n: number, createdAt: number) => ({
  id: `timeout-${n}`,
  title: `Slow ${n}`,
  status: 'error',
  createdAt,
  closedAt: createdAt + 60_000,
  error: `Timeout after ${31 + n} s`,
  closeReason: null,
  browserType: 'chromium',
  viewport: null,
  steps: [],
  replay: { kind: 'ready' as const, recording: 'shop-checkout', playlist: 'ts' as const, startMs: 0 },
})

test('groups sessions by error, folds by keyboard as a tree, judges a whole group with one undo', async ({
  startConnected,
}) => {
  const { page, service } = await startConnected()
  for (let n = 0; n < 4; n += 1) service.add(timedOut(n, Date.now() - n * 1_000))
  await page.getByRole('button', { name: /^Refresh/ }).click()
  await expect(sessionRows(page)).toHaveCount(18)
  await page.keyboard.press('g')
  const tree = page.getByRole('treegrid', { name: 'Sessions by group' })
  const rows = tree.getByRole('row')
  await expect(rows.nth(0)).toContainText('No error')
  await expect(rows.nth(1)).toContainText('Timeout after # s')
  await expect(rows.nth(1)).toContainText('4 sessions, 4 not reviewed')
  expect(await seriousFindings(page)).toEqual([])

  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'true')
  await expect(rows.nth(2)).toContainText('Slow 0')
  await page.keyboard.press('ArrowRight')
  await expect(tree).toHaveAttribute('aria-activedescendant', (await rows.nth(2).getAttribute('id')) ?? 'none')
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(rows.nth(1)).toHaveAttribute('aria-expanded', 'false')

  await page.keyboard.press('Shift+2')
  await expect(toast(page, 'Set the verdict Fail on 4 sessions.')).toBeVisible()
  await expect(rows.nth(1)).toContainText('4 sessions, all reviewed')
  expect(await total(page, 'verdict:fail')).toBe(4)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(rows.nth(1)).toContainText('4 sessions, 4 not reviewed')
  await page.keyboard.press('Escape')

  // What takes no time is not seen, so that what the bar said meanwhile is collected.
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('[aria-label="Selected sessions"] [role=status]'))
        said.push(status.textContent)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
  await page.keyboard.press('Shift+2')
  await expect(rows.nth(1)).toContainText('4 sessions, all reviewed')
  expect(await page.evaluate(() => (window as unknown as { said: string[] }).said)).toContain('Saving: 0 of 4')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(rows.nth(1)).toContainText('4 sessions, 4 not reviewed')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Group', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Status' }).click()
  await expect(rows.filter({ hasText: 'Timed out' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Group', exact: true }).click()
  await page.getByRole('menuitem', { name: 'No groups' }).click()
  await expect(sessionRows(page)).toHaveCount(18)
})

test('5,000 sessions: finds those that failed yesterday with one error, judges all, archives them and hands over two, by keyboard', async ({
  startConnected,
  folder,
}) => {
  const { page, service, answer } = await startConnected({
    sessionCount: 5_000,
    rateLimit: { limit: 1_000, windowS: 60 },
  })
  const today = new Date()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1, 12).getTime()
  for (let n = 0; n < FAILED; n += 1) service.add(timedOut(n, yesterday + n * 1_000))
  await page.getByRole('button', { name: /^Refresh/ }).click()
  const wanted = 'is:failed on:yesterday error:timeout'
  await expect.poll(() => total(page, wanted), { timeout: 60_000 }).toBe(FAILED)
  await expect.poll(() => total(page, ''), { timeout: 60_000 }).toBe(5_014 + FAILED)
  const begun = Date.now()

  await page.keyboard.press('/')
  await page.keyboard.type(`${wanted} `)
  await page.keyboard.press('Enter')
  await page.keyboard.press('g')
  const row = page.getByRole('treegrid').getByRole('row').first()
  await expect(row).toContainText('Timeout after # s')
  await page.keyboard.press('Home')
  await page.keyboard.press('x')
  const bar = page.getByRole('toolbar', { name: 'Selected sessions' })
  await expect(bar).toContainText(`${FAILED} selected`)
  await page.keyboard.press('Shift+2')
  await expect(toast(page, /^Set the verdict Fail on/)).toBeVisible()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Archive selected sessions' })
  await expect(dialog.getByRole('button', { name: /^Archive \d/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, /^Queued/)).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(sessionRows(page).first()).toContainText('Slow 199')
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar).toContainText('2 selected')
  await page.keyboard.press('Shift+E')
  const file = join(folder, 'two.csv')
  await answer('showSaveDialog', { canceled: false, filePath: file })
  await expect(page.getByRole('dialog', { name: 'Export reviews' }).getByRole('button', { name: 'Save' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Saved 2 reviews as two.csv.')).toBeVisible()
  console.log(`Found, judged, archived and handed over in ${((Date.now() - begun) / 1_000).toFixed(1)} s`)

  const [, ...handed] = readFileSync(file, 'utf8')
    .trim()
    .split('\r\n')
    .map((line) => cellsOf(line))
  expect(handed.map(([id, , verdict]) => [id, verdict])).toEqual([
    ['timeout-199', 'fail'],
    ['timeout-198', 'fail'],
  ])
  expect(await total(page, `${wanted} verdict:fail`)).toBe(FAILED)
  await expect(filterField(page)).toHaveValue(`${wanted} `)
})
