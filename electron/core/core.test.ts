import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Replay } from '../contract/models/replay-models.ts'
import { startSampleService } from '../sample/sample-service.ts'
import type { SampleService } from '../sample/sample-session.ts'
import { sampleIds } from '../sample/sessions/hand-made-sessions.ts'
import { memoryKeychain } from './account/testing/test-keychain.ts'
import { until } from './base/testing/test-clock.ts'
import { folderPerTest } from './library/testing/per-test.ts'
import { unwrap } from './library/testing/test-library.ts'
import { openTestCore, sampleFolder } from './testing/test-core.ts'

const SECRET = 'key-of-the-core-test-recognisable'

const place = folderPerTest()
let service: SampleService
let entries: Map<string, string>
beforeEach(async () => {
  entries = new Map()
  service = await startSampleService({ folder: sampleFolder, key: SECRET, sessionCount: 250 })
})
afterEach(() => service.close())

const open = () => openTestCore(place.folder, { keychain: memoryKeychain(entries) })
type Opened = ReturnType<typeof open>

const synced =
  ({ ask }: Opened) =>
  async (): Promise<string> =>
    unwrap(await ask['sessions.syncState'](undefined)).state
const untilSynced = async (opened: Opened): Promise<void> => {
  let state = ''
  await until(() => {
    void synced(opened)().then((now) => {
      state = now
    })
    return state === 'done'
  }, 'the sync')
}
const PLAIN = { text: '', chips: [], sort: 'started', direction: 'desc', offset: 0, limit: 500 } as const
const connect = async ({ ask }: Opened) =>
  unwrap(await ask['accounts.connect']({ baseUrl: service.baseUrl, credentials: { method: 'key', key: SECRET } }))
const media = (path: string) => new Request(`app://desk${path}`)

const openStream = async ({ ask }: Opened): Promise<Replay & { hls: string }> => {
  const replay = unwrap(await ask['replay.open']({ sessionId: sampleIds.invoices }))
  if (replay.phase.kind !== 'playable' || !replay.phase.hls) throw new Error(`not playable: ${replay.phase.kind}`)
  return { ...replay, hls: replay.phase.hls }
}

test('connect, sync, play through the gateway, switch the account, end: all of core in one piece', async () => {
  const opened = open()
  const { core, ask, events, log } = opened
  expect(await ask['sessions.query']({ ...PLAIN, chips: [] })).toMatchObject({ ok: false })
  const account = await connect(opened)
  expect(account).toMatchObject({ signedIn: true, active: true, tokenPlace: { kind: 'keychain' }, listsSessions: true })
  await untilSynced(opened)
  expect(unwrap(await ask['sessions.query']({ ...PLAIN, chips: [] })).all).toBeGreaterThan(250)
  expect(unwrap(await ask['health.get'](undefined)).state).toBe('up')
  expect(unwrap(await ask['limit.get'](undefined)).limit).toBe(100)

  const replay = await openStream(opened)
  const playlist = await (await core.gateway(media(replay.hls))).text()
  const first = playlist.split('\n').find((line) => line.startsWith('/media/')) ?? ''
  expect(first).not.toBe('')
  expect(playlist).not.toContain('127.0.0.1')
  const segment = await core.gateway(media(first))
  expect([segment.status, (await segment.arrayBuffer()).byteLength > 1_000]).toEqual([200, true])
  expect(unwrap(await ask['sessions.get']({ sessionId: replay.sessionId })).recording).toBe('ready')
  expect(unwrap(await ask['link.copyText']({ sessionId: replay.sessionId, atMs: 1_500 })).text).toContain('t=1.5')

  // The other account: what belonged to the first is closed and no longer served.
  const sample = unwrap(await ask['accounts.openSample'](undefined))
  expect([sample.method, sample.active]).toEqual(['sample', true])
  expect((await core.gateway(media(first))).type).toBe('error')
  expect(await ask['replay.renew']({ sessionId: replay.sessionId })).toMatchObject({ ok: false })
  await untilSynced(opened)
  const list = unwrap(await ask['sessions.query']({ ...PLAIN, chips: [] }))
  expect(list.rows.every((row) => row.accountId === sample.id)).toBe(true)
  expect(unwrap(await ask['accounts.activate']({ accountId: account.id })).active).toBe(true)

  const told = events.length
  await core.dispose()
  await core.dispose()
  expect([core.disposed(), events.length]).toEqual([true, told])
  expect(await ask['sessions.query']({ ...PLAIN, chips: [] })).toMatchObject({ ok: false })
  // The key is in the keychain and nowhere else.
  const files = readdirSync(place.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const file of files) expect(readFileSync(join(file.parentPath, file.name)).includes(SECRET)).toBe(false)
  expect([JSON.stringify(events), log.lines.join('\n')].some((text) => text.includes(SECRET))).toBe(false)
  expect([...entries.values()].join()).toContain(SECRET)
})

test('a request that cannot connect reports at once that the service is down', async () => {
  const opened = open()
  await connect(opened)
  await untilSynced(opened)
  const health = async () => unwrap(await opened.ask['health.get'](undefined))
  expect((await health()).state).toBe('up')
  const checks = service.requests.filter(({ path }) => path.endsWith('/health')).length
  await opened.ask['usage.get'](undefined)
  expect(service.requests.filter(({ path }) => path.endsWith('/health'))).toHaveLength(checks)
  await new Promise((resolve) => setTimeout(resolve, 1_000)) // checks follow each other by a second at least
  await service.close()
  expect(await opened.ask['usage.get'](undefined)).toMatchObject({ problem: { code: 'not-reachable' } })
  let state = ''
  await until(() => {
    void health().then((now) => {
      state = now.state
    })
    return state === 'down'
  }, 'the check')
  service = await startSampleService({ folder: sampleFolder, key: SECRET })
  await opened.core.dispose()
})

test('the next start reads the key from the keychain and continues; without it the server is watched all the same', async () => {
  const first = open()
  await connect(first)
  await untilSynced(first)
  await first.core.dispose()

  const second = open()
  second.core.start()
  await until(() => second.events.some(([name, value]) => name === 'sync.changed' && isDone(value)), 'the sync')
  expect(unwrap(await second.ask['accounts.list'](undefined))).toMatchObject([{ signedIn: true, active: true }])
  await second.core.dispose()

  entries.clear()
  const third = open()
  third.core.start()
  await until(() => third.events.some(([name]) => name === 'health.changed'), 'the health')
  expect(unwrap(await third.ask['accounts.list'](undefined))).toMatchObject([{ signedIn: false, active: true }])
  expect(unwrap(await third.ask['sessions.query']({ ...PLAIN, chips: [] })).all).toBeGreaterThan(250)
  await third.core.dispose()
})
const isDone = (value: unknown): boolean => (value as { state?: string }).state === 'done'

test('ending in the middle of a sync and of a request leaves nothing unhandled', async () => {
  const orphans: unknown[] = []
  const keep = (reason: unknown) => void orphans.push(reason)
  process.on('unhandledRejection', keep)
  const opened = open()
  await connect(opened)
  service.faults.api.delayMs = 2_000
  void opened.ask['sessions.sync'](undefined)
  const open2 = opened.ask['replay.open']({ sessionId: 'anything' })
  await opened.core.dispose()
  expect(await open2).toMatchObject({ ok: true, value: { phase: { kind: 'unavailable' } } })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', keep)
  expect(orphans).toEqual([])
})

test('a link adds exactly the session it names, whatever its id looks like', async () => {
  const opened = open()
  const account = await connect(opened)
  const odd = '0B9A8C7D-1111-4222-8333-444455556666, "x"'
  opened.core.linkArrived({ sessionId: odd, atMs: 5, account: account.id, label: null })
  const { id, label } = account
  expect(opened.events).toContainEqual([
    'link.arrived',
    { sessionId: odd, atMs: 5, account: { id, label, active: true }, problem: null },
  ])
  unwrap(await opened.ask['link.open']({ sessionId: odd, accountId: id }))
  expect(unwrap(await opened.ask['sessions.get']({ sessionId: odd }))).toMatchObject({ origin: 'pasted' })
  expect(opened.events).toContainEqual(['sessions.changed', { accountId: id, sessionIds: null }])
  await opened.core.dispose()
})

test('L04: for a link to an account that is not here nothing is stored and nothing is asked', async () => {
  const opened = open()
  await connect(opened)
  await untilSynced(opened)
  const asked = service.requests.length
  opened.core.linkArrived({ sessionId: 'nobody-knows-77', atMs: null, account: 'Production EU', label: null })
  expect(opened.events).toContainEqual([
    'link.arrived',
    expect.objectContaining({ account: null, problem: expect.objectContaining({ code: 'not-found' }) }),
  ])
  expect(await opened.ask['sessions.get']({ sessionId: 'nobody-knows-77' })).toMatchObject({ ok: false })
  expect(service.requests.slice(asked).filter(({ path }) => path.includes('nobody'))).toEqual([])
  await opened.core.dispose()
})

test('a replay that is left before it was open is not opened', async () => {
  service.faults.api.hidden = ['session']
  const opened = open()
  await connect(opened)
  await untilSynced(opened)
  unwrap(await opened.ask['sessions.addIds']({ text: 'pasted-1' }))
  service.faults.api.delayMs = 300 // the question about the pasted id takes its time
  const asked = opened.ask['replay.open']({ sessionId: 'pasted-1' })
  await opened.ask['replay.close']({ sessionId: 'pasted-1' })
  expect(await asked).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
  expect(await opened.ask['replay.renew']({ sessionId: 'pasted-1' })).toMatchObject({ ok: false })
  await opened.core.dispose()
})

test('after dispose no handle is left: a program that plays and ends exits by itself', async () => {
  const code = `
    import { createCore } from ${JSON.stringify(join(import.meta.dirname, 'core.ts'))}
    import { createSampleWorkspace } from ${JSON.stringify(join(import.meta.dirname, '../sample/sample-workspace.ts'))}
    import { createClock } from ${JSON.stringify(join(import.meta.dirname, 'base/clock.ts'))}
    const none = async () => ({ ok: false, problem: { code: 'keychain', message: 'none' } })
    const core = createCore({
      fetch, clock: createClock(), keychain: { read: none, write: none, remove: none },
      paths: { data: process.argv[1], cache: process.argv[1] + '/cache' }, log: { info() {}, warn() {}, error() {} },
      version: '1', runtime: 'electron', sample: createSampleWorkspace(${JSON.stringify(sampleFolder)}), platform: 'linux', demo: false,
    })
    await core.handlers['accounts.openSample'](undefined)
    const list = await core.handlers['sessions.query']({ text: '', chips: [], sort: 'started', direction: 'desc', offset: 0, limit: 1 })
    for (const { sessionId } of list.value.rows) await core.handlers['replay.open']({ sessionId })
    await core.dispose()
    console.log('ended')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, place.folder], { stdio: 'pipe' })
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    if (out.includes('ended')) setTimeout(() => child.kill(), 8_000).unref()
  })
  const exit = await new Promise((resolve) => child.on('exit', (status, signal) => resolve(signal ?? status)))
  expect([exit, out.trim()]).toEqual([0, 'ended'])
})
