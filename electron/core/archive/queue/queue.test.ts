import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ArchiveState } from '../../../contract/constants/archive-constants.ts'
import type { Limit } from '../../../contract/models/account-models.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../../contract/models/settings-models.ts'
import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import { createTestClock, until } from '../../base/testing/test-clock.ts'
import { type Library, openLibrary } from '../../library/library.ts'
import { listedSession, quietLog, testFolder, unwrap } from '../../library/testing/test-library.ts'
import type { ReplayRecord } from '../../service/answers/wire.ts'
import { createServerClock } from '../../service/server-clock.ts'
import { createArchive } from '../archive.ts'
import type { FetchMp4, Verified } from '../archive-types.ts'
import { takeClaim } from '../claims/claims.ts'
import { createKeptPairs } from '../claims/kept-pairs.ts'
import type { Engine } from '../engine-port.ts'
import { createFiles } from '../files/archive-files.ts'

const ME = { id: 'me', label: 'Me', baseUrl: 'https://me.example' }
const LIMIT: Limit = { limit: null, remaining: null, resetsAt: null, waiting: 0, pausedUntil: null }
const record = (part: Partial<ReplayRecord> = {}): ReplayRecord => ({
  mp4Url: 'https://store.example/a.mp4',
  playlist: null,
  expiresAt: null,
  startMs: 0,
  durationMs: 1_000,
  ...part,
})
const VERIFIED: Verified = {
  bytes: 3,
  durationMs: 1_000,
  sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', // of "abc",
  codec: 'avc',
  width: 1,
  height: 1,
  samples: [1],
  pictures: 1,
  damage: null,
  warnings: [],
}
const mediaError = (message: string, status?: number): Result<never> =>
  fail('media-error', message, status === undefined ? {} : { status })

let place: ReturnType<typeof testFolder>
let clock: ReturnType<typeof createTestClock>
let library: Library
let settings: Settings
let signedIn: boolean
let accounts: (typeof ME)[]
let free: Result<number>
let answers: Map<string, Result<ReplayRecord>>
let fetchMp4: FetchMp4
let verified: Result<Verified>
let begun: string[]
let hls: string[]
/** What the service answers when a rule asks for new links. */
let renewed: Result<ReplayRecord>
let archive: ReturnType<typeof createArchive>

const write: FetchMp4 = async ({ partPath, onProgress }) => {
  writeFileSync(partPath, 'abc')
  onProgress({ bytes: 3, totalBytes: 3 })
  return ok({ bytes: 3, etag: null, object: 'store.example/a.mp4', warnings: [] })
}

const open = () => {
  const serverClock = createServerClock(clock)
  const engine: Engine = {
    createLinks: ({ sessionId }) => {
      const present = async () => {
        begun.push(sessionId)
        return answers.get(sessionId) ?? ok(record())
      }
      return { record: present, renew: present, dispose: () => {} }
    },
    fetchMp4: (config) => fetchMp4(config),
    exportHls: async ({ partPath, sessionId }) => {
      hls.push(sessionId)
      writeFileSync(partPath, 'abc')
      return ok({ bytes: 3, segments: 1, missing: [], partial: false, minor: false, samples: [1], warnings: [] })
    },
    files: {
      ...createFiles(),
      freeSpace: async (folder) =>
        free.ok
          ? createFiles()
              .freeSpace(folder)
              .then((f) => (f.ok ? free : f))
          : free,
      verifyMp4: async () => verified,
    },
    claim: takeClaim,
    kept: createKeptPairs,
  }
  archive = createArchive({
    library,
    account: (id) =>
      accounts.some((one) => one.id === id)
        ? { ...ME, signedIn, service: { serverClock, limit: () => LIMIT, replay: async () => renewed } }
        : null,
    accounts: () => accounts,
    engine,
    clock,
    log: quietLog(),
    settings: () => settings,
    videosFolder: place.folder,
    trash: null,
    version: '1',
    emit: { archive: () => {}, sessions: () => {} },
  })
  return archive
}

beforeEach(() => {
  place = testFolder()
  clock = createTestClock()
  library = unwrap(openLibrary({ folder: join(place.folder, 'data'), clock, log: quietLog() }))
  settings = { ...DEFAULT_SETTINGS, archiveAtOnce: 1 }
  signedIn = true
  accounts = [ME]
  free = ok(1e12)
  answers = new Map()
  fetchMp4 = write
  verified = ok(VERIFIED)
  begun = []
  hls = []
  renewed = ok(record())
  open()
})
afterEach(async () => {
  await archive.dispose()
  library.close()
  place.remove()
})

const items = () =>
  unwrap(archive.query({ text: '', states: [], sort: 'added', direction: 'asc', offset: 0, limit: 500 }))
const stateOf = (sessionId: string): ArchiveState | undefined =>
  items().rows.find((row) => row.sessionId === sessionId)?.state
const problemOf = (sessionId: string): Problem | null | undefined =>
  items().rows.find((row) => row.sessionId === sessionId)?.problem
const reach = (sessionId: string, state: ArchiveState) =>
  until(() => stateOf(sessionId) === state, `${sessionId} ${state}`)
const add = async (...sessionIds: string[]) => unwrap(await archive.add(ME.id, sessionIds))
const idOf = (sessionId: string) => items().rows.find((row) => row.sessionId === sessionId)?.id ?? ''

test('the order: links that expire first, then the oldest session; at most so many at once', async () => {
  const now = clock.now()
  const runs: [string, number, number | null][] = [
    ['young', now - 1_000, null],
    ['old', now - 9_000, null],
    ['expires-late', now - 100, now + 900_000],
    ['expires-soon', now - 50, now + 60_000],
  ]
  for (const [id, createdAt, linksExpireAt] of runs) {
    unwrap(library.sessions.upsertListed(ME.id, [listedSession(id, { createdAt })]))
    unwrap(library.sessions.setRecordingFacts(ME.id, id, { linksExpireAt }))
  }
  let most = 0
  let flying = 0
  fetchMp4 = async (config) => {
    most = Math.max(most, ++flying)
    await nextTurn()
    flying -= 1
    return write(config)
  }
  await add('young', 'old', 'expires-late', 'expires-soon')
  archive.start()
  for (const [id] of runs) await reach(id, 'done')
  expect([...new Set(begun)]).toEqual(['expires-soon', 'expires-late', 'old', 'young'])
  expect(most).toBe(1)
})

test('D13: a full disk pauses the whole queue, shows how much is missing, and the queue continues by itself', async () => {
  fetchMp4 = async ({ onProgress }) => {
    onProgress({ bytes: 1_000_000, totalBytes: 21_000_000 })
    return fail('storage', 'No space left.')
  }
  await add('a', 'b')
  free = ok(500_000)
  archive.start()
  await until(() => items().totals.blocked !== null, 'the hold')
  expect(items().totals.blocked).toMatchObject({ code: 'disk-full', disk: { haveBytes: 500_000 } })
  expect(items().totals.blocked?.message).toMatch(
    /^The disk is full: 18\.7 MB more needed \(need 19\.1 MB, have 488 KB\)\.$/,
  )
  expect([stateOf('a'), stateOf('b'), new Set(begun).size]).toEqual(['interrupted', 'queued', 1])
  clock.advance(5_000)
  await nextTurn()
  expect(items().totals.blocked).not.toBe(null)
  fetchMp4 = write
  free = ok(1e9)
  clock.advance(5_000)
  await reach('a', 'done')
  await reach('b', 'done')
  expect(items().totals.blocked).toBe(null)
})

test('a missing archive folder pauses the queue and is not created; the queue continues when it is back', async () => {
  const folder = join(place.folder, 'disk')
  settings = { ...settings, archiveFolder: folder }
  await add('a')
  archive.start()
  await until(() => items().totals.blocked !== null, 'the hold')
  expect([readdirSync(place.folder).includes('disk'), stateOf('a')]).toEqual([false, 'queued'])
  mkdirSync(folder)
  clock.advance(5_000)
  await reach('a', 'done')
})

test('a sign-out pauses only the items of that account, and a sign-in continues them', async () => {
  signedIn = false
  await add('a')
  archive.start()
  expect(items().totals.blocked).toMatchObject({ code: 'signed-out' })
  signedIn = true
  answers.set('a', fail('unauthorized', 'The token is refused.'))
  archive.accountsChanged()
  await until(() => items().totals.blocked !== null && begun.length === 1, 'the refusal')
  expect([stateOf('a'), problemOf('a')]).toEqual(['queued', null])
  answers.clear()
  archive.accountsChanged()
  await reach('a', 'done')
})

test('a rate limit pauses the queue for as long as the service says', async () => {
  answers.set('a', fail('rate-limited', 'The limit is used up.', { retryAfterMs: 40_000 }))
  await add('a')
  archive.start()
  await until(() => items().totals.blocked?.code === 'rate-limited', 'the hold')
  answers.clear()
  clock.advance(39_000)
  await nextTurn()
  expect(stateOf('a')).toBe('queued')
  clock.advance(1_000)
  await reach('a', 'done')
})

test('T07: waiting for a recording is polite and does not mind a clock that jumps two hours', async () => {
  answers.set('a', fail('processing', 'The recording is being processed.'))
  await add('a')
  archive.start()
  await reach('a', 'waiting')
  const pauses = [5_000, 5_000, 10_000, 10_000, 20_000, 30_000, 60_000, 120_000, 300_000, 300_000]
  for (const [nth, ms] of pauses.entries()) {
    await until(() => begun.length === nth + 1 && clock.pending().includes(ms), `the pause after try ${nth + 1}`)
    clock.jump(nth % 2 === 0 ? 7_200_000 : -7_200_000)
    clock.advance(ms - 1)
    await nextTurn()
    expect(begun.length).toBe(nth + 1)
    clock.advance(1)
  }
  await until(() => begun.length === pauses.length + 1 && clock.pending().includes(300_000), 'the last try')
  answers.clear()
  clock.advance(300_000)
  await reach('a', 'done')
})

test('retries a transient fault with growing pauses, ends the item at a permanent one, and continues the queue after both', async () => {
  let tries = 0
  fetchMp4 = async (config) => {
    if (config.partPath.includes('gone')) return mediaError('The storage no longer has it.', 404)
    if (config.partPath.includes('ill') && ++tries <= 2) return mediaError('The storage answered with status 503.', 503)
    return write(config)
  }
  await add('gone', 'ill', 'well')
  archive.start()
  await reach('gone', 'failed')
  await reach('well', 'done')
  expect([stateOf('ill'), problemOf('ill')?.status]).toEqual(['queued', 503])
  clock.advance(5_000)
  await until(() => tries === 2 && stateOf('ill') === 'queued', 'the end of the second try')
  clock.advance(5_000)
  await nextTurn()
  expect(tries).toBe(2)
  clock.advance(10_000)
  await reach('ill', 'done')
  fetchMp4 = write
  await archive.retry([idOf('gone')])
  await reach('gone', 'done')
})

test('when the MP4 fails for good the playlist is exported, and the file says so', async () => {
  answers.set('a', ok(record({ playlist: '#EXTM3U' })))
  answers.set('b', ok(record({ playlist: '#EXTM3U', mp4Url: null })))
  fetchMp4 = async () => mediaError('The storage no longer has it.', 404)
  await add('a', 'b')
  archive.start()
  await reach('a', 'done')
  await reach('b', 'done')
  expect(hls).toEqual(['a', 'b'])
  const [a, b] = items().rows.toSorted((x, y) => x.sessionId.localeCompare(y.sessionId))
  expect([a?.source, a?.warnings[0], b?.source, b?.warnings]).toEqual([
    'hls',
    expect.stringContaining('made from the playlist'),
    'hls',
    [],
  ])
})

test('D21: resumes at the next start what ran when the program ended, and only places what was verified', async () => {
  await add('a', 'b')
  const [a, b] = items().rows
  library.archive.update(a?.id ?? '', { state: 'fetching', bytes: 2 })
  library.archive.update(b?.id ?? '', { state: 'verifying' })
  await archive.dispose()
  open()
  archive.start()
  await reach('a', 'done')
  await reach('b', 'done')
  expect(items().rows.every((row) => row.verified && row.sha256 === VERIFIED.sha256)).toBe(true)
})

test('D21: what an export kept is removed also when the program ended right after the file got its name', async () => {
  await add('a')
  archive.start()
  await reach('a', 'done')
  await archive.dispose()
  const [{ id, fileName } = { id: '', fileName: '' }] = items().rows
  library.archive.update(id, { state: 'verifying', verified: false })
  const kept = join(archive.folder(), `${fileName}.part.parts`)
  mkdirSync(kept)
  writeFileSync(join(kept, 'segments.pack'), 'kept')
  begun = []
  open()
  archive.start()
  await reach('a', 'done')
  expect([existsSync(kept), begun]).toEqual([false, []])
})

test('a part that could not be verified because the check broke off is verified later, not fetched again', async () => {
  verified = fail('internal', 'Archiving stopped because of an internal error.')
  await add('a')
  archive.start()
  await until(() => problemOf('a')?.code === 'internal', 'the problem')
  const fileName = items().rows[0]?.fileName ?? ''
  expect(existsSync(join(archive.folder(), `${fileName}.part`))).toBe(true)
  verified = ok(VERIFIED)
  clock.advance(5_000)
  await reach('a', 'done')
})

test('D17: an item whose stored name leads out of the folder fails alone', async () => {
  await add('a', 'b')
  library.archive.update(idOf('a'), { fileName: '../../outside.mp4' })
  archive.start()
  await reach('a', 'failed')
  await reach('b', 'done')
  expect(items().totals.blocked).toBe(null)
})

test('files that were moved away while the program was off are noticed at the start, and found again when they are back', async () => {
  await add('a')
  archive.start()
  await reach('a', 'done')
  const file = unwrap(await archive.itemFile(idOf('a')))
  rmSync(file)
  await archive.dispose()
  open()
  archive.start()
  clock.advance(3_000)
  await reach('a', 'missing')
  expect(problemOf('a')?.code).toBe('storage')
})

test('a folder that goes away while nothing runs makes no finished item missing', async () => {
  const folder = join(place.folder, 'disk')
  mkdirSync(folder)
  settings = { ...settings, archiveFolder: folder }
  await add('a')
  archive.start()
  await reach('a', 'done')
  rmSync(folder, { recursive: true })
  expect(await archive.recheck([idOf('a')])).toMatchObject({ ok: false, problem: { code: 'storage' } })
  expect(await archive.itemFile(idOf('a'))).toMatchObject({ ok: false })
  expect(stateOf('a')).toBe('done')
})

test('the rule "what cannot be renewed": archives before the expiry only sessions whose new record does not prolong the links', async () => {
  const soon = clock.now() + 300_000
  unwrap(
    library.sessions.upsertListed(ME.id, [listedSession('expires'), listedSession('lasts'), listedSession('later')]),
  )
  unwrap(library.sessions.setRecordingFacts(ME.id, 'lasts', { linksExpireAt: soon }))
  unwrap(library.sessions.setRecordingFacts(ME.id, 'later', { linksExpireAt: soon + 3_600_000 }))
  unwrap(archive.setRules(ME.id, { whenExpiring: true }))
  archive.start()
  renewed = ok(record({ expiresAt: soon + 900_000 }))
  clock.advance(60_000)
  const lifeOf = (id: string) => library.sessions.find(ME.id, id)?.linksExpireAt
  await until(() => lifeOf('lasts') === soon + 900_000, 'the renewal')
  expect(items().total).toBe(0)
  unwrap(library.sessions.setRecordingFacts(ME.id, 'expires', { linksExpireAt: soon }))
  renewed = ok(record({ expiresAt: soon }))
  await nextTurn()
  clock.advance(60_000)
  await reach('expires', 'done')
  expect(items().rows.map((row) => row.sessionId)).toEqual(['expires'])
})

test('a session without a recording is told so, not as a failure, and leaves no file', async () => {
  answers.set('none', ok(record({ mp4Url: null, playlist: null })))
  answers.set('empty', fail('no-frames', 'No frames were recorded.'))
  await add('none', 'empty', 'well')
  archive.start()
  await reach('well', 'done')
  await reach('none', 'no-recording')
  await reach('empty', 'no-recording')
  expect(items().totals.failed).toBe(0)
  expect(readdirSync(archive.folder()).filter((name) => name.includes('.part'))).toEqual([])
  answers.clear()
  await archive.retry([idOf('none')])
  await reach('none', 'done')
})

test('a transfer that failed or was cancelled before its first byte leaves no empty part', async () => {
  const parts = () => readdirSync(archive.folder()).filter((name) => name.includes('.part'))
  fetchMp4 = async ({ partPath }) => {
    writeFileSync(partPath, '')
    return mediaError('The storage no longer has it.', 404)
  }
  await add('gone')
  archive.start()
  await reach('gone', 'failed')
  expect(parts()).toEqual([])
  let stop = () => {}
  fetchMp4 = async ({ signal }) => {
    stop()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return fail('cancelled', 'Ended.')
  }
  const begun = new Promise<void>((resolve) => {
    stop = resolve
  })
  await add('taken-back')
  await begun
  await archive.cancel([idOf('taken-back')])
  expect(parts()).toEqual([])
})

test('L17: another archive folder does not lose what lies in the one before; it moves only when asked', async () => {
  await add('a')
  archive.start()
  await reach('a', 'done')
  const before = unwrap(await archive.itemFile(idOf('a')))
  const other = join(place.folder, 'other')
  mkdirSync(other)
  settings = { ...settings, archiveFolder: other }
  archive.settingsChanged()
  clock.advance(3_000)
  await nextTurn()
  expect(unwrap(await archive.recheck([idOf('a')]))).toEqual({ sound: 1, missing: 0, altered: 0 })
  expect(stateOf('a')).toBe('done')
  expect(items().rows[0]?.otherFolder).toBe(join(place.folder, 'Replay Desk'))
  expect(unwrap(await archive.itemFile(idOf('a')))).toBe(before)
  const asked = begun.length
  await archive.retry([idOf('a')])
  await nextTurn()
  expect(begun).toHaveLength(asked)
  await add('b')
  await reach('b', 'done')
  expect(readdirSync(other).filter((name) => name.endsWith('.mp4'))).toHaveLength(1)

  expect(unwrap(await archive.move([idOf('a')]))).toEqual({ moved: 1 })
  expect(readdirSync(join(place.folder, 'Replay Desk'))).toEqual([])
  expect(readdirSync(other).filter((name) => /\.(mp4|json)$/.test(name))).toHaveLength(4)
  expect(items().rows.every((row) => row.otherFolder === null)).toBe(true)
  expect(unwrap(await archive.recheck(items().rows.map(({ id }) => id)))).toMatchObject({ sound: 2 })
})

test('L17: files that the person carried into the new folder are found there', async () => {
  await add('a')
  archive.start()
  await reach('a', 'done')
  renameSync(join(place.folder, 'Replay Desk'), join(place.folder, 'other'))
  settings = { ...settings, archiveFolder: join(place.folder, 'other') }
  archive.settingsChanged()
  clock.advance(3_000)
  await until(() => items().rows[0]?.otherFolder === null, 'the new folder')
  expect(stateOf('a')).toBe('done')
  expect(unwrap(await archive.itemFile(idOf('a')))).toContain('/other/')
})

test('L16: items of a removed account continue when it is connected again', async () => {
  await add('a', 'b')
  accounts = []
  archive.start()
  archive.accountsChanged()
  expect(items().totals.blocked?.message).toContain('was removed')
  expect(items().totals.blocked?.next).not.toMatch(/sign in/i)
  accounts = [{ ...ME, id: 'me-again' }]
  archive.accountsChanged()
  await reach('a', 'done')
  await reach('b', 'done')
  expect(items().rows.map(({ accountId }) => accountId)).toEqual(['me-again', 'me-again'])
  expect(unwrap(await archive.add('me-again', ['a']))).toMatchObject({ added: 0, already: 1 })
})

test('L16: of several accounts of a service the one of the same name takes over; without one nothing is guessed', async () => {
  await add('a')
  accounts = [
    { ...ME, id: 'x', label: 'X' },
    { ...ME, id: 'y', label: 'Y' },
  ]
  archive.start()
  archive.accountsChanged()
  await nextTurn()
  expect(items().rows[0]?.accountId).toBe(ME.id)
  accounts = [...accounts, { ...ME, id: 'z' }]
  archive.accountsChanged()
  await reach('a', 'done')
  expect(items().rows[0]?.accountId).toBe('z')
})
