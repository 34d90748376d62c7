import type { Page } from '@playwright/test'
import { cookieSecrets, openPortal, openProfile, showAllColumns } from '../../steps/cookie-steps.ts'
import { connect, expect, openSample, runCommand, sessionRows, test } from '../../steps/fixtures.ts'

test.use({ shared: true })

const profileList = (page: Page) => page.getByRole('grid', { name: 'Profiles' })
const grid = (page: Page) => page.getByRole('grid', { name: 'Cookies' })
const rows = (page: Page) =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
const row = (page: Page, name: string) =>
  rows(page).filter({ has: page.getByRole('gridcell', { name, exact: true }).first() })
const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

const showProfiles = (page: Page) => page.getByRole('button', { name: 'Profiles', exact: true }).click()
const openSamplePortal = async (page: Page): Promise<void> => {
  await openSample(page)
  await openPortal(page)
  await expect(rows(page)).toHaveCount(12)
}

const inPage = (page: Page, text: string) =>
  page.evaluate((words) => document.documentElement.outerHTML.includes(words), text)

test('opens a profile with masked cookies; filter, flags and tree narrow them', async ({ startDesk }) => {
  const { page } = await startDesk()
  await openSamplePortal(page)
  await expect(page.getByText(/12 cookies · 1 refused · 1 expired/)).toBeVisible()
  for (const secret of cookieSecrets) expect(await inPage(page, secret)).toBe(false)

  const filter = page.getByRole('searchbox', { name: 'Filter cookies' })
  await filter.fill('embed')
  await expect(rows(page)).toHaveCount(3)
  await filter.fill('5f0e71c94d') // a value
  await expect(page.getByText('Values are not searched.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).last().click()
  await expect(rows(page)).toHaveCount(12)

  const only = page.getByRole('group', { name: 'Show only' })
  await only.getByRole('button', { name: 'Partitioned' }).click()
  await expect(rows(page)).toHaveCount(1)
  await only.getByRole('button', { name: 'Partitioned' }).click()
  await only.getByRole('button', { name: 'Expired' }).click()
  await expect(row(page, 'trial_banner')).toHaveCount(1)
  await only.getByRole('button', { name: 'Expired' }).click()

  const tree = page.getByRole('tree', { name: 'Domains' })
  await tree.getByRole('treeitem', { name: /^chat\.example, third party, 2 cookies/ }).click()
  await expect(rows(page)).toHaveCount(2)
  await tree.getByRole('treeitem', { name: /^All domains/ }).click()
  await expect(rows(page)).toHaveCount(12)

  await showAllColumns(page)
  await page.getByRole('columnheader', { name: 'Size' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'descending')
})

test('a cookie that browsers refuse is marked, and the details name the rule and every field', async ({
  startDesk,
}) => {
  const { page } = await startDesk()
  await openSamplePortal(page)
  await row(page, 'embed').click()
  await expect(row(page, 'embed')).toContainText('Refused')
  const findings = details(page).getByRole('region', { name: 'Findings' })
  await expect(findings).toContainText('SameSite=None without Secure')
  await expect(findings).toContainText('RFC 6265bis')
  const fields = details(page).getByRole('region', { name: 'Fields' }).getByRole('row')
  await expect(fields).toHaveCount(13)
  await expect(details(page)).toContainText('First party: northgate.example is a site of the profile.')
})

test('values are revealed one by one or all for a minute, and masked again', async ({ startDesk }) => {
  const { page } = await startDesk()
  await openSamplePortal(page)
  const host = row(page, '__Host-session')
  await host.hover() // the eye appears under the pointer
  await host.getByRole('button', { name: 'Reveal the value of __Host-session' }).click()
  await expect(host).toContainText(cookieSecrets[0] as string)
  expect(await inPage(page, cookieSecrets[2] as string)).toBe(false)
  await host.getByRole('button', { name: 'Hide the value of __Host-session' }).click()
  expect(await inPage(page, cookieSecrets[0] as string)).toBe(false)

  await page.getByRole('button', { name: 'Reveal all' }).click()
  for (const secret of cookieSecrets) await expect.poll(() => inPage(page, secret)).toBe(true)
  await page.keyboard.press('Escape')
  for (const secret of cookieSecrets) await expect.poll(() => inPage(page, secret)).toBe(false)

  // Leaving the window and leaving the place hide at once.
  for (const leave of [
    () => page.evaluate(() => void window.dispatchEvent(new Event('blur'))),
    () => page.getByRole('button', { name: 'Settings', exact: true }).click(),
  ]) {
    await page.getByRole('button', { name: 'Reveal all' }).click()
    await expect(page.getByRole('button', { name: /^Hide all · / })).toBeVisible()
    await leave()
    for (const secret of cookieSecrets) await expect.poll(() => inPage(page, secret)).toBe(false)
  }
  await showProfiles(page) // comes back to the same profile, masked, without asking again
  await expect(rows(page)).toHaveCount(12)
  for (const secret of cookieSecrets) expect(await inPage(page, secret)).toBe(false)
})

test('a revealed value is decoded beside itself, and copying it says that it leaves the clipboard', async ({
  startDesk,
}) => {
  const { page } = await startDesk()
  await openSamplePortal(page)
  await row(page, 'cart').click()
  await details(page).getByRole('button', { name: 'Reveal' }).click()
  await expect(details(page).getByText('"items": 3,')).toBeVisible()
  await details(page).getByRole('button', { name: 'Copy value' }).click()
  await expect(page.getByText('Copied the value. It is cleared from the clipboard after 30 s.')).toBeVisible()
})

test('all of it by keyboard', async ({ startDesk }) => {
  const { page } = await startDesk()
  await openSample(page)
  await runCommand(page, 'Go to profiles')
  await expect(profileList(page)).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('supplier')
  await page.keyboard.press('Enter') // opens
  await expect(rows(page)).toHaveCount(12)
  await expect(grid(page)).toBeFocused()

  await page.keyboard.press('/')
  await page.keyboard.type('embed')
  await expect(rows(page)).toHaveCount(3)
  await page.keyboard.press('ArrowDown') // to the table, on the first match
  await expect(details(page).getByRole('heading', { name: 'embed', exact: true })).toBeVisible()
  await page.keyboard.press('v')
  await expect(details(page).getByRole('button', { name: 'Hide' })).toBeVisible()
  await page.keyboard.press('Escape') // values
  await expect(details(page).getByRole('button', { name: 'Reveal' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(details(page)).toContainText('3 cookies selected')
  await page.keyboard.press('Escape') // selection
  await page.keyboard.press('Escape') // words
  await expect(rows(page)).toHaveCount(12)

  await page.keyboard.press('t')
  const tree = page.getByRole('tree', { name: 'Domains' })
  await expect(tree).toBeFocused()
  await page.keyboard.press('End')
  await expect(rows(page)).toHaveCount(2)
  await page.keyboard.press('Home')
  await expect(rows(page)).toHaveCount(12)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft') // folds
  await expect(tree.getByRole('treeitem', { name: /^northgate/ })).toHaveAttribute('aria-expanded', 'false')

  await page.keyboard.press('d')
  await expect(details(page)).toHaveCount(0)
  await page.keyboard.press('p')
  await expect(profileList(page)).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.press('Delete')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This profile has no cookies')).toBeVisible()
})

test('where the service lists no profiles, pasted ids become rows and can be taken off', async ({
  startDesk,
  startService,
}) => {
  const service = await startService()
  service.faults.api.hidden = ['profiles']
  const { page } = await startDesk()
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  await showProfiles(page)
  await expect(page.getByText('This service does not list its profiles.')).toBeVisible()
  await page
    .getByRole('button', { name: /^Add profile ids/ })
    .first()
    .click()
  await page.getByRole('textbox', { name: 'Ids' }).fill('profile-ticket-desk\nprofile-of-nobody')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Added 2 profiles.')).toBeVisible()

  const [known, nobody] = [/prof…desk/, /prof…body/]
  await profileList(page).getByRole('row', { name: known }).click()
  await expect(rows(page)).toHaveCount(2)
  await profileList(page).getByRole('row', { name: nobody }).click()
  await expect(page.getByRole('alert')).toContainText(/not found|does not know/i)
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
  await profileList(page).getByRole('row', { name: nobody }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Remove from list' }).click()
  await expect(profileList(page).getByRole('row')).toHaveCount(1)
})

test('C17 C09: counts unusable records and shows markup in names and values as text', async ({
  startDesk,
  startService,
}) => {
  const service = await startService()
  const markup = '<img src=x onerror="window.hit=1">'
  const cookies = [
    { name: markup, value: `${markup}{{7*7}}`, domain: 'a.example', path: markup },
    { name: 'n\tx', value: 'v', domain: 'a.example' },
    { name: 'n', value: 7, domain: 'a.example' },
    {},
    null,
    'x',
  ]
  service.faults.api.next.push({ status: 200, times: 1, body: { cookies }, match: '/cookies' })
  const { page } = await startDesk()
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  await openProfile(page, /Ticket desk/)
  await expect(rows(page).first()).toBeVisible()
  await page.getByRole('button', { name: /records? could not be read/ }).click()
  await expect(page.getByRole('list').filter({ hasText: /\w/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell', { name: 'n␉x', exact: true })).toBeVisible()
  const evil = row(page, markup)
  await evil.click()
  await page.keyboard.press('v')
  await expect(details(page)).toContainText(`${markup}{{7*7}}`)
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
  await expect(page.locator('img[src=x]')).toHaveCount(0)
})
