import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import { seriousFindings } from '../../steps/accessibility.ts'
import {
  connect,
  expect,
  filterField,
  filterToOne,
  openSession,
  sessionRows,
  test,
  timeOf,
  toast,
  video,
} from '../../steps/fixtures.ts'

test.use({ shared: true })

/** Judging a queue of sessions one after the other, by keyboard alone. */
const bar = (page: Page) => page.getByRole('region', { name: 'Review' })
const reason = (page: Page) => page.getByRole('textbox', { name: 'Reason for the verdict' })
const heading = (page: Page) => page.getByRole('region', { name: 'Player' }).getByRole('heading', { level: 1 })
const pressed = (page: Page) => bar(page).locator('[aria-pressed=true]')
const selected = (page: Page) => page.getByRole('row', { selected: true })
const place = (page: Page, text: string) => expect(bar(page)).toContainText(text)
const total = (page: Page, text: string) =>
  page.evaluate(async (query) => {
    const found = await window.desk.invoke('sessions.query', { text: query, limit: 1 })
    return found.ok ? found.value.total : -1
  }, text)
const stored = (page: Page, sessionId: string) =>
  page.evaluate(async (id) => {
    const row = await window.desk.invoke('sessions.get', { sessionId: id })
    return row.ok ? { verdict: row.value.verdict, reason: row.value.verdictReason } : null
  }, sessionId)
const { shopCheckout: SHOP } = sampleIds

/** Begins with the nth session of the list, counted from 1. */
const start = async (page: Page, nth = 1): Promise<void> => {
  await expect(sessionRows(page).first()).toBeVisible()
  await page.keyboard.press('Home')
  for (let n = 1; n < nth; n += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('r')
  await expect(bar(page)).toBeVisible()
}

const COUNT = 200
const REASONS = ['Login loop', 'Wrong page after checkout', 'Captcha'] as const

test('judges two hundred sessions by keyboard alone, killed in between: what was acknowledged is there', async ({
  folder,
  startDesk,
  startService,
}) => {
  test.setTimeout(600_000)
  const made = Object.keys(sampleIds).length
  const service = await startService({ sessionCount: COUNT - made, rateLimit: { limit: 5_000, windowS: 60 } })
  let desk = await startDesk({ userData: folder })
  await connect(desk.page, service)
  await expect(sessionRows(desk.page).first()).toBeVisible()
  await expect.poll(() => total(desk.page, ''), { timeout: 60_000 }).toBe(COUNT)
  await start(desk.page)
  const done = { pass: 0, fail: 0, unsure: 0 }
  const judge = async (n: number): Promise<void> => {
    const { page } = desk
    await place(page, `${n} of ${COUNT}`)
    await place(page, done.fail === 0 ? 'none failed so far' : `${done.fail} failed so far`)
    if (n % 3 === 0) {
      await page.keyboard.press('Shift+Digit2')
      await expect(reason(page)).toBeFocused()
      if (n <= 9) await page.keyboard.type(REASONS[n / 3 - 1] ?? '')
      else await page.keyboard.press(`Alt+Digit${(n % 2) + 1}`)
      await expect(reason(page)).not.toHaveValue('')
      done.fail += 1
    } else {
      await page.keyboard.press(n % 3 === 1 ? 'Shift+Digit1' : 'Shift+Digit3')
      done[n % 3 === 1 ? 'pass' : 'unsure'] += 1
    }
    await expect(pressed(page)).toHaveCount(1)
    await page.keyboard.press('Enter')
  }
  for (let n = 1; n <= 60; n += 1) await judge(n)
  await place(desk.page, `61 of ${COUNT}`) // the sixtieth is acknowledged
  await desk.page.keyboard.press('Shift+Digit2')
  await desk.kill()

  desk = await startDesk({ userData: folder })
  await expect(sessionRows(desk.page).first().or(bar(desk.page))).toBeVisible()
  if (!(await bar(desk.page).isVisible())) {
    await expect(desk.page.getByText(`Review of ${COUNT} sessions: 60 done`)).toBeVisible()
    await desk.page.keyboard.press('r')
    await expect(desk.page.getByRole('dialog', { name: 'Start a review' })).toContainText('60 done')
    await desk.page.keyboard.press('Enter')
  }
  await place(desk.page, `61 of ${COUNT}`)
  expect(await total(desk.page, 'verdict:none')).toBe(COUNT - 60)
  expect(await total(desk.page, 'verdict:fail')).toBe(done.fail)
  for (let n = 61; n <= COUNT; n += 1) await judge(n)
  await expect(desk.page.getByRole('heading', { name: `Reviewed ${COUNT} sessions` })).toBeVisible()
  for (const verdict of ['pass', 'fail', 'unsure'] as const)
    expect(await total(desk.page, `verdict:${verdict}`), verdict).toBe(done[verdict])
  await desk.page.keyboard.press('Enter')
  await expect(sessionRows(desk.page).first()).toBeVisible()
  await expect(desk.page.getByText('Review of', { exact: false })).toHaveCount(0)
})

test('opens at the failure, else before the end, and plays at the speed of the person', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await expect(sessionRows(page).first()).toBeVisible()
  await page.evaluate(() => window.desk.invoke('settings.set', { playbackRate: 0.5 }))
  await filterField(page).fill('October invoices')
  await expect(sessionRows(page)).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await start(page)
  const rate = () => video(page).evaluate((element: HTMLVideoElement) => [element.playbackRate, element.paused])
  const fromEnd = () => video(page).evaluate((element: HTMLVideoElement) => element.duration - element.currentTime)
  await expect.poll(rate).toEqual([0.5, false])
  expect(await fromEnd()).toBeLessThanOrEqual(10.1)
  await page.keyboard.press('Shift+Digit1')
  await page.keyboard.press('Enter')
  await place(page, '2 of 2')
  await expect(toast(page, 'Starts at the failure')).toBeVisible()
  await expect.poll(rate).toEqual([0.5, false])
  await expect(page.getByRole('group', { name: 'Failure' })).toContainText('Failed at 0:56')
  expect(await timeOf(page)).toBeGreaterThan(54) // two seconds before it, of 62
})

test('undoes to the session it was, skips, goes back, and leaves to the list; a later R resumes with what was typed', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await start(page, 3)
  await place(page, '3 of 14')
  await expect(heading(page)).toContainText('enamel mugs')
  await page.keyboard.press('Shift+Digit2')
  await page.keyboard.type('Cart is empty')
  await page.keyboard.press('Enter')
  await place(page, '4 of 14')
  await place(page, '1 failed so far')
  expect(await stored(page, SHOP)).toEqual({ verdict: 'fail', reason: 'Cart is empty' })

  await page.keyboard.press('ControlOrMeta+z')
  await place(page, '3 of 14')
  await expect(heading(page)).toContainText('enamel mugs')
  expect(await stored(page, SHOP)).toEqual({ verdict: null, reason: null })
  await expect(reason(page)).toHaveValue('Cart is empty') // to be corrected
  await expect(pressed(page)).toHaveText(/Fail/)
  await page.keyboard.press('Enter')
  await place(page, '4 of 14')
  expect(await stored(page, SHOP)).toEqual({ verdict: 'fail', reason: 'Cart is empty' })

  await page.keyboard.press('Enter')
  await place(page, 'Select Pass, Fail or Unsure first.')
  // A verdict without recent reasons takes no room away: the picture stays where it is.
  const before = await bar(page).boundingBox()
  await page.keyboard.press('Shift+Digit1')
  await place(page, 'No recent reasons for Pass')
  expect(await bar(page).boundingBox()).toEqual(before)
  await page.keyboard.press('Shift+Digit1')
  await page.keyboard.press('Shift+KeyN')
  await place(page, '5 of 14')
  await page.keyboard.press('Shift+KeyP')
  await place(page, '4 of 14')
  const title = 'Download October invoices, seco'
  await expect(heading(page)).toContainText(title)
  await page.keyboard.press('/')
  await page.keyboard.type('slow')
  await page.keyboard.press('Escape')
  await expect(reason(page)).not.toBeFocused()
  await page.keyboard.press('Escape')
  await expect(selected(page)).toContainText(title)
  await expect(page.getByText('Review of 14 sessions: 2 done')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await seriousFindings(page), colorScheme).toEqual([])
  }

  await page.keyboard.press('r')
  await expect(page.getByRole('button', { name: 'Resume' }).last()).toBeFocused()
  await page.keyboard.press('Enter')
  await place(page, '4 of 14')
  await expect(reason(page)).toHaveValue('slow')
  await page.keyboard.press('Escape')
  const line = page.getByText('Review of 14 sessions: 2 done')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(line).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(line).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(line).toHaveCount(0)
  expect((await stored(page, SHOP))?.verdict).toBe('fail')
})

test('reviews what is selected; the summary goes back, or on with what was skipped', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await page.setViewportSize({ width: 960, height: 600 })
  await expect(sessionRows(page).first()).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('r')
  await place(page, '1 of 2')
  await page.keyboard.press('Shift+Digit3')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await seriousFindings(page), colorScheme).toEqual([])
  }
  await page.keyboard.press('Escape') // out of the field
  await page.keyboard.press('Shift+KeyN')
  await place(page, '2 of 2')
  await page.keyboard.press('Shift+KeyN')
  const summary = page.getByRole('heading', { name: 'Went through 2 sessions' })
  await expect(summary).toBeVisible()
  await place(page, 'Skipped2')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await seriousFindings(page), colorScheme).toEqual([])
  }
  await page.keyboard.press('ControlOrMeta+z')
  await place(page, '2 of 2')
  await page.keyboard.press('Shift+KeyN')
  await expect(summary).toBeVisible()
  await page.keyboard.press('r')
  await place(page, '1 of 2')
  await expect(pressed(page)).toHaveText(/Unsure/) // what was selected before it was skipped
  await page.keyboard.press('Enter')
  await place(page, '2 of 2')
  await page.keyboard.press('Shift+Digit1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Reviewed 2 sessions' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sessionRows(page).first()).toBeVisible()
  await expect(page.getByText(/^Review of/)).toHaveCount(0)
})

test('continues after a restart where it was', async ({ folder, startDesk }) => {
  const desk = await startDesk({ userData: folder, args: ['--demo'] })
  await start(desk.page)
  await desk.page.keyboard.press('Shift+Digit1')
  await desk.page.keyboard.press('Enter')
  await place(desk.page, '2 of 14')
  const title = 'Watch ferry prices to Storholm'
  await expect(heading(desk.page)).toHaveText(title)
  await desk.close()
  const { page } = await startDesk({ userData: folder, args: ['--demo'] })
  await place(page, '2 of 14')
  await expect(heading(page)).toHaveText(title)
})

test('what could not be stored stays, with the reason why', async ({ folder, startDesk }) => {
  const { page } = await startDesk({ userData: folder, args: ['--demo'] })
  const refuse = (sql: string) => {
    const db = new DatabaseSync(join(folder, 'library.sqlite'))
    db.exec(sql)
    db.close()
  }
  await start(page)
  refuse("CREATE TRIGGER refuse BEFORE INSERT ON reviews BEGIN SELECT RAISE(ABORT, 'refused by the test'); END")
  await page.keyboard.press('Shift+Digit2')
  await page.keyboard.type('Login loop')
  await page.keyboard.press('Enter')
  await place(page, "Couldn't save the verdict.")
  await place(page, '1 of 14')
  await expect(reason(page)).toHaveValue('Login loop')
  refuse('DROP TRIGGER refuse')
  await page.keyboard.press('Enter')
  await place(page, '2 of 14')
  await place(page, '1 failed so far')
})

test('theatre lasts from one session to the next, with the bar above the picture', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await start(page)
  await page.keyboard.press('t')
  await expect(heading(page)).toHaveCount(0)
  await page.keyboard.press('Shift+Digit1')
  await page.keyboard.press('Enter')
  await place(page, '2 of 14')
  await expect(heading(page)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(heading(page)).toBeVisible()
  await page.keyboard.press('Shift+KeyN')
  await place(page, '3 of 14')
  await expect(heading(page)).toBeVisible()
})

test('in the player R starts a review at its session, and P turns the loop on and off', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, SHOP)
  const loop = page.getByRole('button', { name: 'Loop on or off' })
  await expect(loop).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => timeOf(page)).toBeGreaterThan(0)
  await page.keyboard.press('p')
  await expect(loop).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('p')
  await expect(loop).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('r')
  await place(page, '1 of 1')
  await expect(heading(page)).toContainText('enamel mugs')
  await page.keyboard.press('Escape')
  await filterToOne(page, SHOP)
  await expect(page.getByText('Review of 1 session: 0 done')).toBeVisible()
})
