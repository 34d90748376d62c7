import { homedir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Limit } from '../../contract/models/account-models.ts'
import { operations } from '../../contract/operations.ts'
import { ok } from '../../contract/result.ts'
import { until } from '../base/testing/test-clock.ts'
import { folderPerTest } from '../library/testing/per-test.ts'
import { unwrap } from '../library/testing/test-library.ts'
import { type Reply, type Seen, startServer, type TestServer } from '../service/testing/test-server.ts'
import { openTestCore } from '../testing/test-core.ts'

const PLANTED = 'plantedsecret'
const KEY = `${PLANTED}-key-4711+/==`
const PASSWORD = `${PLANTED} pass&word`
const SIGNED = `https://media.example/v.mp4?X-Amz-Signature=${PLANTED}&X-Amz-Security-Token=${PLANTED}`
const ALL = { text: '', outcomes: [], methods: [], sort: 'at', direction: 'desc' } as const
const PAGE = { ...ALL, outcomes: [], methods: [], offset: 0, limit: 100 }

const place = folderPerTest()
let server: TestServer
let answer: (seen: Seen) => Reply
beforeEach(async () => {
  answer = () => ({ body: {} })
  server = await startServer((seen) => answer(seen))
})
afterEach(() => server.close())

const open = () => {
  const none = async () => ok(undefined)
  return openTestCore(place.folder, {
    keychain: { read: async () => ok(null), write: none, remove: none },
    paths: { data: place.folder, cache: join(place.folder, 'cache'), videos: `/mnt/${PLANTED} videos` },
  })
}
const connect = async (ask: ReturnType<typeof open>['ask']) =>
  unwrap(await ask['accounts.connect']({ baseUrl: `${server.url}/v1`, credentials: { method: 'key', key: KEY } }))
const lists: Reply = { body: { items: [], page: 1, has_next: false } }
const rate = (left: number) => ({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': String(left) })

test('journal, export and report hold no key, password, cookie value, signed link, folder or search, whatever the service repeats', async () => {
  const echo = JSON.stringify({
    detail: `Bearer ${KEY} and ${SIGNED} in /home/anna/${PLANTED}/x.mp4`,
    cookie: `sid=${PLANTED}`,
    password: PASSWORD,
  })
  answer = ({ url }) => {
    const headers = { 'set-cookie': `sid=${PLANTED}; Path=/`, link: `<${SIGNED}>`, 'x-echo': `Bearer ${KEY}` }
    if (url.includes('only_active')) return { ...lists, headers }
    if (url.endsWith('/replay')) return { body: { mp4_url: SIGNED, playlist_content: null }, headers }
    if (url.endsWith('/cookies'))
      return {
        body: { cookies: [{ name: 'a', value: PLANTED, domain: 'a.test', path: '/', httpOnly: true }] },
        headers,
      }
    return { status: url.includes('health') ? 500 : 422, body: echo, headers }
  }
  const { core, ask } = open()
  answer = (
    (next) => (seen) =>
      seen.url.includes('health') && server.seen.length < 3 ? { body: {} } : next(seen)
  )(answer)
  await connect(ask)
  await ask['replay.open']({ sessionId: 's-1' })
  await ask['cookies.read']({ profileId: 'p-1' })
  await ask['functions.send']({ connectionId: 'c', role: 'login', source: `key = "${PLANTED}"`, overwrite: true })
  await ask['usage.get'](undefined)
  await ask['accounts.signIn']({
    accountId: unwrap(await ask['accounts.list'](undefined))[0]?.id ?? '',
    credentials: { method: 'password', userName: `${PLANTED}-user`, password: PASSWORD },
  })
  await ask['health.check'](undefined)
  await ask['sessions.query']({ ...PAGE, chips: [], text: `${PLANTED} search`, sort: 'started' })
  await ask['activity.query']({ ...PAGE, text: `${PLANTED} search` })
  await ask['settings.set']({ archiveName: `${PLANTED} {date}` })
  await core.archive.setFolder(`/home/${PLANTED}/archive`)
  core.log.error(`archive: ENOENT: no such file, open '${join(homedir(), PLANTED, 'a b.mp4')}' ${SIGNED}`)
  core.log.warn(`sync: /home/${PLANTED}/archive/Tax ${PLANTED}.mp4`)

  const { rows, total } = unwrap(await ask['activity.query'](PAGE))
  expect(total).toBeGreaterThanOrEqual(6)
  const details = await Promise.all(rows.map(({ id }) => ask['activity.get']({ id })))
  const lines = [...core.activity.exportLines({ ...PAGE })].flatMap(unwrap)
  expect(lines).toHaveLength(total)
  const note = `I sent Authorization: Bearer ${KEY} and saw ${SIGNED}`
  const report = unwrap(await ask['activity.report']({ note }))
  for (const text of [JSON.stringify([rows, details]), lines.join(''), report.text]) expect(text).not.toContain(PLANTED)

  const host = new URL(server.url).host
  for (const hidden of [host, 'media.example', homedir(), place.folder, 's-1', 'p-1'])
    expect(report.text).not.toContain(hidden)
  for (const shown of [
    '1.2.3',
    'GET /sessions/{3}/replay',
    'PUT /managed-auth/connections/',
    '422',
    'I sent',
    'ENOENT',
  ])
    expect(report.text).toContain(shown)
  expect(report.text).toMatch(/archiveFolder +its own/)
  expect(report.text).toMatch(/address +http:\/\/\[host\]\/…/)
  await core.dispose()
})

test('what is saved of a report is what was shown; the last five are at hand', async () => {
  const { core, ask } = open()
  const reports = []
  for (let n = 0; n < 6; n += 1) reports.push(unwrap(await ask['activity.report']({ note: `note ${n}` })))
  expect(reports.map(({ reportId, text }) => core.activity.reportText(reportId).ok && text.includes('note'))).toEqual([
    false,
    ...Array(5).fill(true),
  ])
  const last = reports.at(-1)
  expect(core.activity.reportText(last?.reportId ?? '')).toEqual(ok(last?.text))
  await core.dispose()
})

test('the limit is planned and told over a restart; every answer fits its schema', async () => {
  const reset = String(Math.round(Date.now() / 1_000) + 600)
  answer = ({ url }) => ({
    ...(url.includes('only_active') ? lists : { body: {} }),
    headers: { ...rate(60), 'x-ratelimit-reset': reset },
  })
  const first = open()
  await connect(first.ask)
  await until(() => first.events.some(([, value]) => (value as Limit | null)?.remaining === 60), 'the limit')
  expect(first.events.some(([name]) => name === 'activity.changed')).toBe(true)
  expect(unwrap(await first.ask['limit.plan']({ requests: 40 }))).toMatchObject({ atOnce: 40, windows: 0, reserve: 20 })
  const plan = unwrap(await first.ask['limit.plan']({ requests: 100 }))
  expect(plan).toMatchObject({ requests: 100, atOnce: 40, windows: 1 })
  expect(operations['limit.plan'].output.parse(plan)).toEqual(plan)
  await first.core.dispose()

  const second = open()
  const history = unwrap(await second.ask['limit.history'](undefined))
  expect(operations['limit.history'].output.parse(history)).toEqual(history)
  expect(history.points[0]).toMatchObject({ limit: 100, remaining: 60 })
  const health = unwrap(await second.ask['health.history'](undefined))
  expect(operations['health.history'].output.parse(health)).toEqual(health)
  expect(health.checks[0]).toMatchObject({ state: 'up' })
  const { removed } = unwrap(await second.ask['activity.clear'](undefined))
  expect(removed).toBeGreaterThan(0)
  expect(unwrap(await second.ask['activity.query'](PAGE)).total).toBe(0)
  await second.core.dispose()
})

test('usage: the text as it was sent, null where the service has none, else the problem', async () => {
  const text = '{ "__proto__": {"polluted": 1},\n "count": 12345678901234567890 }'
  let usage: Reply = { body: text }
  answer = ({ url }) => (url.includes('/usage') ? usage : lists)
  const { core, ask } = open()
  expect(await ask['usage.get'](undefined)).toMatchObject({ ok: false, problem: { code: 'signed-out' } })
  await connect(ask)
  expect(unwrap(await ask['usage.get'](undefined)).json).toBe(text)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  for (const status of [404, 405]) {
    usage = { status, body: { detail: 'Not Found' } }
    expect(unwrap(await ask['usage.get'](undefined)).json).toBe(null)
  }
  usage = { status: 403 }
  expect(await ask['usage.get'](undefined)).toMatchObject({ ok: false, problem: { code: 'forbidden' } })
  usage = { body: '[1]' }
  expect(await ask['usage.get'](undefined)).toMatchObject({ ok: false, problem: { code: 'bad-answer' } })
  await core.dispose()
})
