import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import { seriousFindings } from '../../steps/accessibility.ts'
import { requestRows, showActivity } from '../../steps/activity-steps.ts'
import { connect, expect, runCommand, test, toast } from '../../steps/fixtures.ts'

test.use({ shared: true })

// Recognisable, so that it is found wherever it appears.
const TOKEN = 'planted-token-3f70c1d2a95e4b68'

/** Asks for a recording, whatever comes of it. */
const askFor = (page: Page, sessionId: string): Promise<unknown> =>
  page.evaluate((id) => window.desk.invoke('replay.open', { sessionId: id }), sessionId)
const askHealth = (page: Page, times: number): Promise<void> =>
  page.evaluate(async (n) => {
    for (let i = 0; i < n; i++) await window.desk.invoke('health.check')
  }, times)

const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

/** What the clipboard holds, as a person would see it: pasted into the note of a report. */
const pasted = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Report a problem' }).click()
  const note = page.getByRole('dialog').getByRole('textbox', { name: 'What happened' })
  await note.focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect(note).not.toHaveValue('')
  const text = await note.inputValue()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  return text
}

test('lists every request, newest first; text, outcomes and order filter and sort it', async ({ startConnected }) => {
  const { page } = await startConnected()
  await askFor(page, sampleIds.noFrames)
  await showActivity(page)
  await expect(requestRows(page).first()).toContainText('410 Gone')
  await expect(requestRows(page).first()).toContainText('Nothing was recorded')
  await expect(requestRows(page).last()).toContainText('200 OK')
  const asked = await requestRows(page).count()
  await expect(page.getByRole('status', { name: `${asked} requests` })).toBeVisible()

  await page.getByRole('button', { name: 'Refused' }).click()
  await expect(requestRows(page)).toHaveCount(1)
  await expect(page.getByRole('status', { name: `1 of ${asked} requests` })).toBeVisible()
  await page.getByRole('button', { name: 'PUT' }).click()
  await expect(page.getByRole('heading', { name: 'No request matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter' }).click()
  await expect(requestRows(page)).toHaveCount(asked)

  await page.getByRole('searchbox').fill('/health')
  await expect(requestRows(page).filter({ hasText: '/sessions' })).toHaveCount(0)
  await expect(requestRows(page).first()).toContainText('/health')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
  await expect(page.getByRole('columnheader', { name: 'Status' })).toHaveAttribute('aria-sort', 'descending')
  await expect(requestRows(page).first()).toContainText('410 Gone')
  await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
  await expect(requestRows(page).last()).toContainText('410 Gone')
})

test('new requests are announced and do not move what one reads; at the top they appear', async ({
  startConnected,
}) => {
  const { page } = await startConnected({ rateLimit: { limit: 5_000, windowS: 60 } })
  await askHealth(page, 60)
  await showActivity(page)
  await expect(page.getByRole('status', { name: /^6\d requests$/ })).toBeVisible()
  await requestRows(page).first().click()
  await page.keyboard.press('End')
  const selected = page.getByRole('grid', { name: 'Requests' }).locator('[aria-selected="true"]')
  await expect(selected).toHaveAttribute('aria-rowindex', /^6\d$/) // the last one
  const before = { box: await selected.boundingBox(), text: await selected.textContent() }

  await askHealth(page, 3)
  await expect(page.getByRole('button', { name: '3 new' })).toBeVisible()
  expect({ box: await selected.boundingBox(), text: await selected.textContent() }).toEqual(before)

  await page.getByRole('button', { name: '3 new' }).click()
  await expect(page.getByRole('button', { name: '3 new' })).toHaveCount(0)
  await page.evaluate(() => window.desk.invoke('usage.get'))
  // Rows keep their elements while they scroll, so the first row is found by its position and not by its element.
  await expect(requestRows(page).and(page.locator('[data-index="0"]'))).toContainText('/usage')
})

test('details and curl name the token without holding it', async ({ startConnected }) => {
  const { page, service } = await startConnected({ key: TOKEN })
  await askFor(page, sampleIds.recordingFailed)
  await showActivity(page)
  await requestRows(page).filter({ hasText: '/replay' }).first().click()
  await expect(details(page)).toContainText(`${service.baseUrl}/sessions/${sampleIds.recordingFailed}/replay`)
  await expect(details(page)).toContainText('404 Not Found')
  await expect(details(page)).toContainText('Recording failed.')
  await expect(details(page)).toContainText(/authorization: Bearer \[redacted\]/i)
  await expect(details(page)).toContainText(/ratelimit-remaining/i)
  expect(await page.content()).not.toContain(TOKEN)

  await details(page).getByRole('button', { name: 'Copy as curl' }).click()
  await expect(toast(page, '$REPLAY_DESK_TOKEN')).toBeVisible()
  const curl = await pasted(page)
  expect(curl).toContain('$REPLAY_DESK_TOKEN')
  expect(curl).toMatch(/^curl /)
  expect(curl).toContain(`/sessions/${sampleIds.recordingFailed}/replay`)
  expect(curl).not.toContain(TOKEN)

  await requestRows(page).filter({ hasText: '/replay' }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Copy headers' }).click()
  await expect(toast(page, 'Copied the headers.')).toBeVisible()
  const headers = await pasted(page)
  expect(headers).toMatch(/^GET http/)
  expect(headers).toContain('404 Not Found')
  expect(headers).not.toContain(TOKEN)
})

test('export writes what the filter lets through as JSON lines; clear says how many it takes', async ({
  startConnected,
  folder,
}) => {
  const { page, answer } = await startConnected({ key: TOKEN })
  await askFor(page, sampleIds.noFrames)
  await askFor(page, sampleIds.recordingFailed)
  await showActivity(page)
  await page.getByRole('button', { name: 'Refused' }).click()
  await expect(requestRows(page)).toHaveCount(2)
  const filePath = join(folder, 'refused.jsonl')
  await answer('showSaveDialog', { canceled: false, filePath })
  await page.getByRole('button', { name: 'Export as JSON lines' }).click()
  await expect(toast(page, 'Saved 2 requests as refused.jsonl.')).toBeVisible()
  const text = readFileSync(filePath, 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: number; path: string })
  expect(lines.map(({ status }) => status)).toEqual([410, 404])
  expect(text).not.toContain(TOKEN)
  expect(statSync(filePath).mode & 0o777).toBe(0o600)

  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByRole('menuitem', { name: /^Clear \d+ requests$/ }).click()
  await expect(toast(page, /^Cleared \d+ requests\.$/)).toBeVisible()
  await expect(requestRows(page)).toHaveCount(0)
})

test('a report is shown before it is saved, saved as it was shown, and holds no secret', async ({
  startConnected,
  folder,
}) => {
  const { page, answer, service } = await startConnected({ key: TOKEN })
  await showActivity(page)
  await page.getByRole('button', { name: 'Report a problem' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await expect(dialog).toContainText('Nothing is sent anywhere.')
  await dialog
    .getByRole('textbox')
    .fill(`The list stays empty. I sent Authorization: Bearer ${TOKEN}\nMy key is ${TOKEN}, is it old?`)
  const report = dialog.getByRole('region', { name: 'Contents of the report' })
  await expect(report).toContainText('The list stays empty.')
  await expect(report).toContainText('My key is [redacted], is it old?')
  await expect(dialog.getByRole('button', { name: 'Save…' })).toBeEnabled()
  const shown = await report.textContent()
  expect(await seriousFindings(page)).toEqual([])
  const filePath = join(folder, 'report.txt')
  await answer('showSaveDialog', { canceled: false, filePath })
  await dialog.getByRole('button', { name: 'Save…' }).click()
  await expect(toast(page, 'Report saved as report.txt. Nothing was sent.')).toBeVisible()
  const saved = readFileSync(filePath, 'utf8')
  expect(saved).toBe(shown)
  expect(saved).not.toContain(TOKEN)
  expect(saved).not.toContain(new URL(service.baseUrl).host)
})

test('the gauge leads to the limit: now, the last hour, and when bulk work would be done', async ({
  startConnected,
}) => {
  const { page, service } = await startConnected({ rateLimit: { limit: 100, windowS: 60 } })
  await page.getByRole('button', { name: /^Rate limit\./ }).click()
  await expect(page.getByRole('tab', { name: 'Rate limit' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: /^\d+ of 100 requests left$/ })).toBeVisible()
  const field = page.getByRole('textbox', { name: 'Requests needed' })
  await field.fill('250')
  await expect(
    page.getByText(
      /^250 requests are done at \d\d:\d\d, in \d+ (s|min): \d+ at once, the rest over \d more windows; 20 of 100 in each window stay free for you\.$/,
    ),
  ).toBeVisible()
  await field.fill('5')
  await expect(page.getByText(/^5 requests are done at once within this window/)).toBeVisible()
  await field.fill('many')
  await expect(page.getByText('A number up to 10,000,000')).toBeVisible()

  service.faults.api.next.push({ status: 429, times: 1, match: '/health', headers: { 'retry-after': '2' } })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { name: 'Paused by the service' })).toBeVisible()
  await page.getByText('As a table').click()
  const table = page.getByRole('region', { name: /as a table/ })
  await expect(table).toContainText('Refused: too many requests (429)')
  await expect(table).toContainText(/\d+ of 100 left/)
  await expect(page.getByRole('heading', { name: /requests left/ })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})

test('shows an unknown limit and no time left', async ({ startDesk, startService }) => {
  const service = await startService()
  service.faults.api.rateHeaders = 'none'
  const { page } = await startDesk()
  await connect(page, service)
  await expect(page.getByText(/^Sessions updated/)).toBeVisible()
  await showActivity(page, 'Rate limit')
  await expect(page.getByRole('heading', { name: 'Requests left: unknown' })).toBeVisible()
  await expect(page.getByText('The duration is unknown')).toBeVisible()
  await expect(page.getByText('No rate limit reported in the last hour.')).toBeVisible()
})

test('shows a failing service in the frame, and its return without a click', async ({ startConnected }) => {
  const { page, service } = await startConnected()
  await page.getByRole('button', { name: /Show health$/ }).click()
  await expect(page.getByRole('tab', { name: 'Health' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { name: 'Online' })).toBeVisible()

  service.faults.api.next.push({ status: 503, times: 1_000, match: '/health' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  const banner = page.getByRole('status').filter({ hasText: 'stay available' })
  await expect(banner).toContainText(/Last available at \d\d:\d\d\. Your archive and notes stay available/)
  await expect(banner).toContainText(/Retrying in \d s|Retrying now/)
  await expect(page.getByRole('heading', { name: 'Unreachable' })).toBeVisible()
  await expect(page.getByRole('cell', { name: /^Down since \d\d:\d\d/ })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await banner.getByRole('button', { name: 'Retry' }).click()
  await expect(banner).toBeVisible()

  service.faults.api.next.length = 0
  // Without a click: the next check finds it.
  await expect(page.getByRole('status').filter({ hasText: /^Since \d\d:\d\d\./ })).toBeVisible({ timeout: 25_000 })
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Online' })).toBeVisible()
  await expect(page.getByRole('cell', { name: /^Down for \d+ s, until \d\d:\d\d/ })).toBeVisible()
  await expect(page.getByText(/^Since/)).toHaveCount(0, { timeout: 20_000 })
})

test('usage: figures where the service shows them, one sentence where it does not', async ({ startConnected }) => {
  const { page, service } = await startConnected()
  await showActivity(page, 'Usage')
  await expect(page.getByRole('term').filter({ hasText: 'Browser minutes' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '3,911.4' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Cost' })).toBeVisible()
  await page.getByText('As the service sent it').click()
  await expect(page.getByRole('tree', { name: 'Usage' })).toContainText('session_count')
  expect(await seriousFindings(page)).toEqual([])

  service.faults.api.hidden = ['usage']
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('heading', { name: 'This service does not show usage.' })).toBeVisible()
})

test('all of it by keyboard', async ({ startConnected }) => {
  const { page } = await startConnected({ key: TOKEN })
  await askFor(page, sampleIds.noFrames)
  await runCommand(page, 'Go to activity')
  const grid = page.getByRole('grid', { name: 'Requests' })
  await expect(grid).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(details(page)).toContainText('410 Gone')
  await page.keyboard.press('c')
  await expect(toast(page, '$REPLAY_DESK_TOKEN')).toBeVisible()
  await page.keyboard.press('d')
  await expect(details(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(details(page)).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('/health')
  await expect(requestRows(page).filter({ hasText: '/replay' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(grid).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(requestRows(page).filter({ hasText: '/replay' })).toHaveCount(1)

  await page.keyboard.press('Alt+2')
  await expect(page.getByRole('tab', { name: 'Rate limit' })).toHaveAttribute('aria-selected', 'true')
  const points = page.getByRole('slider')
  await points.focus()
  await page.keyboard.press('End')
  await expect(points).toHaveAttribute('aria-valuetext', /^\d\d:\d\d:\d\d · /)
  await page.getByRole('tab', { name: 'Rate limit' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Health' })).toBeFocused()
  await expect(page.getByRole('tabpanel', { name: 'Health' })).toBeVisible()
  await page.keyboard.press('Alt+4')
  await expect(page.getByRole('tabpanel', { name: 'Usage' })).toContainText('Browser minutes')
  await page.keyboard.press('Alt+1')
  await expect(grid).toBeVisible()
})
