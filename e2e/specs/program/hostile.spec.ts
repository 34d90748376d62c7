import type { Page } from '@playwright/test'
import fc from 'fast-check'
import { views } from '../../../electron/contract/constants/views.ts'
import type { SampleService } from '../../../electron/sample/sample-session.ts'
import { connect, expect, sessionRows, test } from '../../steps/fixtures.ts'

/** Would be an element, run a script or turn the reading direction, if anything took it for more than text. */
const MARK = '<img src=x onerror="window.hostile=1"><b id=hostile>bold</b><script>window.hostile=2</script>\u202ejs'
const SESSION = 'hostile-session'
const CONNECTION = 'conn-supplier-portal'

const give = (service: SampleService, match: string, body: unknown, rest: { status?: number; times?: number } = {}) =>
  service.faults.api.next.push({ status: 200, times: 1_000, match, body, ...rest })

const go = (page: Page, view: string) =>
  page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: view, exact: true }).click()

/** Shown as it was sent, and nothing of it came to life. */
const staysText = async (page: Page, where: string): Promise<void> => {
  await expect(page.getByText('<b id=hostile>').first(), where).toBeVisible()
  expect(await page.locator('#hostile, img[src="x"], script:not([src])').count(), where).toBe(0)
  expect(await page.evaluate(() => 'hostile' in window), where).toBe(false)
}

test('markup in any field of any answer is text in every place', async ({ startService, startDesk }) => {
  const service = await startService({ rateLimit: { limit: 10_000, windowS: 60 } })
  const now = new Date().toISOString()
  const session = {
    session_id: SESSION,
    status: MARK,
    created_at: now,
    closed_at: now,
    duration: MARK,
    error: MARK,
    close_reason: MARK,
    browser_type: MARK,
  }
  const page0 = { page: 1, page_size: 100, has_next: false, has_previous: false }
  give(service, '/replay', { detail: MARK, message: MARK, replay_status: 'failed' }, { status: 404 })
  give(service, `/sessions/${SESSION}`, session)
  give(service, '/sessions', { items: [session], ...page0 })
  const record = { name: MARK, value: MARK, path: `/${MARK}`, sameSite: MARK, storeId: MARK, partitionKey: MARK }
  give(service, '/cookies', {
    cookies: [
      { ...record, domain: 'a.example' },
      { ...record, domain: MARK },
    ],
  })
  const profile = { profile_id: 'p', name: MARK, created_at: now, updated_at: now, persisted_domains: [MARK] }
  give(service, '/profiles', { items: [profile], ...page0 })
  give(service, '/functions/', {
    source: `# ${MARK}\ndef run():\n    pass\n`,
    version: MARK,
    source_function_id: MARK,
    source_function_version: MARK,
  })
  give(service, '/data/cache', { [MARK]: MARK, list: [MARK] })
  give(service, '/usage', { [MARK]: MARK, cost: { [MARK]: 1 } })
  give(service, '/health', { status: MARK, version: MARK, description: MARK })

  const { page } = await startDesk()
  await connect(page, service)
  await expect(sessionRows(page)).toHaveCount(1)
  await staysText(page, 'sessions')
  await sessionRows(page).first().press('Enter')
  await staysText(page, 'player')

  await go(page, 'Profiles')
  await staysText(page, 'profiles')
  await page.getByRole('grid', { name: 'Profiles' }).getByRole('row').filter({ hasText: 'hostile' }).first().click()
  await expect(page.getByRole('grid', { name: 'Cookies' })).toBeVisible()
  await page.getByRole('grid', { name: 'Cookies' }).getByRole('gridcell').first().click()
  await staysText(page, 'cookies')

  await go(page, 'Functions')
  await page.getByRole('textbox', { name: 'Connection id' }).fill(CONNECTION)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Source' })).toContainText('def run')
  await staysText(page, 'functions')

  await go(page, 'Cache policy')
  await page.getByRole('button', { name: 'Send', exact: true }).first().click()
  await staysText(page, 'cache policy')

  await go(page, 'Activity')
  for (const section of ['Health', 'Usage']) {
    await page.getByRole('tab', { name: section }).click()
    await staysText(page, section)
  }
  // The window lives: the list answers as before.
  await go(page, 'Sessions')
  await expect(sessionRows(page)).toHaveCount(1)
})

/** Bodies outside the contract: wrong types, nulls, prototype names, broken text, depth; the same in every run. */
const bodies = (): unknown[] => {
  const key = fc.constantFrom('items', 'cookies', 'source', 'detail', 'status', '__proto__', 'constructor', 'toString')
  const leaf = fc.oneof(
    fc.constantFrom(null, true, 0, -1, 1e308, '', MARK, '\ud800', '\u0000', 'x'.repeat(100_000)),
    fc.string({ unit: 'binary', maxLength: 20 }),
  )
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ maxDepth: 5 }, leaf, fc.array(tie('tree')), fc.dictionary(key, tie('tree'))),
  }))
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
  return [deep, '<html>busy</html>', '{"items":[', '', '"text"', ...fc.sample(tree, { seed: 20_261_128, numRuns: 20 })]
}

test('E02 E04: whatever the service answers, every view says a sentence or shows it, and the window lives', async ({
  startService,
  startDesk,
}) => {
  test.slow()
  const service = await startService({ rateLimit: { limit: 100_000, windowS: 60 } })
  const { page } = await startDesk()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  for (const [index, body] of bodies().entries()) {
    service.faults.api.next.length = 0
    give(service, '/', body, { status: [200, 200, 422, 500][index % 4] ?? 200 })
    await go(page, views[index % views.length]?.label ?? 'Sessions')
    const answers = await page.evaluate(async () => {
      const { invoke } = window.desk
      const target = { connectionId: 'conn-supplier-portal', role: 'login' } as const
      return Promise.all([
        invoke('sessions.sync', undefined),
        invoke('profiles.refresh', undefined),
        invoke('cookies.read', { profileId: 'profile-supplier-portal' }).then(JSON.parse),
        invoke('functions.reload', target),
        invoke('cachePolicy.ask', {}),
        invoke('usage.get', undefined),
        invoke('health.check', undefined),
        invoke('replay.recheck', { sessionId: 'some-session' }),
      ])
    })
    for (const answer of answers) {
      if (answer.ok) continue
      expect(answer.problem).toMatchObject({ message: expect.stringMatching(/^[A-Z](?:.|\n)*\.$/) })
      expect(answer.problem.code, `body ${index}`).not.toBe('internal')
    }
  }
  service.faults.api.next.length = 0
  expect(errors).toEqual([])
  expect(await page.evaluate(() => 'hostile' in window || 'polluted' in {})).toBe(false)
  await go(page, 'Sessions')
  await expect(page.getByRole('grid', { name: 'Sessions' })).toBeVisible()
})
