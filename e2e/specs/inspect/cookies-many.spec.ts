import type { Locator, Page } from '@playwright/test'
import type { SampleService } from '../../../electron/sample/sample-session.ts'
import { openProfile, showAllColumns } from '../../steps/cookie-steps.ts'
import { connect, expect, sessionRows, test } from '../../steps/fixtures.ts'
import { manyCookies } from '../../steps/many-cookies.ts'

test.use({ shared: true })

const COUNT = 5_000
const grid = (page: Page) => page.getByRole('grid', { name: 'Cookies' })
const header = (page: Page, name: string) => grid(page).getByRole('columnheader', { name, exact: true })
const widthOf = async (page: Page, name: string): Promise<number> =>
  (await header(page, name).boundingBox())?.width ?? 0
/** The row that has the focus. */
const active = (page: Page) => grid(page).locator('[aria-selected="true"]')
const count = (page: Page, text: string) => page.getByRole('status', { name: `${text} cookies`, exact: true })

const openMany = async (page: Page, service: SampleService): Promise<void> => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  const body = { cookies: manyCookies(COUNT, Date.now()) }
  service.faults.api.next.push({ status: 200, times: 1, match: '/cookies', body })
  await openProfile(page, /Supplier portal/)
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(COUNT + 1))
}

test('5,000 cookies are opened, sorted by name, filtered, walked through, selected and counted for an export', async ({
  startDesk,
  startService,
}) => {
  const { page } = await startDesk()
  await openMany(page, await startService())
  await expect(count(page, '5,000')).toBeVisible()
  await expect(grid(page)).toBeFocused()
  // Only what is on screen is in the document.
  expect(await grid(page).getByRole('row').count()).toBeLessThan(60)

  await page.keyboard.press('Home')
  await expect(active(page)).toHaveAttribute('aria-rowindex', '2')
  await expect(active(page)).toContainText('campaign_9')
  await page.keyboard.press('End')
  await expect(active(page)).toHaveAttribute('aria-rowindex', String(COUNT + 1))
  await expect(active(page)).toContainText('visit_4996')
  await expect(active(page)).toBeInViewport()
  await page.keyboard.press('ArrowUp')
  await expect(active(page)).toContainText('visit_4986') // numbers in names count as numbers

  await page.keyboard.press('/')
  await page.keyboard.type('northgate login')
  await expect(count(page, '208 of 5,000')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('208 cookies selected')
  await page.keyboard.press('e')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('5,000')
  await expect(dialog).toContainText('208')
  await page.keyboard.press('Escape')

  await page.keyboard.press('Escape') // the selection
  await page.keyboard.press('Escape') // the words
  await expect(count(page, '5,000')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('5,000 cookies selected')
})

test('rows scrolled by wheel show what their place in the order demands', async ({ startDesk, startService }) => {
  const { page } = await startDesk()
  await openMany(page, await startService())
  const names = manyCookies(COUNT, 0)
    .map(({ name }) => name)
    .sort(new Intl.Collator('en', { numeric: true }).compare)
  await grid(page).hover()
  for (const dy of [3_000, 700, -1_500, 40_000]) {
    await page.mouse.wheel(0, dy)
    await page.waitForTimeout(300)
    const shown = await grid(page)
      .locator('[data-index]')
      .evaluateAll((rows) =>
        rows.map((row) => [Number(row.getAttribute('data-index')), row.firstElementChild?.textContent] as const),
      )
    expect(shown.length).toBeGreaterThan(15)
    for (const [index, name] of shown) expect(name).toBe(names[index])
  }
})

test('shows only columns that fit beside the details, or all of them sideways with the name in place', async ({
  startDesk,
  startService,
}) => {
  const { page } = await startDesk()
  await openMany(page, await startService())
  await page.keyboard.press('Home')
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible()
  const right = (await grid(page).boundingBox()) ?? { x: 0, width: 0 }
  for (const name of ['Name', 'Findings', 'Value', 'Domain', 'Expires', 'HttpOnly', 'SameSite']) {
    const box = await header(page, name).boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0), name).toBeLessThanOrEqual(right.x + right.width)
  }
  await expect(header(page, 'Party')).toHaveCount(0)
  await showAllColumns(page)
  await grid(page).evaluate((element) => {
    element.scrollLeft = 1_000
  })
  await expect(header(page, 'Party')).toBeInViewport()
  const name = active(page).getByRole('gridcell').first()
  await expect.poll(async () => (await name.boundingBox())?.x).toBe(right.x)
  await expect(name).toBeInViewport()
  // A selected row keeps its colour.
  const colourOf = (row: Locator) => row.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(await colourOf(active(page))).not.toBe(await colourOf(grid(page).locator('[data-index="5"]')))
})

test('widths of columns are set by drag and by key, fitted by a double click, and remembered', async ({
  startDesk,
  startService,
}) => {
  const { page } = await startDesk()
  await openMany(page, await startService())
  await showAllColumns(page)
  const edge = header(page, 'Domain').getByTitle(/^Drag to set the width/)
  const box = (await edge.boundingBox()) ?? { x: 0, y: 0 }
  const before = await widthOf(page, 'Domain')
  await page.mouse.move(box.x + 4, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x + 34, box.y + 8)
  await page.mouse.move(box.x + 64, box.y + 8)
  await page.mouse.up()
  expect(await widthOf(page, 'Domain')).toBe(before + 60)
  expect(((await edge.boundingBox())?.x ?? 0) - box.x).toBe(60) // the edge stayed under the pointer

  await header(page, 'Name').getByRole('button').focus()
  const name = await widthOf(page, 'Name')
  await page.keyboard.press('Alt+ArrowRight')
  await page.keyboard.press('Shift+Alt+ArrowRight')
  expect(await widthOf(page, 'Name')).toBe(name + 56)
  await page.keyboard.press('Alt+ArrowLeft')
  expect(await widthOf(page, 'Name')).toBe(name + 48)

  await header(page, 'Value').focus() // has no order, and a width all the same
  const value = await widthOf(page, 'Value')
  await page.keyboard.press('Alt+ArrowRight')
  expect(await widthOf(page, 'Value')).toBe(value + 8)

  await header(page, 'Path')
    .getByTitle(/^Drag to set the width/)
    .dispatchEvent('dblclick')
  await grid(page).getByRole('gridcell', { name: '/orders/archive' }).first().waitFor()
  const fitted = await widthOf(page, 'Path')
  expect(fitted).toBeGreaterThan(80)
  expect(fitted).toBeLessThan(140)

  await page.reload()
  await page.getByRole('button', { name: 'Profiles', exact: true }).click()
  await openProfile(page, /Supplier portal/)
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(COUNT + 1))
  expect(await widthOf(page, 'Domain')).toBe(before + 60)
  expect(await widthOf(page, 'Name')).toBe(name + 48)
  expect(await widthOf(page, 'Path')).toBe(fitted)

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitem', { name: 'Reset columns and widths' }).click()
  await expect(header(page, 'Path')).toHaveCount(0) // only those that fit again
  await page.keyboard.press('Escape')
  await showAllColumns(page)
  await expect.poll(() => widthOf(page, 'Domain')).toBe(before)
})
