import { seriousFindings } from '../../steps/accessibility.ts'
import { expect, filterField, runCommand, sessionRows, showView, test } from '../../steps/fixtures.ts'

test.use({ shared: true })

test('saves queries as views with live counts; renames, reorders and removes them by keyboard, with undo', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ args: ['--demo'] })
  const views = page.getByRole('list', { name: 'Views' })
  const buttons = views.getByRole('button')
  const save = async (query: string, name: string) => {
    await filterField(page).fill(query)
    await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('dialog', { name: 'Save view' }).getByRole('textbox', { name: 'Name' }).fill(name)
    await page.keyboard.press('Enter')
    await expect(views.getByRole('button', { name })).toBeVisible()
  }
  await expect(sessionRows(page)).toHaveCount(14)
  await save('is:failed', 'Failed')
  await save('verdict:fail', 'Judged failed')
  await expect(buttons).toHaveText([/Failed\s*3/, /Judged failed\s*0/])
  await filterField(page).fill('')
  await buttons.first().click()
  await expect(filterField(page)).toHaveValue('is:failed')
  await expect(sessionRows(page)).toHaveCount(3)
  await expect(buttons.first()).toHaveAttribute('aria-current', 'page')
  expect(await seriousFindings(page)).toEqual([])

  // A verdict changes the count of the other view.
  await sessionRows(page).first().click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('toolbar', { name: 'Selected sessions' }).getByRole('button', { name: 'Fail' }).click()
  await expect(buttons).toHaveText([/Failed\s*3/, /Judged failed\s*3/])

  await buttons.nth(1).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(buttons).toHaveText([/Judged failed/, /Failed/])
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Name of the view' }).fill('My failures')
  await page.keyboard.press('Enter')
  await expect(buttons).toHaveText([/My failures/, /Failed/])
  await expect(buttons.first()).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(buttons).toHaveText([/Failed/])
  await page.getByRole('alert').filter({ hasText: 'Removed the view' }).getByRole('button', { name: 'Undo' }).click()
  await expect(buttons).toHaveText([/My failures/, /Failed/])

  await showView(page, 'Archive')
  await runCommand(page, 'View: My failures')
  await expect(filterField(page)).toHaveValue('verdict:fail')
  await expect(sessionRows(page)).toHaveCount(3)
})
