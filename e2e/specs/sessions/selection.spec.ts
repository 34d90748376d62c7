import type { Page } from '@playwright/test'
import { seriousFindings } from '../../steps/accessibility.ts'
import { expect, sessionRows, test, toast } from '../../steps/fixtures.ts'

test.use({ shared: true })

const total = (page: Page, text: string) =>
  page.evaluate(async (query) => {
    const found = await window.desk.invoke('sessions.query', { text: query, limit: 1 })
    return found.ok ? found.value.total : -1
  }, text)

test('selects several sessions by pointer and keys, as in Archive, and lets go with Esc', async ({
  startConnected,
}) => {
  const { page } = await startConnected()
  const rows = sessionRows(page)
  const selected = rows.and(page.locator('[aria-selected=true]'))
  const bar = page.getByRole('toolbar', { name: 'Selected sessions' })

  await rows.nth(1).click()
  await expect(selected).toHaveCount(1)
  await expect(bar).toHaveCount(0)
  await rows.nth(4).click({ modifiers: ['Shift'] })
  await expect(selected).toHaveCount(4)
  await expect(bar).toContainText('4 selected')
  await rows.nth(6).click({ modifiers: ['ControlOrMeta'] })
  await rows.nth(2).click({ modifiers: ['ControlOrMeta'] })
  await expect(selected).toHaveCount(4)

  await page.keyboard.press('Escape')
  await expect(selected).toHaveCount(1)
  await expect(bar).toHaveCount(0)

  await page.keyboard.press('Home')
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await expect(bar).toContainText('2 selected')
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(bar).toContainText('4 selected')
  await page.keyboard.press('Shift+ArrowUp')
  await expect(bar).toContainText('3 selected')
  expect(await seriousFindings(page)).toEqual([])

  // A row's menu keeps what is selected when the row is part of it.
  await rows.nth(0).click({ button: 'right' })
  await page.keyboard.press('Escape')
  await expect(bar).toContainText('3 selected')
})

/** Keys as fast as a program can press them: what the first one opens has not been read at the second. */
const pressAtOnce = (
  page: Page,
  keys: readonly Pick<KeyboardEventInit, 'key' | 'code' | 'shiftKey'>[],
): Promise<void> =>
  page.evaluate(async (list) => {
    for (const key of list) {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }))
      await Promise.resolve() // as between two events: what the first one changed is drawn
    }
  }, keys)

test('keys are kept while what they are for is being read', async ({ startConnected }) => {
  const { page } = await startConnected()
  const rows = sessionRows(page)
  const selected = rows.and(page.locator('[aria-selected=true]'))
  await rows.nth(1).click()
  await expect(selected).toHaveCount(1)
  await expect(selected.getByText('Fail', { exact: true })).toHaveCount(0)
  // The bar of several rows is read with the first selection; the verdict is one for all of them.
  const down = { key: 'ArrowDown', code: 'ArrowDown', shiftKey: true }
  await pressAtOnce(page, [down, down, { key: '@', code: 'Digit2', shiftKey: true }])
  await expect(selected).toHaveCount(3)
  await expect(selected.getByText('Fail', { exact: true })).toHaveCount(3)

  // A view is read when it is first opened.
  const archive = page.getByRole('navigation').getByRole('button', { name: 'Archive', exact: true })
  await archive.evaluate(async (button: HTMLButtonElement) => {
    button.click()
    await Promise.resolve()
    button.dispatchEvent(new KeyboardEvent('keydown', { key: '/', code: 'Slash', bubbles: true, cancelable: true }))
  })
  await expect(page.getByPlaceholder(/Filter/)).toBeFocused()
})

test('judges, tags and archives all that match, also 5,000 that were never loaded, each with one undo', async ({
  startConnected,
}) => {
  const many = { sessionCount: 5_000, rateLimit: { limit: 1_000, windowS: 60 } }
  const { page } = await startConnected(many, { own: true }) // the archive keeps what had begun before the undo
  const bar = page.getByRole('toolbar', { name: 'Selected sessions' })
  await expect.poll(() => total(page, ''), { timeout: 60_000 }).toBe(5_014)
  await sessionRows(page).first().click()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(bar).toContainText('5,014 selected')

  await page.keyboard.press('Shift+2')
  await expect(toast(page, 'Set the verdict Fail on 5,014 sessions.')).toBeVisible()
  expect(await total(page, 'verdict:fail')).toBe(5_014)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(toast(page, 'Restored 5,014 sessions.')).toBeVisible()
  expect(await total(page, 'verdict:none')).toBe(5_014)

  await page.keyboard.press('t')
  await page.getByRole('textbox', { name: 'Tags for the selected sessions' }).fill('weekly, flaky')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Tagged 5,014 sessions with “weekly” and “flaky”.')).toBeVisible()
  expect(await total(page, 'tag:flaky')).toBe(5_014)
  await expect(bar).toContainText('5,014 selected')

  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Archive selected sessions' })
  await expect(dialog).toContainText('5,014 recordings')
  await dialog.getByRole('button', { name: 'Archive 5,014' }).click()
  await expect(toast(page, 'Queued 5,014 recordings.')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, /^Removed [\d,]+ recordings from the queue/)).toBeVisible({ timeout: 60_000 })
  const queued = await page.evaluate(async () => {
    const found = await window.desk.invoke('archive.query', { limit: 1 })
    return found.ok ? found.value.totals.queued : -1
  })
  expect(queued).toBe(0)
})

test('keeps the selection by id while the list is refreshed', async ({ startConnected }) => {
  const { page, service } = await startConnected()
  const rows = sessionRows(page)
  const bar = page.getByRole('toolbar', { name: 'Selected sessions' })
  await rows.nth(1).click()
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+ArrowDown')
  const selected = rows.and(page.locator('[aria-selected=true]'))
  const names = async () => (await selected.allInnerTexts()).map((text) => text.slice(0, 20))
  // The second key waits for the bar that the first one opens.
  await expect(selected).toHaveCount(2)
  const before = await names()
  service.add({
    id: 'a-newer-one',
    title: 'Newer than all',
    status: 'closed',
    createdAt: Date.now(),
    closedAt: Date.now(),
    error: null,
    closeReason: null,
    browserType: 'chromium',
    viewport: null,
    steps: [],
    replay: { kind: 'ready', recording: 'shop-checkout', playlist: 'ts', startMs: 0 },
  })
  await page.getByRole('button', { name: /^Refresh/ }).click()
  await expect(rows.filter({ hasText: 'Newer than all' })).toHaveCount(1)
  await expect(bar).toContainText('2 selected')
  expect(await names()).toEqual(before)
})
