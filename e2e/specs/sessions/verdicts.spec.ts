import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import { seriousFindings } from '../../steps/accessibility.ts'
import {
  activeAccount,
  expect,
  filterToOne,
  openSession,
  runCommand,
  sessionRows,
  showTab,
  test,
  toast,
} from '../../steps/fixtures.ts'

test.use({ shared: true })

/** Verdicts by key, in the list and in the player. */
const { shopCheckout: SESSION } = sampleIds

test('Shift+1, 2 and 3 judge the selected session; the same key again and Undo take it back', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await filterToOne(page, SESSION)
  const row = sessionRows(page).first()
  await row.click()
  await page.keyboard.press('Shift+Digit2')
  await expect(row.getByRole('gridcell', { name: 'Fail', exact: true })).toBeVisible()
  await expect(toast(page, 'Verdict: Fail ·')).toBeVisible()
  await page.keyboard.press('Shift+Digit3')
  await expect(row.getByRole('gridcell', { name: 'Unsure', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByRole('gridcell', { name: 'Fail', exact: true })).toBeVisible()
  await row.click()
  await page.keyboard.press('Shift+Digit2')
  await expect(toast(page, 'Verdict removed ·')).toBeVisible()
  await expect(row.getByRole('gridcell', { name: 'Fail', exact: true })).toHaveCount(0)
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Pass' }).click()
  await expect(row.getByRole('gridcell', { name: 'Pass', exact: true })).toBeVisible()
})

test('in the player the keys judge as well, the header shows it, and fields keep their keys', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, SESSION)
  const header = page.getByRole('region', { name: 'Player' }).locator('header')
  await page.keyboard.press('Shift+Digit1')
  await expect(header.getByText('Pass', { exact: true })).toBeVisible()
  await expect(toast(page, 'Verdict: Pass')).toBeVisible()
  await toast(page, 'Verdict: Pass').getByRole('button', { name: 'Undo' }).click()
  await expect(header.getByText('Pass', { exact: true })).toHaveCount(0)
  await showTab(page, 'Notes')
  const tags = page.getByRole('textbox', { name: 'Tags' })
  await tags.click()
  await page.keyboard.press('Shift+Digit2')
  await expect(tags).toHaveValue('@')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await runCommand(page, 'Verdict: Unsure')
  await expect(header.getByText('Unsure', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unsure', exact: true })).toHaveAttribute('aria-pressed', 'true')
})

test('timed notes are listed in the Notes tab: arrows move, Enter edits, Delete removes, Undo restores', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await expect(sessionRows(page).first()).toBeVisible()
  await page.evaluate(
    async ([accountId, sessionId]) => {
      const before = await window.desk.invoke('marks.list', { sessionId })
      for (const { id } of before.ok ? before.value : []) await window.desk.invoke('marks.remove', { accountId, id })
      for (const [index, text] of ['Cart opens', 'Price is wrong'].entries())
        await window.desk.invoke('marks.add', { accountId, sessionId, atMs: (index + 1) * 1_000, text })
    },
    [await activeAccount(page), SESSION] as const,
  )
  await openSession(page, SESSION)
  await showTab(page, 'Notes')
  const notes = page.getByRole('list', { name: 'Timed notes' }).getByRole('button')
  await expect(notes).toHaveCount(2)
  expect(await seriousFindings(page)).toEqual([])
  await notes.first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(notes.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Note text' }).fill('Price is 10 too high')
  await page.keyboard.press('Enter')
  await expect(notes.nth(1)).toContainText('Price is 10 too high')
  await expect(notes.nth(1)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(notes).toHaveCount(1)
  await expect(notes.first()).toBeFocused()
  await toast(page, 'Note removed').getByRole('button', { name: 'Undo' }).click()
  await expect(notes).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+Shift+KeyC')
  await expect(toast(page, /^Copied the finding/)).toBeVisible()
})
