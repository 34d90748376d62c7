import { seriousFindings } from '../../steps/accessibility.ts'
import { expect, filterField, sessionRows, test } from '../../steps/fixtures.ts'

test('finds by filters, names one that cannot be read and keeps the rows meanwhile', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  const field = filterField(page)
  const rows = sessionRows(page)
  const problem = page.getByRole('toolbar', { name: 'Sessions' }).locator('..').getByRole('alert')
  await expect(rows).toHaveCount(14)

  await field.fill('is:failed error:"one-time code"')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Login failed: wrong one-time code')

  await field.fill('is:failed error:"one-time code" verdict:')
  await expect(problem).toHaveCount(0)
  await field.fill('is:failed verdict:maybe')
  await expect(problem).toContainText('verdict: takes pass')
  await expect(rows).toHaveCount(1)

  await field.fill('-is:failed longer:5m')
  await expect(problem).toHaveCount(0)
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('Build the yearly ledger report')
  await field.fill('')
  await expect(rows).toHaveCount(14)
})

test('completes filters and values by keyboard, and says what is wrong at the field', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  const field = filterField(page)
  const options = page.getByRole('listbox', { name: 'Filters' }).getByRole('option')
  const active = options.and(page.locator('[aria-selected=true]'))
  await expect(sessionRows(page)).toHaveCount(14)

  await page.keyboard.press('/')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.type('sta')
  await expect(options).toHaveText([/status:/])
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('status:')
  await expect(options.first()).toContainText('closed')
  await page.keyboard.type('err')
  await expect(options).toHaveText([/error/])
  await page.keyboard.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id')) ?? 'none')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('status:error ')
  await expect(options).toHaveCount(0)
  await expect(sessionRows(page)).toHaveCount(2)

  // Real errors, quoted as they must be; Esc closes the list and leaves the text.
  await page.keyboard.type('error:one')
  await expect(options).toHaveText([/Login failed: wrong one-time code/])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(field).toHaveValue('status:error error:one')
  await page.keyboard.type('-')
  await page.keyboard.press('Tab')
  await expect(field).toHaveValue('status:error error:"Login failed: wrong one-time code" ')
  await expect(sessionRows(page)).toHaveCount(1)

  await field.fill('after:')
  await expect(options.filter({ hasText: 'yesterday' })).toContainText(/\d{4}-\d\d-\d\d 00:00:00/)
  await expect(page.getByText("Days begin at midnight in this computer's time zone.")).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])

  await field.fill('verdict:maybe ')
  await expect(field).toHaveAccessibleDescription(/verdict: takes pass/)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByRole('button', { name: 'Sessions', exact: true }).click()
  await expect(field).toHaveValue('verdict:maybe ')
  await expect(field).toHaveAccessibleDescription(/verdict: takes pass/)
})

test('a chip joins what is typed while the parser of filters is loaded, which the pointer begins', async ({
  startDesk,
}) => {
  const { page } = await startDesk({ args: ['--demo'] })
  const field = filterField(page)
  const rows = sessionRows(page)
  await expect(rows).toHaveCount(14)
  let requests = 0
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/query-advice-*.js', async (route) => {
    requests += 1
    await held
    await route.continue()
  })
  const chip = page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: 'Failed' })
  await chip.hover()
  await expect.poll(() => requests).toBe(1)
  await chip.click()
  await field.fill('portal')
  await expect(rows).not.toHaveCount(14)
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
  await field.pressSequentially('x')
  release()
  await expect(field).toHaveValue('portalx is:failed')
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  expect(requests).toBe(1)
})

test('chips that are pressed while the parser is loaded join the query in their order', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  await expect(sessionRows(page)).toHaveCount(14)
  let requests = 0
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/query-parse-*.js', async (route) => {
    requests += 1
    await held
    await route.continue()
  })
  const chips = page.getByRole('group', { name: 'Show only' })
  await chips.getByRole('button', { name: 'Not reviewed' }).click()
  await expect.poll(() => requests).toBe(1)
  await chips.getByRole('button', { name: 'Failed' }).click()
  release()
  await expect(filterField(page)).toHaveValue('verdict:none is:failed')
})

test('chips are tokens of the query, whichever way they came into it', async ({ startDesk }) => {
  const { page } = await startDesk({ args: ['--demo'] })
  const field = filterField(page)
  const failed = page.getByRole('button', { name: 'Failed', exact: true })
  await page.getByRole('button', { name: 'Not reviewed' }).click()
  await failed.click()
  await expect(field).toHaveValue('verdict:none is:failed')
  await expect(sessionRows(page)).toHaveCount(3)
  await field.fill('verdict:none')
  await expect(failed).toHaveAttribute('aria-pressed', 'false')
  await field.fill('is:failed loop:no ferry')
  await expect(failed).toHaveAttribute('aria-pressed', 'true')
  await failed.click()
  await expect(field).toHaveValue('loop:no ferry')
  await expect(sessionRows(page)).toHaveCount(1)
})
