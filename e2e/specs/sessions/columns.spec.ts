import { seriousFindings } from '../../steps/accessibility.ts'
import { expect, holdRequests, sessionRows, test } from '../../steps/fixtures.ts'

test('columns are hidden, resized and reset by keyboard, remembered across starts, and the title gets what is left', async ({
  startDesk,
  folder,
}) => {
  const first = await startDesk({ userData: folder, args: ['--demo'] })
  const { page } = first
  await expect(sessionRows(page).first()).toBeVisible()
  await page.getByRole('button', { name: 'Inspector', exact: true }).click() // room for every column
  const header = (name: string, of = page) =>
    of.getByRole('grid', { name: 'Sessions' }).getByRole('columnheader', { name })
  const widthOf = async (name: string, of = page) => (await header(name, of).boundingBox())?.width ?? 0
  await expect(header('Tags')).toBeVisible()
  const titleBefore = await widthOf('Session')

  await page.getByRole('button', { name: 'Columns', exact: true }).press('Enter')
  await expect(page.getByRole('menuitemcheckbox', { name: 'State' })).toHaveAttribute('aria-checked', 'true')
  await expect(page.getByRole('menuitemcheckbox', { name: 'Steps' })).toHaveAttribute('aria-checked', 'false')
  await page.getByRole('menuitemcheckbox', { name: 'Tags' }).press('Space')
  await expect(header('Tags')).toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => widthOf('Session')).toBeGreaterThan(titleBefore)

  const startedBefore = await widthOf('Started')
  await header('Started').getByRole('button').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => widthOf('Started')).toBeGreaterThan(startedBefore)
  const set = await widthOf('Started')
  // The edge beside the title is dragged: the column grows to the left.
  const box = await header('Started').boundingBox()
  if (!box) throw new Error('no header')
  await page.mouse.move(box.x - 6, box.y + 8)
  await page.mouse.down()
  await page.mouse.move(box.x - 46, box.y + 8, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => widthOf('Started')).toBeCloseTo(set + 40, -1)
  await first.close()

  const { page: again } = await startDesk({ userData: folder, args: ['--demo'] })
  await expect(sessionRows(again).first()).toBeVisible()
  await expect.poll(() => widthOf('Started', again)).toBeCloseTo(set + 40, -1)
  await expect(header('Tags', again)).toHaveCount(0)
  // State and its words stay in the smallest window; the header has the menu as well.
  await again.setViewportSize({ width: 960, height: 600 })
  await expect(header('State', again)).toBeVisible()
  // Also while the menu is still being loaded.
  const menu = await holdRequests(again, '**/column-menu-*.js')
  await again.reload()
  await expect(sessionRows(again).filter({ hasText: 'Timed out. ' }).first()).toBeVisible()
  await header('State', again).click({ button: 'right' })
  menu.release()
  await again.getByRole('menuitem', { name: 'Reset columns' }).click()
  await again.keyboard.press('Escape')
  await again.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(() => widthOf('Started', again)).toBe(startedBefore)
})
