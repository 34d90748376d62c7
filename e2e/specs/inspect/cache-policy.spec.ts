import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { SampleService } from '../../../electron/sample/sample-session.ts'
import { seriousFindings } from '../../steps/accessibility.ts'
import { expect, test } from '../../steps/fixtures.ts'

test.use({ shared: true })

const pictures = join(import.meta.dirname, '../../.artifacts/screens')

const showPolicy = async (page: Page): Promise<void> => {
  await page.getByRole('navigation').getByText('Cache policy', { exact: true }).click()
  await expect(page.getByRole('form', { name: 'Request' })).toBeVisible()
}
/** The next answer of the service is this text. */
const answerNext = (service: SampleService, body: unknown, status = 200): void => {
  service.faults.api.next.push({ status, times: 1, body, match: '/data/cache' })
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const ask = (page: Page) => page.keyboard.press('ControlOrMeta+Enter')
const tree = (page: Page) => page.getByRole('tree', { name: 'Policy' })
const row = (page: Page, text: string | RegExp) => tree(page).getByRole('treeitem').filter({ hasText: text })
const pane = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Show' }).getByText(name, { exact: true }).click()
const answers = (page: Page) => page.getByRole('grid', { name: 'Responses' }).getByRole('row')
const asked = (service: SampleService) => service.requests.filter(({ path }) => path.endsWith('/data/cache'))

test('shows the three headers before sending, sends them, and keeps them beside the answer', async ({
  startConnected,
}) => {
  const { page, service } = await startConnected({ headerPrefix: 'X-Service-' })
  await showPolicy(page)
  const preview = page.getByRole('region', { name: 'Request preview' })
  await expect(preview).toContainText(`GET ${service.baseUrl}/data/cache`)
  await expect(preview).toContainText('None of the three headers')

  await page.getByRole('radiogroup', { name: 'Mode' }).getByText('refresh').click()
  await field(page, 'Max age').fill('86400000')
  await expect(page.getByText('= 1 d')).toBeVisible()
  await field(page, 'Time to live').fill('0')
  await expect(page.getByText('0 bypasses caching.')).toBeVisible()
  const sent = preview.getByRole('table', { name: 'Cache headers' }).getByRole('row')
  await expect(sent).toHaveText([
    'X-Service-Cache-Moderefresh',
    'X-Service-Cache-Max-Age-Ms86400000',
    'X-Service-Cache-Ttl-Seconds0',
  ])

  await ask(page) // while the caret is in a field
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('200 OK')
  await expect(row(page, 'requested_mode')).toContainText('"refresh"')
  await expect(row(page, 'max_age_ms')).toContainText('86400000')
  await expect(row(page, /^mode/)).toContainText('"bypass"')

  await pane(page, 'Headers')
  const received = page.getByRole('table', { name: 'Received headers' })
  await expect(received).toContainText(/X-RateLimit-Remaining/i)
  const lines = page.getByRole('table', { name: 'Sent headers' })
  await expect(lines.getByRole('row', { name: /^authorization/i })).toHaveText(/Bearer \[redacted\]$/)
  await expect(lines.getByRole('row', { name: /cache-mode/i })).toHaveText(/refresh$/)
  await expect(page.locator('body')).not.toContainText(service.key)
  await page.getByRole('region', { name: 'Headers' }).focus()
  await page.keyboard.press('/')
  await page.keyboard.type('ratelimit')
  await expect(received.getByRole('row')).toHaveCount(3)
  await expect(lines).toHaveCount(0)
  await expect(page.getByText('No matching header.')).toBeVisible()

  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  const raw = page.getByRole('textbox', { name: 'Raw response' })
  await expect(raw).toContainText('"requested_mode": "refresh",')
  await page.getByText('As sent', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Raw response' })).toContainText(
    '"requested_mode":"refresh","max_age_ms"',
  )

  await page.getByRole('button', { name: 'Do not send max age' }).click()
  await expect(sent).toHaveCount(2)
})

test('E01: shows a refusal with its headers, at the control it names until that changes', async ({
  startConnected,
}) => {
  const { page, service } = await startConnected()
  await showPolicy(page)
  const maxAge = field(page, 'Max age')
  await maxAge.fill('-5')
  await expect(page.getByText('Must be 0 or more.')).toBeVisible()
  await ask(page)
  expect(asked(service)).toHaveLength(0)

  await maxAge.fill('9007199254740991') // right for the contract, too long for this service
  await ask(page)
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('422 Unprocessable Content')
  await expect(maxAge).toHaveAttribute('aria-invalid', 'true')
  await expect(maxAge).toHaveAccessibleDescription(/valid integer/)
  await pane(page, 'Headers')
  await expect(page.getByRole('table', { name: 'Received headers' })).toContainText('application/json')
  await maxAge.fill('5')
  await expect(maxAge).not.toHaveAttribute('aria-invalid', 'true')
})

test('E04: keys and numbers stay as they were sent, markup stays text, and all of it is found and copied', async ({
  startConnected,
}) => {
  const { page, main, service } = await startConnected({}, { own: true }) // its clipboard is read
  await showPolicy(page)
  const long = 'x'.repeat(5_000)
  answerNext(
    service,
    `{"__proto__":{"polluted":true},"twice":1,"twice":2,"10":"b","9":"a","big":12345678901234567890.50,
      "markup":"<img src=x onerror=alert(1)><script>alert(2)</script>","rtl":"\\u202egnp.exe","lone":"\\ud800",
      "long":"${long}","deep":${'['.repeat(1_000)}"bottom"${']'.repeat(1_000)}}`,
  )
  await ask(page)
  await expect(row(page, '__proto__')).toBeVisible()
  await expect(row(page, /^twice/)).toHaveText(['twice:1', 'twice:2'])
  await expect(row(page, /^big/)).toContainText('12345678901234567890.50')
  await expect(row(page, /^markup/)).toContainText('<img src=x onerror=alert(1)>')
  expect(
    await page.evaluate(() => [document.querySelectorAll('main img, [role=tree] script').length, 'polluted' in {}]),
  ).toEqual([0, false])
  await expect(row(page, /^long/)).toContainText('5,000 characters')
  await row(page, /^long/).click()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Full value' })).toHaveText(long)
  await page.keyboard.press('Enter')

  await page.keyboard.press('/')
  await page.keyboard.type('BOTTOM')
  await expect(row(page, 'bottom')).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, 'bottom')).toHaveAttribute('aria-level', '1002')
  await expect(page.getByText('1 of 1', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('twice')
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 of 2', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(tree(page)).toBeFocused()

  const copied = () => main.evaluate(({ clipboard }) => clipboard.readText())
  await row(page, /^big/).click()
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(copied).toBe('12345678901234567890.50')
  await page.keyboard.press('Shift+ControlOrMeta+c')
  await expect.poll(copied).toBe('$.big')
  await row(page, /^__proto__/).click()
  await page.keyboard.press('j')
  await expect.poll(copied).toBe('{\n  "polluted": true\n}')
})

test('the tree goes by keyboard, and 100,000 nodes stay smooth', { tag: '@alone' }, async ({ startConnected }) => {
  const { page, service } = await startConnected()
  await showPolicy(page)
  answerNext(service, { list: Array.from({ length: 33_000 }, (_, id) => ({ id, name: `entry ${id}` })), end: [] })
  await ask(page)
  await row(page, /^list/).click()
  await expect(row(page, /^list/)).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, /^list/)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowRight')
  await expect(row(page, /^0:/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(row(page, /^list/)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('e') // everything
  await page.keyboard.press('End')
  await expect(row(page, /^end/)).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, /^end/)).toBeInViewport()
  await expect(row(page, /^end/)).toHaveAttribute('aria-posinset', '2')
  expect(await tree(page).getByRole('treeitem').count()).toBeLessThan(100)

  const worst = await page.evaluate(async () => {
    const scroller = document.querySelector('[role=tree]') as HTMLElement
    let longest = 0
    let last = performance.now()
    for (let step = 0; step < 60; step += 1) {
      scroller.scrollTop = (scroller.scrollHeight * step) / 60
      await new Promise((resolve) => requestAnimationFrame(resolve))
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }
    return longest
  })
  expect(worst).toBeLessThan(250) // a frame of a machine that does other things too
  await page.keyboard.press('Shift+E')
  await expect(tree(page).getByRole('treeitem')).toHaveCount(3)
})

test('an answer of six megabytes says that only its beginning is here, and the page stays alive', async ({
  startConnected,
}) => {
  const { page, service } = await startConnected()
  await showPolicy(page)
  answerNext(service, { rows: Array.from({ length: 10_000 }, (_, id) => ({ id, text: 'x'.repeat(607) })) })
  await ask(page)
  await expect(page.getByText(/too large for a tree: 6 MB/)).toBeVisible({ timeout: 30_000 })
  await pane(page, 'Raw')
  await expect(page.getByText(/^Only the first 5,242,881 characters/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Raw response' })).toContainText('{"rows":[{"id":0', {
    timeout: 30_000,
  })
  const began = Date.now()
  await pane(page, 'Headers')
  await expect(page.getByRole('table', { name: 'Received headers' })).toBeVisible()
  expect(Date.now() - began).toBeLessThan(5_000)
})

test('two answers are compared by path and line by line, whatever the order of keys', async ({ startConnected }) => {
  const { page, service } = await startConnected()
  await showPolicy(page)
  answerNext(service, '{"a":1,"b":{"c":"x","d":[1,2]}}')
  await ask(page)
  await expect(answers(page)).toHaveCount(1)
  await page.getByRole('radiogroup', { name: 'Mode' }).getByText('bypass').click()
  answerNext(service, '{"b":{"d":[1,3],"c":"x"},"a":1,"e":null}')
  await ask(page)
  await expect(answers(page)).toHaveCount(2)
  await expect(answers(page).first()).toContainText('bypass')

  await answers(page).first().click()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  const changes = page.getByRole('region', { name: 'Changed paths' }).getByRole('row')
  await expect(changes).toHaveText(['+added$.enull', '≠changed$.b.d[1]23'])
  await expect(page.getByRole('region', { name: 'Both policies line by line, keys sorted' })).toContainText('"e": null')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toBeVisible()

  await expect(page.getByRole('radio', { name: 'bypass' })).toBeChecked()
  await page.keyboard.press('u') // the older answer is shown, which was asked without a mode
  await expect(page.getByRole('radio', { name: 'Not sent' })).toBeChecked()
})

test('R07: shows a 429 at once; a request that waits for the limit says so and can be stopped', async ({
  startConnected,
}) => {
  const { page, service } = await startConnected()
  await showPolicy(page)
  service.faults.api.retryAfter = '120'
  answerNext(service, { message: 'Rate limit exceeded', detail: 'Wait before you ask again.' }, 429)
  await ask(page)
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('429 Too Many Requests')
  expect(asked(service)).toHaveLength(1)
  await ask(page)
  await expect(page.getByText(/^Waiting for the rate limit, \d/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expect(answers(page)).toHaveCount(1)
  expect(asked(service)).toHaveLength(1)
})

test('pictures of all parts in both themes, no serious finding of axe', async ({ startConnected }) => {
  const { page } = await startConnected()
  await showPolicy(page)
  const picture = async (name: string) => {
    for (const theme of ['light', 'dark'] as const) {
      await page.evaluate((value) => window.desk.invoke('settings.set', { theme: value }), theme)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
      await page.waitForTimeout(300)
      await page.screenshot({ path: join(pictures, `${name}-${theme}-1280.png`) })
      expect(await seriousFindings(page)).toEqual([])
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await picture('cache-policy-empty')
  await ask(page)
  await page.getByRole('radiogroup', { name: 'Mode' }).getByText('refresh').click()
  await field(page, 'Max age').fill('9007199254740991')
  await ask(page)
  await expect(answers(page)).toHaveCount(2)
  await picture('cache-policy-refused')
  await field(page, 'Max age').fill('86400000')
  await field(page, 'Time to live').fill('0')
  await ask(page)
  await expect(answers(page)).toHaveCount(3)
  await row(page, /^storage/).click()
  await page.keyboard.press('/')
  await page.keyboard.type('en')
  await expect(page.getByText(/^\d+ of \d/)).toBeVisible()
  await picture('cache-policy')
  await pane(page, 'Raw')
  await picture('cache-policy-raw')
  await pane(page, 'Headers')
  await picture('cache-policy-headers')
  await answers(page).nth(0).locator('[data-box]').click()
  await answers(page).nth(2).locator('[data-box]').click()
  await page.getByRole('button', { name: 'Compare 2/2' }).click()
  await expect(page.getByRole('region', { name: 'Changed paths' })).toBeVisible()
  await picture('cache-policy-compare')
})
