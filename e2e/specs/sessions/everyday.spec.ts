import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import {
  connect,
  expect,
  filterToOne,
  openSession,
  playsPast,
  sessionRows,
  showTab,
  test,
} from '../../steps/fixtures.ts'

test.use({ shared: true })

const titled = (id: string, title: string) => ({
  id,
  title,
  status: 'closed',
  createdAt: Date.UTC(2026, 10, 27, 9),
  closedAt: Date.UTC(2026, 10, 27, 9, 1),
  error: null,
  closeReason: null,
  browserType: 'chromium',
  viewport: null,
  steps: [],
  replay: { kind: 'ready' as const, recording: 'shop-checkout', playlist: 'ts' as const, startMs: 0 },
})

test("shows the service's title in row and player header, unless the person set one", async ({ startConnected }) => {
  const { page } = await startConnected()
  await openSession(page, 'enamel')
  const heading = page.getByRole('region', { name: 'Player' }).getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Buy two enamel mugs at Harbour & Pine')
  await showTab(page, 'Notes')
  const field = page.getByRole('textbox', { name: 'Title' })
  await expect(field).toHaveValue('')
  await expect(field).toHaveAttribute('placeholder', 'Buy two enamel mugs at Harbour & Pine')
  await field.fill('Enamel, again')
  await field.press('Enter')
  await expect(heading).toHaveText('Enamel, again')
  await page.keyboard.press('Escape')
  await expect(sessionRows(page).filter({ hasText: 'Enamel, again' })).toHaveCount(1)
})

test('"Has recording" shows how many sessions are unchecked, and checks them on request', async ({
  startConnected,
}) => {
  const { page } = await startConnected()
  await page.getByRole('button', { name: 'Has recording' }).click()
  const strip = page.getByRole('status').filter({ hasText: "aren't checked for a recording yet" })
  await expect(strip).toContainText(/^1\d sessions/)
  const before = await sessionRows(page).count()
  await page.getByRole('button', { name: 'Check recordings' }).click()
  await expect(strip).toHaveCount(0)
  await expect.poll(() => sessionRows(page).count()).toBeGreaterThan(before + 3)
})

test('sessions on screen are checked for recordings in the background, unless the setting is off', async ({
  startService,
  startDesk,
}) => {
  const service = await startService()
  const { page } = await startDesk({ checkVisible: true })
  const asked = () => new Set(service.requests.flatMap(({ path }) => (path.endsWith('/replay') ? [path] : []))).size
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  const unknown = page.getByTitle(/Recording unknown: select the session to check/)
  await expect.poll(asked, { timeout: 30_000 }).toBeGreaterThan(8)
  await expect.poll(() => unknown.count()).toBeLessThan(3)
  const before = asked()
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('switch', { name: 'Check visible sessions for recordings' }).click({ force: true })
  await page.getByRole('button', { name: 'Sessions', exact: true }).click()
  await expect(sessionRows(page).first()).toBeVisible()
  expect(asked()).toBe(before)
})

test('the palette tells screen readers what Enter takes, in words of the list', async ({ startConnected }) => {
  const { page } = await startConnected()
  await page.keyboard.press('ControlOrMeta+k')
  const field = page.getByRole('combobox', { name: 'Search sessions or type a command' })
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await field.fill('delivery')
  await expect(page.getByRole('option', { name: /Read delivery status/ })).toContainText('Timed out')
  await field.fill('download october')
  await expect(page.getByRole('option', { name: /second try/ })).toBeVisible()
  const hit = page.getByRole('option').first()
  await expect(hit).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute('aria-activedescendant', (await hit.getAttribute('id')) ?? 'none')
  await field.press('ArrowDown')
  await expect(hit).toHaveAttribute('aria-selected', 'false')
})

test('a long title stays inside the palette; a title from right to left keeps its start', async ({
  startConnected,
}) => {
  const { page, service } = await startConnected()
  service.add(titled('long-title-1', `Very long ${'word '.repeat(80)}`))
  service.add(titled('rtl-title-1', `ابدأ ${'كلمة '.repeat(80)}`))
  await page.getByRole('button', { name: /^Refresh/ }).click()
  const row = sessionRows(page).filter({ hasText: 'ابدأ' })
  const title = row.getByRole('gridcell').first().locator('[dir="auto"]')
  await expect(title).toBeVisible()
  expect(await title.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('dialog').getByRole('combobox').fill('very long word')
  const hit = page.getByRole('option', { name: /Very long word/ })
  await expect(hit).toBeVisible()
  const inside = await hit.evaluate((option) => {
    const list = option.closest('[role=dialog]')?.getBoundingClientRect()
    const box = option.lastElementChild?.getBoundingClientRect()
    return (
      list !== undefined && box !== undefined && box.right <= list.right && option.scrollWidth <= option.clientWidth
    )
  })
  expect(inside).toBe(true)
})

test('select all in the list selects no words of the page', async ({ startConnected }) => {
  const { page } = await startConnected()
  await sessionRows(page).first().click()
  await page.keyboard.press('ControlOrMeta+a')
  expect(await page.evaluate(() => String(window.getSelection()))).toBe('')
})

test('the status bar leads to the sessions whose links expire soon', async ({ startConnected }) => {
  const { page } = await startConnected({ linkLifeMs: 20 * 60_000 })
  await filterToOne(page, sampleIds.shopCheckout.slice(0, 8))
  await sessionRows(page).first().click()
  await page.getByRole('button', { name: /with expiring links/ }).click()
  await expect(page.getByRole('button', { name: 'Expires in < 1 h' })).toHaveAttribute('aria-pressed', 'true')
  await expect(sessionRows(page)).toHaveCount(1)
})

test('the fullscreen bar goes away again after a click on it', async ({ startConnected }) => {
  const { page } = await startConnected()
  await openSession(page, 'enamel')
  await playsPast(page, 0.5)
  await page.keyboard.press('f')
  const bar = page.getByRole('toolbar', { name: 'Playback' })
  const opacity = () => bar.evaluate((element) => Number(getComputedStyle(element.parentElement ?? element).opacity))
  await page.mouse.move(400, 300)
  await page.getByRole('button', { name: 'Add mark' }).click()
  await page.mouse.move(400, 300)
  await expect.poll(opacity, { timeout: 10_000 }).toBe(0)
})
