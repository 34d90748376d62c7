import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { inflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { exportFormats } from '../../contract/constants/cookie-constants.ts'
import type { ExportRequest } from '../../contract/models/cookie-models.ts'
import { ok } from '../../contract/result.ts'
import { startSampleService } from '../../sample/sample-service.ts'
import type { SampleService } from '../../sample/sample-session.ts'
import { memoryKeychain, noKeychain } from '../account/testing/test-keychain.ts'
import type { Keychain } from '../base/ports.ts'
import { until } from '../base/testing/test-clock.ts'
import { folderPerTest } from '../library/testing/per-test.ts'
import { unwrap } from '../library/testing/test-library.ts'
import { openTestCore, sampleFolder } from '../testing/test-core.ts'
import { record } from './testing/made-cookies.ts'

const PROFILE = 'profile-supplier-portal'
const NO_KEYCHAIN = 'No keychain service is running.'

const place = folderPerTest()
let service: SampleService
/** What the keychain holds; null: there is none. */
let entries: Map<string, string> | null
beforeEach(async () => {
  entries = new Map()
  service = await startSampleService({ folder: sampleFolder })
})
afterEach(() => service.close())

const presentKeychain = () => (entries ? memoryKeychain(entries) : noKeychain())
/** The keychain of this moment: it may be gone in the next one. */
const keychain: Keychain = {
  read: (key) => presentKeychain().read(key),
  write: (key, secret) => presentKeychain().write(key, secret),
  remove: (key) => presentKeychain().remove(key),
}
const open = () => openTestCore(place.folder, { keychain })
type Opened = ReturnType<typeof open>

const connect = async ({ ask }: Opened, to = service) =>
  unwrap(await ask['accounts.connect']({ baseUrl: to.baseUrl, credentials: { method: 'key', key: to.key } }))
/** A program at work: connected, and nothing else of its own is asked of the service meanwhile. */
const ready = async () => {
  const opened = open()
  const account = await connect(opened)
  return { ...opened, account }
}
/** The program in its next run: it knows its account. */
const again = (): Opened => {
  const opened = open()
  opened.core.start()
  return opened
}
const answerWith = (cookies: unknown, times = 1) =>
  service.faults.api.next.push({ status: 200, times, match: '/cookies', body: { cookies } })
const exportAll = (readId: string, more: Partial<ExportRequest> = {}): ExportRequest => ({
  readId,
  ids: null,
  format: 'json',
  url: null,
  includeExpired: true,
  ...more,
})
const withDatabase = <T>(run: (db: DatabaseSync) => T): T => {
  const db = new DatabaseSync(join(place.folder, 'library.sqlite'))
  try {
    return run(db)
  } finally {
    db.close()
  }
}

test('a read gives rows without values; single values are revealed; the list knows when it was read', async () => {
  const { core, ask } = await ready()
  unwrap(await ask['profiles.list'](undefined))
  await until(() => service.requests.some(({ path }) => path.endsWith('/profiles')))
  expect(unwrap(await ask['cookies.lastRead']({ profileId: PROFILE }))).toBeNull()
  const read = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
  expect(read).toMatchObject({ profileId: PROFILE, snapshotId: null, hasValues: true, skipped: 0, skippedReasons: [] })
  expect(read.rows).toHaveLength(12)
  const session = read.rows.find(({ name }) => name === '__Host-session')
  expect(session).toMatchObject({ host: 'portal.northgate.example', site: 'northgate.example', valueBytes: 16 })
  expect(JSON.stringify(read)).not.toContain('s3.5f0e71c94d.8a')
  const id = session?.id ?? ''
  const revealed = unwrap(await ask['cookies.reveal']({ readId: read.readId, ids: [id] }))
  expect(revealed.values).toEqual([{ id, value: 's3.5f0e71c94d.8a' }])
  expect(core.cookies.valueOf(read.readId, id)).toEqual(ok('s3.5f0e71c94d.8a'))
  expect(await ask['cookies.reveal']({ readId: read.readId, ids: ['no such'] })).toMatchObject({ ok: false })
  expect(unwrap(await ask['cookies.lastRead']({ profileId: PROFILE }))).toEqual(read)
  const { rows } = unwrap(await ask['profiles.list'](undefined))
  expect(rows.find(({ profileId }) => profileId === PROFILE)).toMatchObject({ cookieCount: 12, lastReadAt: read.at })
  await core.dispose()
})

test('an export says what it holds without values to the page, with them to the shell', async () => {
  const { core, ask } = await ready()
  const { readId, rows } = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
  const preview = unwrap(await ask['cookies.exportPreview'](exportAll(readId)))
  const whole = unwrap(core.cookies.exportOf(exportAll(readId)))
  expect([preview.count, whole.count, preview.bytes]).toEqual([12, 12, Buffer.byteLength(whole.text)])
  expect(whole.text).toContain('s3.5f0e71c94d.8a')
  expect(preview.text).not.toContain('s3.5f0e71c94d.8a')
  const one = rows.filter(({ name }) => name === 'locale').map(({ id }) => id)
  expect(unwrap(core.cookies.exportOf(exportAll(readId, { ids: one }))).count).toBe(1)
  expect(core.cookies.exportOf(exportAll('gone'))).toMatchObject({
    ok: false,
    problem: { code: 'not-found', next: 'Refresh the cookies.' },
  })
  await core.dispose()
})

test('an unknown profile, an id that no address can carry and a refused one are plain problems', async () => {
  const { core, ask } = await ready()
  expect(await ask['cookies.read']({ profileId: 'no-such' })).toMatchObject({
    problem: { code: 'not-found', status: 404 },
  })
  expect(await ask['cookies.read']({ profileId: '..' })).toMatchObject({ problem: { code: 'invalid-input' } })
  const detail = [{ loc: ['path', 'profile_id'], msg: 'bad', type: 'x', input: 'planted' }]
  service.faults.api.next.push({ status: 422, times: 1, match: '/cookies', body: { detail } })
  const refused = await ask['cookies.read']({ profileId: PROFILE })
  expect(refused).toMatchObject({
    problem: { code: 'rejected', fields: [{ path: ['path', 'profile_id'], message: 'bad' }] },
  })
  const { rows } = unwrap(await ask['profiles.list'](undefined))
  expect(rows.filter(({ profileId }) => profileId !== PROFILE && profileId.startsWith('no'))).toEqual([])
  await core.dispose()
})

test('C17: counts unusable records with the reason, and reads null as an empty list', async () => {
  const { core, ask } = await ready()
  answerWith([
    record('good', 'v'),
    { name: 'n', value: 'v', domain: 'a.test' },
    { name: 'n', value: null },
    {},
    null,
    'x',
  ])
  const read = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
  expect([read.rows.length, read.skipped, read.skippedReasons.length]).toEqual([2, 4, 4])
  expect(read.rows[1]).toMatchObject({ path: '/', secure: false, kind: 'session' })
  answerWith(null)
  expect(unwrap(await ask['cookies.read']({ profileId: PROFILE })).rows).toEqual([])
  await core.dispose()
})

test('the cookies of one account are never answered for another, also when it changes while they come', async () => {
  const other = await startSampleService({ folder: sampleFolder })
  const opened = await ready()
  const { core, ask, account } = opened
  const { readId } = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
  const kept = unwrap(await ask['snapshots.keep']({ readId, label: null }))
  service.faults.api.delayMs = 300
  const coming = ask['cookies.read']({ profileId: PROFILE })
  await connect(opened, other)
  expect(await coming).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
  const gone = { ok: false, problem: { code: 'not-found' } }
  expect(await ask['cookies.reveal']({ readId, ids: ['0'] })).toMatchObject(gone)
  expect(core.cookies.valueOf(readId, '0')).toMatchObject(gone)
  expect(core.cookies.exportOf(exportAll(readId))).toMatchObject(gone)
  expect(await ask['cookies.openSnapshot']({ snapshotId: kept.snapshotId })).toMatchObject(gone)
  expect(await ask['snapshots.remove']({ snapshotId: kept.snapshotId })).toMatchObject(gone)
  expect(unwrap(await ask['cookies.lastRead']({ profileId: PROFILE }))).toBeNull()
  expect(unwrap(await ask['snapshots.list']({ profileId: PROFILE }))).toEqual([])
  service.faults.api.delayMs = 0
  unwrap(await ask['accounts.activate']({ accountId: account.id }))
  expect(unwrap(await ask['cookies.lastRead']({ profileId: PROFILE }))).toMatchObject({ readId })
  unwrap(await ask['accounts.remove']({ accountId: account.id }))
  await core.dispose()
  expect(withDatabase((db) => db.prepare('SELECT count(*) AS n FROM cookie_snapshots').get()?.n)).toBe(0)
  await other.close()
})

test('keeps the last 20 reads; an older one says to refresh', async () => {
  service.faults.api.rateLimit = { limit: 1_000, windowS: 60 }
  const { core, ask } = await ready()
  const reads: string[] = []
  for (let n = 0; n < 21; n += 1) reads.push(unwrap(await ask['cookies.read']({ profileId: PROFILE })).readId)
  const reveal = (readId = '') => ask['cookies.reveal']({ readId, ids: ['0'] })
  expect(await reveal(reads[0])).toMatchObject({
    ok: false,
    problem: { code: 'not-found', next: 'Refresh the cookies.' },
  })
  expect(await reveal(reads[1])).toMatchObject({ ok: true })
  await core.dispose()
})

test('a snapshot opens in the next run with its values, label and mark; a removed one comes back until then', async () => {
  const first = await ready()
  const read = unwrap(await first.ask['cookies.read']({ profileId: PROFILE }))
  const kept = unwrap(await first.ask['snapshots.keep']({ readId: read.readId, label: 'before' }))
  expect(kept).toMatchObject({
    at: read.at,
    label: 'before',
    signedIn: null,
    cookies: 12,
    values: 'encrypted',
    reason: null,
  })
  const { snapshotId } = kept
  unwrap(await first.ask['snapshots.update']({ snapshotId, signedIn: true }))
  const second = unwrap(await first.ask['snapshots.keep']({ readId: read.readId, label: null }))
  unwrap(await first.ask['snapshots.remove']({ snapshotId }))
  expect(unwrap(await first.ask['snapshots.list']({ profileId: PROFILE })).map((one) => one.snapshotId)).toEqual([
    second.snapshotId,
  ])
  expect(await first.ask['cookies.openSnapshot']({ snapshotId })).toMatchObject({ problem: { code: 'not-found' } })
  expect(unwrap(await first.ask['snapshots.restore']({ snapshotId }))).toMatchObject({
    label: 'before',
    signedIn: true,
  })
  unwrap(await first.ask['snapshots.remove']({ snapshotId: second.snapshotId }))
  await first.core.dispose()

  const next = again()
  expect(unwrap(await next.ask['snapshots.list']({ profileId: PROFILE }))).toEqual([{ ...kept, signedIn: true }])
  expect(await next.ask['snapshots.restore']({ snapshotId: second.snapshotId })).toMatchObject({ ok: false })
  const opened = unwrap(await next.ask['cookies.openSnapshot']({ snapshotId }))
  expect(opened).toMatchObject({ at: read.at, snapshotId, hasValues: true })
  expect(opened.rows).toEqual(read.rows)
  const id = opened.rows.find(({ name }) => name === 'cart')?.id ?? ''
  expect(unwrap(next.core.cookies.exportOf(exportAll(opened.readId))).text).toContain('żółć 🍪')
  expect(next.core.cookies.valueOf(opened.readId, id)).toEqual(ok('{"items":3,"note":"żółć 🍪"}'))
  expect(unwrap(await next.ask['cookies.lastRead']({ profileId: PROFILE }))).toBeNull()
  expect(await next.ask['snapshots.keep']({ readId: opened.readId, label: null })).toMatchObject({ ok: false })
  await next.core.dispose()
})

test('K01: without a keychain only hashes are kept, and it says so; they still tell what rotated', async () => {
  entries = null
  const { core, ask } = await ready()
  const secret = 'a-value-only-for-main'
  answerWith([
    record('token', secret, { extra: `copy of ${secret}` }),
    record('same', 'v'),
    record('big', 'x'.repeat(5_000)),
  ])
  const read = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
  const kept = unwrap(await ask['snapshots.keep']({ readId: read.readId, label: null }))
  expect(kept).toMatchObject({ values: 'hashes', reason: `${NO_KEYCHAIN} Only hashes of the values were saved.` })
  const opened = unwrap(await ask['cookies.openSnapshot']({ snapshotId: kept.snapshotId }))
  expect(opened.hasValues).toBe(false)
  expect(opened.rows).toEqual(read.rows) // sizes and flags as they were with the value
  const refused = { ok: false, problem: { code: 'not-supported', next: 'Refresh the cookies.' } }
  expect(await ask['cookies.reveal']({ readId: opened.readId, ids: ['0'] })).toMatchObject(refused)
  expect(await ask['cookies.exportPreview'](exportAll(opened.readId))).toMatchObject(refused)
  expect(core.cookies.valueOf(opened.readId, '0')).toMatchObject(refused)

  answerWith([record('token', 'another'), record('same', 'v'), record('big', 'x'.repeat(5_000))])
  const later = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
  const compared = unwrap(
    await ask['snapshots.compare']({
      before: { kind: 'snapshot', snapshotId: kept.snapshotId },
      after: { kind: 'read', readId: later.readId },
    }),
  )
  expect(compared).toMatchObject({ valuesCompared: 'all', unchanged: 2 })
  expect(compared.changes).toMatchObject([{ kinds: ['rotated'], after: { name: 'token' } }])
  await core.dispose()
  const payload = withDatabase((db) => db.prepare('SELECT payload FROM cookie_snapshots').get()?.payload)
  const [head, salt] = [4, 32]
  const text = inflateSync((payload as Uint8Array).subarray(head + salt)).toString()
  expect(text).toContain('token')
  for (const value of [secret, 'x'.repeat(5_000)]) expect(text).not.toContain(value)
})

test('a comparison holds what its list shows; the whole cookie of a side is fetched alone, with the read of its value', async () => {
  const { core, ask } = await ready()
  answerWith([record('token', 'one'), record('same', 'v')])
  const read = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
  const { snapshotId } = unwrap(await ask['snapshots.keep']({ readId: read.readId, label: null }))
  answerWith([record('token', 'two'), record('same', 'v')])
  const later = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
  const before = { kind: 'snapshot', snapshotId } as const
  const after = { kind: 'read', readId: later.readId } as const
  const { changes } = unwrap(await ask['snapshots.compare']({ before, after }))
  const [change] = changes
  expect(changes).toHaveLength(1)
  for (const side of [change?.before, change?.after])
    expect([side && 'given' in side, side && 'flags' in side]).toEqual([false, false])

  const token = ({ name }: { name: string }) => name === 'token'
  const now = unwrap(await ask['snapshots.sideCookie']({ side: after, id: change?.after?.id ?? '' }))
  expect(now).toEqual({ readId: later.readId, hasValues: true, row: later.rows.find(token) })
  const id = change?.before?.id ?? ''
  const was = unwrap(await ask['snapshots.sideCookie']({ side: before, id }))
  expect(was.row).toEqual(read.rows.find(token))
  expect(unwrap(await ask['cookies.reveal']({ readId: was.readId, ids: [id] })).values).toEqual([{ id, value: 'one' }])
  // A snapshot stays one read however many of its cookies are looked at.
  expect(unwrap(await ask['snapshots.sideCookie']({ side: before, id })).readId).toBe(was.readId)
  expect(await ask['snapshots.sideCookie']({ side: before, id: 'none' })).toMatchObject({
    ok: false,
    problem: { code: 'not-found' },
  })
  await core.dispose()
})

test('a snapshot is opened once for a comparison and the cookies of its sides', async () => {
  const { core, ask } = await ready()
  const snapshotOf = async (value: string) => {
    answerWith([record('token', value)])
    const { readId } = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
    return {
      kind: 'snapshot',
      snapshotId: unwrap(await ask['snapshots.keep']({ readId, label: null })).snapshotId,
    } as const
  }
  const [before, after] = [await snapshotOf('one'), await snapshotOf('two')]
  const compared = unwrap(await ask['snapshots.compare']({ before, after }))
  expect(compared.changes.map(({ kinds }) => kinds)).toEqual([['rotated']])
  // What is opened from now on is damaged.
  withDatabase((db) => db.prepare("UPDATE cookie_snapshots SET payload = x'00'").run())
  for (const side of [before, after])
    expect(await ask['snapshots.sideCookie']({ side, id: '0' })).toMatchObject({ ok: true })
  expect(unwrap(await ask['snapshots.compare']({ before, after }))).toEqual(compared)
  await core.dispose()
})

test('a snapshot that is opened for a comparison does not take the place of its other side', async () => {
  service.faults.api.rateLimit = { limit: 1_000, windowS: 60 }
  const { core, ask } = await ready()
  const oldest = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
  const { snapshotId } = unwrap(await ask['snapshots.keep']({ readId: oldest.readId, label: null }))
  for (let n = 0; n < 19; n += 1) unwrap(await ask['cookies.read']({ profileId: PROFILE }))
  const sides = [{ kind: 'snapshot', snapshotId } as const, { kind: 'read', readId: oldest.readId } as const] as const
  const compared = unwrap(await ask['snapshots.compare']({ before: sides[0], after: sides[1] }))
  expect(compared).toMatchObject({ unchanged: 12, changes: [] })
  await core.dispose()
})

test('K06: a lost key is told, its snapshots stay, and new ones get a new key; a foreign entry is left alone', async () => {
  const { core, ask } = await ready()
  const keep = async () => {
    const { readId } = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
    return unwrap(await ask['snapshots.keep']({ readId, label: null })).snapshotId
  }
  const old = await keep()
  const entry = entries?.get('cookie-snapshots') ?? ''
  expect(entry).toMatch(/^replay-desk-snapshot-key:1:[\w-]{43}$/)
  await core.dispose()

  for (const name of entries?.keys() ?? []) if (name.startsWith('cookie-snapshots/key/')) entries?.delete(name)
  entries?.set('cookie-snapshots', 'not ours')
  const next = again()
  expect(unwrap(await next.ask['snapshots.list']({ profileId: PROFILE }))).toMatchObject([{ values: 'encrypted' }])
  expect(await next.ask['cookies.openSnapshot']({ snapshotId: old })).toMatchObject({
    problem: {
      code: 'keychain',
      message: 'The key of this snapshot is no longer in the keychain, so it cannot be opened.',
    },
  })
  const { readId } = unwrap(await next.ask['cookies.read']({ profileId: PROFILE }))
  const fresh = unwrap(await next.ask['snapshots.keep']({ readId, label: null }))
  expect(fresh.values).toBe('encrypted')
  expect(entries?.get('cookie-snapshots')).toBe('not ours')
  expect(unwrap(await next.ask['cookies.openSnapshot']({ snapshotId: fresh.snapshotId })).hasValues).toBe(true)
  unwrap(await next.ask['snapshots.update']({ snapshotId: old, signedIn: true }))
  unwrap(await next.ask['snapshots.update']({ snapshotId: fresh.snapshotId, signedIn: false }))
  expect(unwrap(await next.ask['snapshots.hints']({ profileId: PROFILE }))).toMatchObject({
    signedIn: 0,
    signedOut: 1,
    unreadable: 1,
    hints: [],
  })
  await next.core.dispose()

  entries?.set('cookie-snapshots', entry) // brought back: everything opens again
  const last = again()
  for (const snapshotId of [old, fresh.snapshotId])
    expect(unwrap(await last.ask['cookies.openSnapshot']({ snapshotId })).rows).toHaveLength(12)
  await last.core.dispose()
})

test('a damaged payload and one in the row of another snapshot do not open; the others do', async () => {
  const first = await ready()
  const ids: string[] = []
  for (let n = 0; n < 5; n += 1) {
    const { readId } = unwrap(await first.ask['cookies.read']({ profileId: PROFILE }))
    ids.push(unwrap(await first.ask['snapshots.keep']({ readId, label: null })).snapshotId)
  }
  await first.core.dispose()
  withDatabase((db) => {
    const payloadOf = (id = '') =>
      db.prepare('SELECT payload FROM cookie_snapshots WHERE id = ?').get(id)?.payload as Uint8Array
    const set = (id: string | undefined, payload: Uint8Array) =>
      db.prepare('UPDATE cookie_snapshots SET payload = ? WHERE id = ?').run(payload, id ?? '')
    const flipped = payloadOf(ids[0])
    flipped[flipped.length - 9] = (flipped[flipped.length - 9] ?? 0) ^ 1
    set(ids[0], flipped)
    set(ids[1], payloadOf(ids[4]))
    set(ids[2], payloadOf(ids[2]).subarray(0, 20))
    set(ids[3], Uint8Array.of())
  })
  const next = again()
  for (const snapshotId of ids.slice(0, 4)) {
    const opened = await next.ask['cookies.openSnapshot']({ snapshotId })
    expect(opened).toMatchObject({ ok: false, problem: { code: 'storage' } })
  }
  expect(unwrap(await next.ask['cookies.openSnapshot']({ snapshotId: ids[4] ?? '' })).rows).toHaveLength(12)
  await next.core.dispose()
})

test('E04: a snapshot gives the records back as they were, unknown keys and unusual names included', async () => {
  const { core, ask } = await ready()
  const text = `{"cookies":[${JSON.stringify(record('a', 'half \ud83c', { extra: { deep: [1, null] } })).slice(0, -1)},"__proto__":{"x":1}}]}`
  service.faults.api.next.push({
    status: 200,
    times: 1,
    match: '/cookies',
    body: text,
    contentType: 'application/json',
  })
  const { readId } = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
  const kept = unwrap(await ask['snapshots.keep']({ readId, label: null }))
  const opened = unwrap(await ask['cookies.openSnapshot']({ snapshotId: kept.snapshotId }))
  const exported = (id: string) => unwrap(core.cookies.exportOf(exportAll(id))).text
  expect(exported(opened.readId)).toBe(exported(readId))
  expect(exported(readId)).toContain('__proto__')
  expect(({} as Record<string, unknown>).x).toBeUndefined()
  await core.dispose()
})

test('nothing of a value reaches database, files, log, journal, events or problems', async () => {
  const PLANTED = 'planted-value-5b1d0c4e9f7a4d2b'
  for (const with_ of ['a keychain', 'no keychain']) {
    entries = with_ === 'a keychain' ? new Map() : null
    const { core, ask, log, events } = await ready()
    unwrap(await ask['profiles.list'](undefined))
    const heard: unknown[] = []
    const cookies = [
      record('sid', PLANTED, { extra: PLANTED }),
      record('__Host-odd', `${PLANTED}\tx`, { domain: '.a.example', hostOnly: null }),
      record('big', `${PLANTED}${'ü'.repeat(4_000)}`, { sameSite: 'None', secure: false }),
    ]
    answerWith([...cookies, { name: 'odd', value: PLANTED }, { value: PLANTED, domain: 5, name: 'n' }, PLANTED])
    const read = unwrap(await ask['cookies.read']({ profileId: PROFILE }))
    const kept = unwrap(await ask['snapshots.keep']({ readId: read.readId, label: 'kept' }))
    const opened = unwrap(await ask['cookies.openSnapshot']({ snapshotId: kept.snapshotId }))
    heard.push(read, kept, opened)
    const side = { kind: 'snapshot', snapshotId: kept.snapshotId } as const
    heard.push(await ask['snapshots.compare']({ before: side, after: { kind: 'read', readId: read.readId } }))
    unwrap(await ask['snapshots.update']({ snapshotId: kept.snapshotId, signedIn: true }))
    heard.push(await ask['snapshots.hints']({ profileId: PROFILE }))
    for (const format of exportFormats) {
      const request = exportAll(read.readId, { format, url: 'https://a.example/' })
      heard.push(await ask['cookies.exportPreview'](request))
    }
    // The service repeats a value in its refusals: by a status, by a body that is no list, by half a body.
    for (const body of [
      { cookies: PLANTED },
      `{"cookies":[{"name":"a","value":"${PLANTED}`,
      `<html>${PLANTED}</html>`,
    ]) {
      service.faults.api.next.push({ status: 200, times: 1, match: '/cookies', body })
      heard.push(await ask['cookies.read']({ profileId: PROFILE }))
    }
    await core.dispose()
    expect(JSON.stringify([heard, log.lines, events])).not.toContain(PLANTED)
    expect(JSON.stringify(withDatabase((db) => db.prepare('SELECT * FROM journal').all()))).not.toContain(PLANTED)
    const files = readdirSync(place.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.some(({ name }) => name === 'library.sqlite')).toBe(true)
    for (const { parentPath, name } of files) {
      const bytes = readFileSync(join(parentPath, name))
      for (const form of [
        PLANTED,
        Buffer.from(PLANTED, 'utf16le'),
        Buffer.from(PLANTED).toString('base64').slice(0, 40),
      ])
        expect(bytes.includes(form), `${name} holds the value with ${with_}`).toBe(false)
    }
  }
})
