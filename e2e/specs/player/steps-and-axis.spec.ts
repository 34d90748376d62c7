import type { Page } from '@playwright/test'
import { seriousFindings } from '../../steps/accessibility.ts'
import {
  expect,
  filterField,
  openSession,
  playsPast,
  sessionRows,
  showTab,
  test,
  timeOf,
  video,
} from '../../steps/fixtures.ts'

test.use({ analysis: true, shared: true })

const steps = (page: Page) => page.getByRole('list', { name: 'Steps' }).getByRole('button')
const stepMarks = (page: Page) => page.getByRole('group', { name: 'Steps' }).getByRole('button')
const currentStep = (page: Page) => page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')

/** Opens a session, and stops it at its start once it plays. */
const openStill = async (page: Page, title: string): Promise<void> => {
  await openSession(page, title)
  await playsPast(page, 0.2)
  await page.keyboard.press('k')
  await page.keyboard.press('Home')
  await expect.poll(() => timeOf(page)).toBe(0)
}

test('a failed session shows where and why it failed, two keys from the list', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await filterField(page).fill('October invoices')
  await expect(sessionRows(page)).toHaveCount(2)
  await sessionRows(page).filter({ hasText: 'first try' }).click()
  await page.keyboard.press('Enter')
  const failure = page.getByRole('group', { name: 'Failure' })
  await expect(failure).toContainText('Failed at 0:56 · Login failed: wrong one-time code')
  await expect.poll(() => video(page).evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(1)
  await page.keyboard.press('e')
  await expect.poll(() => timeOf(page)).toBeCloseTo(56.334, 2)
  await expect(currentStep(page)).toContainText('Wrong one-time code')
  expect(await seriousFindings(page)).toEqual([])

  await page.keyboard.press('Shift+P') // the newer one that did not fail has no such line
  await expect(page.getByRole('heading', { name: /second try/ })).toBeVisible()
  await expect(failure).toHaveCount(0)
})

test('the steps follow the playhead, are found by words, and lead to their moments by keyboard', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openStill(page, 'October invoices, first try')
  await expect(steps(page)).toHaveCount(14)
  await expect(currentStep(page)).toContainText('https://portal.northgate.example/')

  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(() => timeOf(page)).toBeCloseTo(8.609, 2)
  await page.keyboard.press('Alt+ArrowDown')
  await expect(currentStep(page)).toContainText('#password')
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(() => timeOf(page)).toBeCloseTo(8.609, 2)

  const search = page.getByRole('searchbox', { name: 'Search steps' })
  await search.fill('wrong CODE')
  await expect(steps(page)).toHaveCount(3)
  await page.keyboard.press('Tab') // past the button that clears the search
  await page.keyboard.press('Tab')
  await expect(steps(page).first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(steps(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(() => timeOf(page)).toBeCloseTo(45.925, 2)
  await search.fill('nothing like this')
  await expect(page.getByText('No step matches “nothing like this”.')).toBeVisible()

  await stepMarks(page).last().focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect.poll(() => timeOf(page)).toBeCloseTo(54.556, 2)
})

test('the axis zooms at the pointer, pans by dragging, and a double click shows everything again', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openStill(page, 'October invoices, first try')
  await expect(stepMarks(page)).toHaveCount(14)
  const placeOf = async (name: RegExp) => {
    const box = await stepMarks(page).filter({ visible: true }).and(page.getByRole('button', { name })).boundingBox()
    return box ? box.x + box.width / 2 : Number.NaN
  }
  const signIn = /Step at 0:23\.4/
  const before = await placeOf(signIn)
  const lane = await page.getByRole('group', { name: /^Activity/ }).boundingBox()
  if (!lane) throw new Error('no activity lane')
  const y = lane.y + lane.height / 2
  await page.mouse.move(before, y)
  await expect(page.getByRole('tooltip')).toContainText('0:23')
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -300)
  await page.keyboard.up('Control')
  await expect.poll(() => stepMarks(page).count()).toBeLessThan(14)
  expect(Math.abs((await placeOf(signIn)) - before)).toBeLessThan(2)

  const at = await timeOf(page)
  await page.mouse.down()
  await page.mouse.move(before - 150, y, { steps: 5 })
  await page.mouse.up()
  expect(Math.abs((await placeOf(signIn)) - (before - 150))).toBeLessThan(3)
  expect(await timeOf(page)).toBe(at) // a drag is no click

  await page.mouse.dblclick(before, y)
  await expect(stepMarks(page)).toHaveCount(14)
  await expect.poll(() => timeOf(page)).toBeGreaterThan(20) // and a click goes to what was there

  await page.keyboard.press('=')
  await page.keyboard.press('=')
  await expect.poll(() => stepMarks(page).count()).toBeLessThan(14)
  await page.keyboard.press('-')
  await page.keyboard.press('z')
  await expect(stepMarks(page)).toHaveCount(14)
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(() => stepMarks(page).count()).toBeLessThan(14)
})

test('arrow keys go through the tabs of the inspector, which is where one left it the next time', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await openStill(page, 'Buy two enamel mugs')
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await expect(tab('Steps')).toHaveAttribute('aria-selected', 'true')
  await tab('Steps').focus()
  for (const name of ['Screens', 'Notes', 'Details', 'Steps']) {
    await page.keyboard.press('ArrowRight')
    await expect(tab(name)).toBeFocused()
    await expect(page.getByRole('tabpanel', { name })).toBeVisible()
    expect(await seriousFindings(page), name).toEqual([])
  }
  await showTab(page, 'Details')
  await page.keyboard.press('Escape')
  await openSession(page, 'Answer the refund request')
  await expect(page.getByRole('tabpanel', { name: 'Details' })).toContainText('Viewport')
})
