/**
 * The table of 5,000 cookies beside the list of 5,000 sessions, in the built program:
 * `node e2e/tools/bench/bench-cookies.ts [--json] [--rows N]`, after `npm run build`. Milliseconds of the page's main thread
 * by its own clock; the bars of design/quality hold for one task, since that is what a hand waits for.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from 'playwright-core'
import { startSampleService } from '../../../electron/sample/sample-service.ts'
import { launchDesk } from '../../host/drive/drive.ts'
import { manyCookies } from '../../steps/many-cookies.ts'
import { atMost, median, p95, type Row, report, within } from './bench-report.ts'
import { type Step, settled, traceSteps, type Work } from './page-trace.ts'

const LONG_TASK_MS = 50
const KEY_BAR_MS = 16
/** Work of the page from the click to the rows; some of it is how the Chromium host hands over an answer. */
const OPEN_BAR_MS = 700
/** The list of sessions has half the columns. */
const BESIDE = 1.25

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, rows: { type: 'string', default: '5000' } },
})
const count = Number(values.rows)

/** What both lists are asked to do; `words` are typed into the filter, `column` is sorted by. */
const useList = async (page: Page, step: Step, name: string, words: string, column: string) => {
  const grid = page.getByRole('grid', { name, exact: true })
  const scrollBy = (px: number) =>
    grid.evaluate(
      (element, by) =>
        new Promise<void>((done) => {
          element.scrollTop += by
          requestAnimationFrame(() => requestAnimationFrame(() => done()))
        }),
      px,
    )
  for (let time = 0; time < 10; time += 1) await scrollBy(400) // warms up
  for (let time = 0; time < 60; time += 1) await step('scroll', () => scrollBy(400))
  for (let time = 0; time < 25; time += 1) await step('jump', () => scrollBy(4_000)) // no row stays on screen

  await grid.focus()
  await page.keyboard.press('Home')
  await settled(page)
  for (let time = 0; time < 20; time += 1)
    await step('arrow', async () => {
      await page.keyboard.press('ArrowDown')
      await settled(page, 40)
    })

  const label = { name: `Filter ${name.toLowerCase()}` }
  const filter = page.getByRole('searchbox', label).or(page.getByRole('combobox', label))
  await filter.focus()
  for (const key of words)
    await step('keystroke', async () => {
      await page.keyboard.type(key)
      await settled(page)
    })
  await step('clear', async () => {
    await filter.fill('')
    await settled(page, 400)
  })
  const header = grid.getByRole('columnheader', { name: column }).getByRole('button').first()
  for (let time = 0; time < 6; time += 1)
    await step('sort', async () => {
      await header.click()
      await settled(page)
    })
}

const connected = async (page: Page, service: { baseUrl: string; key: string }): Promise<CDPSession> => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Address of the service').fill(service.baseUrl)
  await page.getByRole('textbox', { name: 'API key' }).fill(service.key)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.waitForFunction(
    async (least) => {
      const query = { text: '', sort: 'started', direction: 'desc', offset: 0, limit: 1 } as const
      const answer = await window.desk.invoke('sessions.query', { ...query, chips: [] })
      return answer.ok && answer.value.total >= least
    },
    count,
    { timeout: 120_000, polling: 1_000 },
  )
  await settled(page, 1_000)
  return page.context().newCDPSession(page)
}

const service = await startSampleService({
  folder: join(import.meta.dirname, '../../../assets/sample'),
  sessionCount: count,
  rateLimit: { limit: 100_000, windowS: 60 },
})
const desk = await launchDesk()
try {
  const { page } = desk
  const cdp = await connected(page, service)
  const table = page.locator(`[aria-label=Cookies][aria-rowcount="${count + 1}"] [data-index="0"]`)
  const press = (keys: string) => async () => {
    await page.keyboard.press(keys)
    await settled(page, 50)
  }

  const sessions = await traceSteps(page, cdp, (step) => useList(page, step, 'Sessions', 'export at', 'Started'))
  await page.getByRole('button', { name: 'Profiles', exact: true }).click()
  await page.getByRole('row', { name: /Ticket desk/ }).click() // reads the code of the place
  await page.locator('[aria-label=Cookies] [data-index="1"]').waitFor()
  await settled(page, 1_000)

  const body = { cookies: manyCookies(count, Date.now()) }
  service.faults.api.next.push({ status: 200, times: 1, match: '/cookies', body })
  const cookies = await traceSteps(page, cdp, async (step) => {
    await step('open', async () => {
      await page.getByRole('row', { name: /Supplier portal/ }).click()
      await table.waitFor()
      await settled(page)
    })
    await useList(page, step, 'Cookies', 'northgate', 'Domain')
    await step('reveal all', async () => {
      await page.getByRole('button', { name: 'Reveal all' }).click()
      await page
        .getByRole('grid', { name: 'Cookies' })
        .getByText(/^secret-/)
        .first()
        .waitFor()
      await settled(page)
    })
    await step('hide all', press('Escape'))
    await page.getByRole('grid', { name: 'Cookies' }).focus()
    await page.keyboard.press('Home')
    for (let time = 0; time < 10; time += 1) await step('extend', press('Shift+ArrowDown'))
    await step('all', press('ControlOrMeta+a'))
    await step('extend all', press('Shift+End'))
  })
  const total = (works: Work[] | undefined) => (works ?? []).map((work) => work.total)
  const longest = (works: Work[] | undefined) => (works ?? []).map((work) => work.longest)
  const beside = (name: string, step: string, of: typeof median): Row =>
    atMost(name, of(total(cookies[step])), of(total(sessions[step])), 'sessions', BESIDE)
  const long = (name: string, ...steps: string[]): Row =>
    within(`longest task: ${name}`, Math.max(...steps.flatMap((step) => longest(cookies[step]))), LONG_TASK_MS)
  const rows = [
    within('open', median(total(cookies.open)), OPEN_BAR_MS),
    beside('scroll step p50', 'scroll', median),
    beside('scroll step p95', 'scroll', p95),
    beside('jump p50', 'jump', median),
    beside('arrow key p50', 'arrow', median),
    beside('filter keystroke p50', 'keystroke', median),
    beside('sort p50', 'sort', median),
    within('filter keystroke, its task (p50)', median(longest(cookies.keystroke)), KEY_BAR_MS),
    long('open', 'open'),
    long('scroll', 'scroll', 'jump'),
    long('filter', 'keystroke', 'clear'),
    long('sort', 'sort'),
    long('reveal all, hide all', 'reveal all', 'hide all'),
    long('extend, choose all', 'extend', 'all', 'extend all'),
  ]
  report(`${count} cookies and ${count} sessions, ${desk.runtime}`, rows, values.json)
} finally {
  await desk.close()
  await service.close()
}
