import type { Page } from '@playwright/test'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import { expect, filterField, openSession, playsPast, sessionRows, showTab, test, video } from '../../steps/fixtures.ts'

test.use({ shared: true })

/** Judging sessions one after the other: fields, the way back to the list, the way to the next one. */
const { shopCheckout: SESSION } = sampleIds

const tags = (page: Page) => page.getByRole('textbox', { name: 'Tags' })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const selected = (page: Page) => page.getByRole('row', { selected: true })
const stored = (page: Page, sessionId: string) =>
  page.evaluate(async (id) => {
    const row = await window.desk.invoke('sessions.get', { sessionId: id })
    return row.ok ? { title: row.value.title, tags: row.value.tags } : null
  }, sessionId)

test('Esc discards a half-typed tag, leaving the field keeps it as it is, Enter and a comma make tags', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, SESSION)
  await showTab(page, 'Notes')
  await tags(page).click()
  await page.keyboard.type('half')
  await page.keyboard.press('Escape')
  await expect(tags(page)).toHaveValue('')
  await expect(tags(page)).toBeFocused()
  await page.keyboard.type('che')
  await page.getByRole('textbox', { name: 'Note', exact: true }).click()
  await expect(tags(page)).toHaveValue('che')
  expect((await stored(page, SESSION))?.tags).toEqual([])
  await tags(page).click()
  await page.keyboard.press('End')
  await page.keyboard.type('ckout,weekly')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await stored(page, SESSION))?.tags).toEqual(['checkout', 'weekly'])
})

test('Esc in the title takes back what was typed, also what was saved meanwhile', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openSession(page, SESSION)
  await showTab(page, 'Notes')
  const before = await title(page).inputValue()
  await title(page).fill('Another title')
  await expect.poll(async () => (await stored(page, SESSION))?.title).toBe('Another title')
  await page.keyboard.press('Escape')
  await expect(title(page)).toHaveValue(before)
  await expect(title(page)).not.toBeFocused()
  await expect.poll(async () => (await stored(page, SESSION))?.title).toBe(before || null)
})

test('after /, words and the arrow down the first match is selected, and opens', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await sessionRows(page).nth(3).click()
  await page.keyboard.press('/')
  await page.keyboard.type('enamel mugs')
  await page.keyboard.press('ArrowDown') // before the list has followed
  await expect(selected(page)).toContainText('Buy two enamel mugs')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Player' })).toContainText('Buy two enamel mugs')
})

test('the list selects the session watched last; one that the filter leaves out stays until the filter changes', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await page.getByRole('button', { name: 'Not reviewed' }).click()
  await expect(filterField(page)).not.toHaveValue('') // the parser of filters is loaded with the first one
  await filterField(page).fill('October invoices')
  await expect(sessionRows(page)).toHaveCount(2)
  await sessionRows(page).first().click()
  await page.keyboard.press('Space')
  await playsPast(page, 0.2)
  const heading = page.getByRole('region', { name: 'Player' }).getByRole('heading', { level: 1 })
  const first = (await heading.textContent()) ?? ''
  await page.keyboard.press('Shift+N')
  await expect(heading).toContainText('October invoices')
  await expect(heading).not.toHaveText(first)
  const watched = (await heading.textContent()) ?? ''
  await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.paused)).toBe(false) // plays on
  await showTab(page, 'Notes')
  await page.getByRole('button', { name: 'Pass', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(selected(page)).toContainText(watched)
  await expect(selected(page)).toContainText('Pass')
  await expect(title(page)).toHaveAttribute('placeholder', watched) // the service's title, until one is given

  await page.getByRole('button', { name: 'Active', exact: true }).click() // another filter is the next thing done
  await expect(selected(page)).toHaveCount(0)
  await expect(page.getByText('Select a session to see its details and add a verdict.')).toBeVisible()
})
