import { spawnSync } from 'node:child_process'
import { sampleIds } from '../../../electron/sample/sessions/hand-made-sessions.ts'
import { connect, expect, openSession, playsPast, sessionRows, test } from '../../steps/fixtures.ts'
import { leave, watchVideo } from '../../steps/player-watch.ts'
import { rawSession, replayRecord } from '../../steps/raw-session.ts'

test.use({ shared: true })

/** What a service says, and what a person then reads. */
const LINK_LIFE_MS = 900_000

for (const zone of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
  test(`T01: a zone-less expiry is UTC in ${zone}, told in local time, and asked for once`, async ({
    startDesk,
    startService,
  }) => {
    const service = await startService({ linkLifeMs: LINK_LIFE_MS })
    let last = 0
    service.faults.api.expiresAtText = (at) => {
      last = at
      return new Date(at).toISOString().slice(0, 19)
    }
    const { page } = await startDesk({ env: { TZ: zone } })
    await connect(page, service)
    await openSession(page, sampleIds.shopCheckout)
    await playsPast(page, 0.5)
    const chip = page.getByText(/^links expire in 1[45] min$/)
    await expect(chip).toBeVisible()
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(last)
    await expect(page.locator(`[title*="Links expire"][title*=" ${local}:"]`)).toBeVisible()
    expect(service.requests.filter(({ path }) => path.endsWith('/replay'))).toHaveLength(1)
  })
}

test('T05: links that arrive expired cost one more question, and then play', async ({ startDesk, startService }) => {
  const service = await startService()
  const past = new Date(Date.now() - 10_000).toISOString()
  service.faults.api.expiresAtText = () => past
  const { page } = await startDesk()
  await connect(page, service)
  await openSession(page, sampleIds.shopCheckout)
  await playsPast(page, 3)
  expect(service.requests.filter(({ path }) => path.endsWith('/replay')).length).toBeLessThanOrEqual(2)
  await expect(page.getByRole('alert')).toHaveCount(0)
})

for (const hours of [2, -2]) {
  test(`T07: a server clock ${hours} h off changes nothing for the person`, async ({ startDesk, startService }) => {
    const service = await startService({ linkLifeMs: LINK_LIFE_MS })
    service.faults.api.clockSkewMs = hours * 3_600_000
    const { page } = await startDesk()
    await connect(page, service)
    await openSession(page, sampleIds.shopCheckout)
    await playsPast(page, 0.5)
    await expect(page.getByText(/^links expire in 1[45] min$/)).toBeVisible()
    expect(service.requests.filter(({ path }) => path.endsWith('/replay'))).toHaveLength(1)
    // The clock moves under the running replay: the old links have expired for the server, and are renewed silently.
    service.faults.api.clockSkewMs += 3_600_000
    await page.evaluate(() => window.desk.invoke('cache.clear'))
    await page.keyboard.press('End')
    await page.keyboard.press('j')
    await playsPast(page, 85)
    await expect(page.getByRole('alert')).toHaveCount(0)
    expect(service.requests.filter(({ path }) => path.endsWith('/replay')).length).toBeLessThanOrEqual(2)
  })
}

test('R07: twenty recordings asked for while the service says 429: one banner, one probe at a time', async ({
  startDesk,
  startService,
}) => {
  const service = await startService({ sessionCount: 40 })
  const { page } = await startDesk()
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  await expect(page.getByText(/^Sessions updated/)).toBeVisible()
  const before = service.requests.length
  service.faults.api.retryAfter = '3'
  service.faults.api.next.push({ status: 429, times: 3, match: '/replay', body: { message: 'Slow', detail: 'wait' } })
  const opened = page.evaluate(async () => {
    const list = await window.desk.invoke('sessions.query', { limit: 20 })
    if (!list.ok) throw new Error(list.problem.message)
    return Promise.all(list.value.rows.map(({ sessionId }) => window.desk.invoke('replay.open', { sessionId })))
  })
  const banner = page.getByText('The rate limit is used up.')
  await expect(banner).toBeVisible()
  await expect(banner).toHaveCount(1)
  await expect(page.getByRole('alert')).toHaveCount(0)
  const answers = await opened
  expect(answers).toHaveLength(20)
  expect(answers.every(({ ok }) => ok)).toBe(true)
  await expect(banner).toHaveCount(0)
  const asked = service.requests.slice(before).filter(({ path }) => path.endsWith('/replay'))
  expect(asked.filter(({ status }) => status === 429).length).toBeLessThanOrEqual(3)
})

test('E01, E02, E04: whatever shape a refusal has, the person reads one sentence and no secret', async ({
  startDesk,
  startService,
}) => {
  const service = await startService()
  const detail = [
    {
      loc: ['body', 'items', 0, 'name'],
      msg: 'Field required',
      type: 'missing',
      input: { token: 'planted-secret' },
      ctx: { error: {} },
    },
    { loc: ['path', 'session_id'], msg: 'bad', type: 'x' },
  ]
  const bodies: [string, number, unknown][] = [
    ['answer-list', 422, { detail }],
    ['answer-text', 422, { detail: 'The id is not one of ours' }],
    ['answer-object', 422, { detail: { message: 'The id is odd' } }],
    ['answer-empty', 422, { detail: [] }],
    ['answer-null', 422, null],
    ['answer-html', 403, '<html><body><h1>403 Forbidden</h1></body></html>'],
    [
      'answer-odd',
      200,
      { ...replayRecord({}), mp4_url: { no: 'text' }, video_start_ms: '6000', extra: [1], __proto__: 1 },
    ],
  ]
  for (const [id, status, body] of bodies) service.add(rawSession(id, () => ({ status, body })))
  const { page } = await startDesk()
  await connect(page, service)
  const watched = await watchVideo(page)
  const player = page.getByRole('region', { name: 'Player' })
  for (const [id] of bodies) {
    await openSession(page, id)
    const alert = player.getByRole('alert')
    await expect(alert).toHaveCount(1)
    await expect(alert.getByRole('heading')).toHaveText(/\w+ \w+/)
    await expect(alert.getByRole('heading')).not.toHaveText(/[<{[]/)
    const details = alert.getByText('Details', { exact: true })
    if (await details.count()) await details.click()
    const text = (await page.locator('body').textContent()) ?? ''
    expect(text, id).not.toMatch(/\[object|planted|undefined|NaN/)
    if (id === 'answer-list') expect(text).toContain('body › items › 0 › name')
    if (id === 'answer-text') expect(text).toContain('The id is not one of ours')
    await leave(page)
  }
  expect(watched.faults).toEqual([])
})

test('X04, D17: ids keep every letter on their way to the service and into the player', async ({
  startDesk,
  startService,
}) => {
  const service = await startService()
  const ids = ['AbC123', 'a:b', 'id with space', 'ü7q', 'a/b', '%2e%2e%2fx']
  const source = { recording: 'shop-checkout', playlist: 'ts', kind: 'ready' } as const
  for (const id of ids) service.add({ ...rawSession(id, () => ({ status: 200, body: null })), replay: source })
  const { page } = await startDesk()
  await connect(page, service)
  const watched = await watchVideo(page)
  for (const id of ids) {
    const before = service.requests.length
    await openSession(page, id)
    await playsPast(page, 0.3)
    const asked = service.requests.slice(before).filter(({ path }) => path.endsWith('/replay'))
    expect(asked.map(({ target }) => target)).toEqual([`/v1/sessions/${encodeURIComponent(id)}/replay`])
    await leave(page)
  }
  expect(watched.faults).toEqual([])
})

const NO_BUS = { DBUS_SESSION_BUS_ADDRESS: '', XDG_RUNTIME_DIR: '/nonexistent' }
const hasBus = spawnSync('sh', ['-c', 'command -v dbus-daemon']).status === 0

test('K02: without a session bus the program works, and says that the key lives until it ends', async ({
  startDesk,
  startService,
}) => {
  const service = await startService()
  const { page } = await startDesk({ env: NO_BUS })
  const began = Date.now()
  await connect(page, service)
  await expect(sessionRows(page).first()).toBeVisible()
  expect(Date.now() - began).toBeLessThan(8_000) // the time a keychain may take is not waited for
  const place = page.getByRole('button', { name: /^Key kept until you quit/ })
  await expect(place).toBeVisible()
  await place.hover()
  await expect(page.getByRole('tooltip')).toContainText(/until you quit/i)
  await expect(page.getByRole('tooltip')).not.toContainText(/d-?bus|org\.freedesktop|\[object/i)
  const accounts = await page.evaluate(() => window.desk.invoke('accounts.list'))
  expect(JSON.stringify(accounts)).not.toContain(service.key)
})

test('K01: names a session bus without a keychain in plain language', async ({ startDesk, startService }) => {
  test.skip(!hasBus, 'dbus-daemon is not installed')
  const bus = spawnSync('dbus-daemon', ['--session', '--fork', '--print-address=1', '--print-pid=1', '--nopidfile'], {
    encoding: 'utf8',
    env: { ...process.env, XDG_DATA_DIRS: '/nonexistent', XDG_DATA_HOME: '/nonexistent' },
  })
  const [address = '', pid = ''] = bus.stdout.trim().split('\n')
  try {
    const service = await startService()
    const { page } = await startDesk({ env: { ...NO_BUS, DBUS_SESSION_BUS_ADDRESS: address } })
    await connect(page, service)
    await expect(sessionRows(page).first()).toBeVisible()
    await page.getByRole('button', { name: /^Key kept until you quit/ }).hover()
    await expect(page.getByRole('tooltip')).toContainText(/keychain/i)
    await expect(page.getByRole('tooltip')).not.toContainText(/d-?bus|org\.freedesktop|\[object/i)
  } finally {
    process.kill(Number(pid))
  }
})
