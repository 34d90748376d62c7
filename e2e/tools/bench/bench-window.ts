/**
 * Large texts and comparisons in the built program: `node e2e/tools/bench/bench-window.ts [--json]`, after `npm run build`.
 * Milliseconds of the page's main thread by its own clock, so that a busy machine does not change them. The Chromium host
 * turns each answer into JSON and back in that thread, which Electron does not: what that takes is measured with the same answer shown nowhere, and taken off.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { startSampleService } from '../../../electron/sample/sample-service.ts'
import { launchDesk } from '../../host/drive/drive.ts'
import { manyCookies } from '../../steps/many-cookies.ts'
import { median, type Row, report, within } from './bench-report.ts'
import { settled, traceSteps, type Work } from './page-trace.ts'

const LONG_TASK_MS = 50
/** Design/quality: comparing all cookies of two snapshots. */
const COMPARE_BAR_MS = 500
const COOKIES = 10_000
const POLICY_BYTES = 11_000_000
const SOURCE_BYTES = 230_000
const TIMES = 3
const KEYS = 'result = page.content()'

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })

const policy = () => {
  const text = 'x'.repeat(600)
  return { rows: Array.from({ length: Math.ceil(POLICY_BYTES / 620) }, (_, id) => ({ id, text })) }
}
const source = (): string => {
  const line = '    page.fill("#field", credentials["user"])  # the form keeps what was typed\n'
  return `def run(page, credentials):\n${line.repeat(Math.ceil(SOURCE_BYTES / line.length))}`
}

const service = await startSampleService({ folder: join(import.meta.dirname, '../../../assets/sample') })
const desk = await launchDesk()

const connect = async (page: Page): Promise<void> => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByLabel('Address of the service').fill(service.baseUrl)
  await page.getByRole('textbox', { name: 'API key' }).fill(service.key)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('grid', { name: 'Sessions' }).getByRole('row').nth(2).waitFor()
}
const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Two reads of a profile whose values and dates all differ; the first is saved as a snapshot. */
const prepareSnapshots = async (page: Page): Promise<void> => {
  const read = (at: number, mark: string) =>
    manyCookies(COOKIES, at).map((cookie) => ({ ...cookie, value: `${mark}${cookie.value}` }))
  const answer = (cookies: object[]) =>
    service.faults.api.next.push({ status: 200, times: 1, match: '/cookies', body: { cookies } })
  const loaded = (nth: string) => page.locator(`[aria-label=Cookies][aria-rowcount="${COOKIES + 1}"] ${nth}`).waitFor()
  answer(read(Date.now(), 'a'))
  await view(page, 'Profiles')
  await page.getByRole('row', { name: /Supplier portal/ }).click()
  await loaded('[data-index="0"]')
  await view(page, 'Snapshots')
  const panel = page.getByRole('region', { name: 'Snapshots' })
  await panel.getByRole('textbox', { name: 'Label of the snapshot' }).fill('Before')
  await page.keyboard.press('Enter')
  await panel.getByRole('listitem', { name: 'Before' }).waitFor({ timeout: 60_000 })
  answer(read(Date.now() + 86_400_000, 'b'))
  await view(page, 'Refresh')
  await settled(page, 3_000)
}

type Side = { kind: 'snapshot'; snapshotId: string } | { kind: 'read'; readId: string }

/** The snapshot and the last read, as the page names them. */
const comparedSides = (page: Page): Promise<{ before: Side; after: Side }> =>
  page.evaluate(async () => {
    const profiles = await window.desk.invoke('profiles.list', undefined)
    const profile = profiles.ok ? profiles.value.rows.find(({ snapshots }) => snapshots > 0) : undefined
    if (!profile) throw new Error('No profile has a snapshot.')
    const { profileId } = profile
    const kept = await window.desk.invoke('snapshots.list', { profileId })
    const snapshotId = kept.ok ? (kept.value[0]?.snapshotId ?? '') : ''
    const last = await window.desk.invoke('cookies.lastRead', { profileId })
    const { value } = (typeof last === 'string' ? JSON.parse(last) : last) as { value: { readId: string } }
    return { before: { kind: 'snapshot', snapshotId }, after: { kind: 'read', readId: value.readId } }
  })

const longest = (works: Work[] | undefined): number => median((works ?? []).map((work) => work.longest))
const total = (works: Work[] | undefined): number => median((works ?? []).map((work) => work.total))

const bench = async (page: Page): Promise<Row[]> => {
  await connect(page)
  const cdp = await page.context().newCDPSession(page)
  await prepareSnapshots(page)
  const sides = await comparedSides(page)
  const answerPolicy = () =>
    service.faults.api.next.push({ status: 200, times: 1, match: '/data/cache', body: policy() })
  // The same answers, which nothing shows.
  const codec = await traceSteps(page, cdp, async (step) => {
    for (let time = 0; time < TIMES; time += 1)
      await step('compare', async () => {
        await page.evaluate(async (both) => void (await window.desk.invoke('snapshots.compare', both)), sides)
        await settled(page, 1_000)
      })
    for (let time = 0; time < TIMES; time += 1) {
      answerPolicy()
      await step('policy', async () => {
        await page.evaluate(async () => void (await window.desk.invoke('cachePolicy.ask', {})))
        await settled(page, 1_000)
      })
    }
    for (let time = 0; time < TIMES; time += 1)
      await step('key', async () => {
        const draft = { accountId: 'nobody', connectionId: 'conn', role: 'login', source: source() } as const
        await page.evaluate(async (typed) => void (await window.desk.invoke('functions.saveDraft', typed)), draft)
        await settled(page)
      })
  })
  const steps = await traceSteps(page, cdp, async (step) => {
    const before = page.getByRole('region', { name: 'Snapshots' }).getByRole('listitem', { name: 'Before' })
    await step('compare', async () => {
      await before.getByRole('button', { name: /^Compare/ }).click()
      await page.locator(`[aria-label=Changes] [data-index="0"]`).waitFor({ timeout: 60_000 })
      await settled(page, 1_000)
    })
    await step('compare', async () => {
      await page.keyboard.press('x') // swapped, the sides are another comparison
      await settled(page, 3_000)
    })
    await page.keyboard.press('Escape')

    await view(page, 'Cache policy')
    await page.getByRole('form', { name: 'Request' }).waitFor()
    await settled(page, 1_000)
    for (let time = 0; time < TIMES; time += 1) {
      answerPolicy()
      await step('policy', async () => {
        await page.keyboard.press('ControlOrMeta+Enter')
        await page.getByText('The response is too large for a tree').waitFor({ timeout: 60_000 })
        await settled(page, 2_000)
      })
    }

    await view(page, 'Functions')
    await page.getByRole('textbox', { name: 'Connection id' }).fill('conn-supplier-portal')
    await page.keyboard.press('Enter')
    const editor = page.getByRole('textbox', { name: 'Source' })
    await editor.waitFor()
    await settled(page, 1_000)
    await editor.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(source())
    await page.keyboard.press('ControlOrMeta+End')
    await settled(page, 3_000)
    for (const key of KEYS)
      await step('key', async () => {
        await page.keyboard.type(key)
        await settled(page, 100)
      })
  })
  const row = (name: string, step: string, of: typeof longest, bar: number): Row => {
    const host = of(codec[step])
    return within(`${name} (and ${Math.round(host)} ms of the host's codec)`, Math.max(0, of(steps[step]) - host), bar)
  }
  return [
    row(`compare ${COOKIES} changed cookies, ms of work`, 'compare', total, COMPARE_BAR_MS),
    row('longest task: compare', 'compare', longest, LONG_TASK_MS),
    row('longest task: receive 11 MB of policy', 'policy', longest, LONG_TASK_MS),
    row('longest task of a key at 230 kB of source', 'key', longest, LONG_TASK_MS),
  ]
}

try {
  report(`Window, ${desk.runtime}`, await bench(desk.page), values.json)
} finally {
  await desk.close()
  await service.close()
}
