import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ANALYSIS_VERSION } from '../../contract/constants/analysis-constants.ts'
import { archivedVideoPath, itemPath, playlistPath, thumbnailPath } from '../../contract/media-paths.ts'
import type { AnalysisRecord, AnalysisReport, AnalysisStatus } from '../../contract/models/analysis-models.ts'
import type { Replay } from '../../contract/models/replay-models.ts'
import type { Problem } from '../../contract/result.ts'
import { createTestClock, type TestClock } from '../base/testing/test-clock.ts'
import { libraryPerTest } from '../library/testing/per-test.ts'
import { listedSession, quietLog, testLibrary, unwrap } from '../library/testing/test-library.ts'
import { type Analyses, createAnalyses } from './analyses.ts'
import { createThumbnails } from './thumbnails.ts'

const ME = 'me'
const place = libraryPerTest()
let clock: TestClock
let analyses: Analyses
let thumbnails: ReturnType<typeof createThumbnails>
let battery: boolean
let account: string | null
let status: AnalysisStatus | null
let jobsTold: number
let rows: string[]
let problems: Map<string, Problem>

const start = (): void => {
  thumbnails = createThumbnails({
    folder: join(place.folder, 'thumbnails'),
    limitBytes: () => place.library.settings.get().segmentCacheBytes,
    clock,
    log: quietLog(),
  })
  analyses = createAnalyses({
    library: place.library,
    thumbnails,
    clock,
    account: () => account,
    onBattery: () => battery,
    problemOf: (part) => problems.get(part) ?? null,
    onChange: (now) => {
      status = now
    },
    onRow: (_accountId, sessionId) => void rows.push(sessionId),
    onJobs: () => {
      jobsTold += 1
    },
  })
}
beforeEach(() => {
  clock = createTestClock()
  battery = false
  account = ME
  status = null
  jobsTold = 0
  rows = []
  problems = new Map()
  unwrap(
    place.library.sessions.upsertListed(
      ME,
      ['a', 'b', 'c'].map((id) => listedSession(id)),
    ),
  )
  start()
})
afterEach(async () => {
  analyses.dispose()
  await thumbnails.idle()
})

const playable = (sessionId: string, durationMs: number | null = 60_000): Replay => ({
  accountId: ME,
  sessionId,
  phase: {
    kind: 'playable',
    hls: playlistPath(sessionId),
    mp4: null,
    startMs: 0,
    startEstimated: false,
    durationMs,
    wallClockStart: null,
    warnings: [],
  },
  lease: null,
})
const record = (patch: Partial<AnalysisRecord> = {}): AnalysisRecord => ({
  version: ANALYSIS_VERSION,
  durationMs: 60_000,
  activity: { bucketMs: 100, share: [0, 900] },
  still: [{ startMs: 10_000, endMs: 50_000 }],
  screens: [{ startMs: 0, endMs: 60_000, waitMs: 0, hash: '0123456789abcdef' }],
  screensOmitted: 0,
  loops: [{ startMs: 0, endMs: 30_000, period: 2, count: 5 }],
  frozenEnd: null,
  ...patch,
})
const webp = (byte: number) => new Uint8Array(Buffer.from(`RIFF....WEBP${String.fromCharCode(byte)}`, 'latin1'))
const thumbnail = async (sessionId: string, key: string | null, index: number | 'end') => {
  const image = await analyses.thumbnail(sessionId, key ?? '', index)
  return image && Uint8Array.from(image)
}
const take = async () => unwrap(await analyses.take())
const open = async (sessionId: string, durationMs: number | null = 60_000): Promise<void> => {
  analyses.onReplay(playable(sessionId, durationMs))
  analyses.playback({ firstFrame: true, playing: true })
}
const job = async () => {
  const taken = await take()
  if (!taken) throw new Error('no job was handed out')
  const say = async (report: AnalysisReport) => unwrap(await analyses.report(taken.jobId, report)).proceed
  return { ...taken, say }
}
const complete = async (patch: Partial<AnalysisRecord> = {}): Promise<void> => {
  const { say } = await job()
  await say({ kind: 'record', record: record(patch) })
  await say({ kind: 'thumbnail', index: 0, image: webp(1) })
  await say({ kind: 'thumbnail', index: null, image: webp(2) })
  await say({ kind: 'done' })
}
const archive = (...sessionIds: string[]): void => {
  for (const sessionId of sessionIds)
    unwrap(
      place.library.archive.add([{ accountId: ME, accountLabel: 'Me', baseUrl: 'x', sessionId, addedAt: 1 }], {
        state: 'done',
        fileName: `${sessionId}.mp4`,
        durationMs: 60_000,
        finishedAt: 5,
      }),
    )
}

test('the open recording is analysed once its first frame is there, and the result is what every start reads', async () => {
  analyses.onReplay(playable('a'))
  expect(analyses.get(ME, 'a')).toMatchObject({ state: 'queued', record: null, quick: null })
  expect(await take()).toBeNull() // the first frame comes first
  analyses.playback({ firstFrame: true, playing: true })
  const { say, ...given } = await job()
  expect(given).toMatchObject({ sessionId: 'a', sources: [playlistPath('a')], record: null, checkpoint: null })
  expect(await say({ kind: 'quick', lane: { durationMs: 60_000, bucketMs: 100, share: [3] } })).toBe('run')
  expect(await say({ kind: 'progress', progress: 0.4 })).toBe('run')
  expect(status).toMatchObject({ state: 'running', queued: 0, current: { sessionId: 'a', progress: 0.4 } })
  expect(analyses.get(ME, 'a')).toMatchObject({ state: 'running', progress: 0.4, quick: { share: [3] } })
  await say({ kind: 'record', record: record() })
  expect(analyses.get(ME, 'a')).toMatchObject({ state: 'done', quick: null, record: record(), thumbnails: null })
  await say({ kind: 'thumbnail', index: 0, image: webp(1) })
  await say({ kind: 'thumbnail', index: null, image: webp(2) })
  await say({ kind: 'done' })
  expect(status).toMatchObject({ state: 'idle', queued: 0, current: null })
  expect(rows).toContain('a')
  const { thumbnails: key } = analyses.get(ME, 'a')
  expect(await thumbnail('a', key, 0)).toEqual(webp(1))
  expect(place.library.sessions.find(ME, 'a')?.analysis).toEqual({
    durationMs: 60_000,
    activityMs: 20_000,
    screens: 1,
    loop: { count: 5, period: 2 },
    frozenEndMs: null,
    endThumbnail: thumbnailPath('a', key ?? '', 'end'),
  })
  expect(place.library.sessions.find(ME, 'b')?.analysis).toBeNull()

  analyses.dispose()
  place.library.close()
  place.library = testLibrary(place.folder)
  start()
  await open('a')
  expect(await take()).toBeNull() // nothing is decoded a second time
  expect(analyses.get(ME, 'a')).toMatchObject({ state: 'done', record: record(), thumbnails: key })
})

test('a report of another job than the present one is refused, and changes nothing', async () => {
  await open('a')
  const first = await job()
  const second = await job() // the page was reloaded: its job is handed out again
  expect(second.sessionId).toBe('a')
  for (const jobId of [first.jobId, 'made-up'])
    expect(await analyses.report(jobId, { kind: 'record', record: record() })).toMatchObject({
      ok: false,
      problem: { code: 'not-found' },
    })
  expect(analyses.get(ME, 'a').record).toBeNull()
  expect(await second.say({ kind: 'progress', progress: 0.1 })).toBe('run')
})

test('a page that says nothing for a minute loses its job; a recording that ends it three times is not tried again', async () => {
  await open('a')
  const first = await job()
  clock.advance(61_000)
  expect(await analyses.report(first.jobId, { kind: 'progress', progress: 0.9 })).toMatchObject({ ok: false })
  expect(analyses.get(ME, 'a').state).toBe('queued')
  await job()
  await job()
  expect(await take()).toBeNull()
  expect(analyses.get(ME, 'a')).toMatchObject({ state: 'failed', reason: 'stopped' })
})

test('archived recordings wait while something plays, on battery and while the switch is on, and make way for the open one', async () => {
  archive('a', 'b')
  analyses.playback({ firstFrame: false, playing: true })
  expect(await take()).toBeNull()
  expect(analyses.status()).toEqual({ state: 'paused', pausedBy: 'playing', queued: 2, current: null })
  battery = true
  analyses.playback({ firstFrame: false, playing: false })
  expect(await take()).toBeNull()
  expect(analyses.get(ME, 'a')).toMatchObject({ state: 'paused', pausedBy: 'battery' })
  const before = jobsTold
  battery = false
  clock.advance(30_000) // most systems do not tell of it
  expect(jobsTold).toBeGreaterThan(before)

  const background = await job()
  expect(background.sources[0]).toBe(archivedVideoPath(place.library.archive.find(ME, background.sessionId)?.id ?? ''))
  analyses.playback({ firstFrame: false, playing: true })
  expect(await background.say({ kind: 'progress', progress: 0.2 })).toBe('pause')
  analyses.playback({ firstFrame: false, playing: false })
  expect(await background.say({ kind: 'progress', progress: 0.2 })).toBe('run')
  unwrap(place.library.settings.set({ analysisPaused: true }))
  expect(await background.say({ kind: 'progress', progress: 0.2 })).toBe('pause')
  unwrap(place.library.settings.set({ analysisPaused: false }))

  await open('c')
  expect(await background.say({ kind: 'progress', progress: 0.3 })).toBe('cancel')
  await background.say({ kind: 'checkpoint', data: new Uint8Array([1, 2, 3]) })
  await background.say({ kind: 'failed', reason: 'stopped', part: null })
  expect(analyses.get(ME, background.sessionId)).toMatchObject({ reason: null })
  expect((await job()).sessionId).toBe('c') // also while it plays itself
  await complete()
  analyses.playback({ firstFrame: false, playing: false })
  const again = await job()
  expect([again.sessionId, again.checkpoint]).toEqual([background.sessionId, new Uint8Array([1, 2, 3])])
})

test('the analysis of a recording that is closed ends with its links and says nothing of it', async () => {
  await open('a')
  const { say } = await job()
  analyses.onClosed('a')
  expect(await say({ kind: 'progress', progress: 0.5 })).toBe('cancel')
  await say({ kind: 'failed', reason: 'not-reachable', part: null })
  expect(analyses.get(ME, 'a')).toMatchObject({ state: 'none', reason: null })
  await open('a')
  expect((await job()).sessionId).toBe('a')
})

test('a recording that cannot be decoded leaves its reason; only what could not be loaded is tried when it is opened again', async () => {
  for (const [sessionId, reason] of [
    ['a', 'unknown-codec'],
    ['b', 'not-reachable'],
  ] as const) {
    await open(sessionId)
    await (await job()).say({ kind: 'failed', reason, part: null })
    expect(analyses.get(ME, sessionId)).toMatchObject({ state: 'failed', reason, record: null })
    expect(await take()).toBeNull()
    analyses.onClosed(sessionId)
  }
  await open('a')
  expect(await take()).toBeNull()
  await open('b')
  expect((await job()).sessionId).toBe('b')
  await complete()
  unwrap(analyses.start(ME, 'a')) // a person asks for it
  expect((await job()).sessionId).toBe('a')
})

test.each([
  [404, 'missing'],
  [410, 'missing'],
  [503, 'not-reachable'],
  [undefined, 'not-reachable'],
])('a part that the storage answers with %s leaves the reason %s', async (status, reason) => {
  await open('a')
  const part = itemPath('a', 3)
  problems.set(part, { code: 'media-error', message: 'x', ...(status === undefined ? {} : { status }) })
  await (await job()).say({ kind: 'failed', reason: 'not-reachable', part })
  expect(analyses.get(ME, 'a')).toMatchObject({ state: 'failed', reason })
})

test('all archived recordings that wait are counted, without those that are open or cancelled', async () => {
  const many = Array.from({ length: 1_200 }, (_, at) => `many-${at}`)
  unwrap(
    place.library.sessions.upsertListed(
      ME,
      many.map((id) => listedSession(id)),
    ),
  )
  archive('a', 'b', ...many)
  expect(analyses.status()).toMatchObject({ state: 'idle', queued: 1_202 })
  analyses.cancel(ME, 'b')
  await open('a')
  expect(analyses.status().queued).toBe(1_201) // a is open, and no longer counted as archived
  analyses.onClosed('a')
  await complete()
  expect(analyses.status().queued).toBe(1_200)
})

test('what a person cancels stays out of the queue until a person starts it', async () => {
  archive('a')
  const { say } = await job()
  analyses.cancel(ME, 'a')
  expect(await say({ kind: 'progress', progress: 0.1 })).toBe('cancel')
  await say({ kind: 'failed', reason: 'stopped', part: null })
  expect(analyses.get(ME, 'a').state).toBe('none')
  expect(await take()).toBeNull()
  expect(unwrap(analyses.start(ME, 'a')).state).toBe('queued')
  expect((await job()).sessionId).toBe('a')
  expect(analyses.start(ME, 'b')).toMatchObject({ ok: false, problem: { code: 'not-found' } })
})

test('another length means another recording: its analysis is made again', async () => {
  await open('a')
  await complete()
  analyses.onClosed('a')
  await open('a', 61_000) // counted differently
  expect(await take()).toBeNull()
  analyses.onClosed('a')
  await open('a', 90_000)
  expect(await job()).toMatchObject({ sessionId: 'a', record: null })
})

test('thumbnails that the cache dropped are made again without decoding all of it; what is no WebP is not kept', async () => {
  await open('a')
  await complete()
  const { thumbnails: key } = analyses.get(ME, 'a')
  await thumbnails.clear()
  analyses.cacheCleared()
  expect(analyses.get(ME, 'a')).toMatchObject({ state: 'done', thumbnails: null })
  const again = await job()
  expect(again.record).toEqual(record())
  await again.say({ kind: 'thumbnail', index: 0, image: new Uint8Array(Buffer.from('<svg onload=alert(1)>')) })
  await again.say({ kind: 'thumbnail', index: null, image: webp(7) })
  await again.say({ kind: 'done' })
  const next = analyses.get(ME, 'a').thumbnails
  expect(next).not.toBe(key)
  expect(await thumbnail('a', next, 0)).toBeNull()
  expect(await thumbnail('a', next, 'end')).toEqual(webp(7))
  account = 'other'
  expect(await thumbnail('a', next, 'end')).toBeNull()
})

test('what belongs to an account or a session goes with it, thumbnails too', async () => {
  unwrap(await place.library.sessions.addIds(ME, ['pasted']))
  await open('pasted')
  await complete()
  const { thumbnails: key } = analyses.get(ME, 'pasted')
  expect(await thumbnails.bytes()).toBeGreaterThan(0)
  unwrap(place.library.sessions.forget(ME, 'pasted'))
  analyses.onSessions(null)
  clock.advance(5_000)
  await expect.poll(() => thumbnails.bytes()).toBe(0)
  expect(analyses.get(ME, 'pasted').record).toBeNull()
  expect(await thumbnail('pasted', key, 'end')).toBeNull()

  await open('a')
  await complete()
  unwrap(place.library.accounts.remove(ME))
  analyses.onAccounts()
  clock.advance(5_000)
  await expect.poll(() => thumbnails.bytes()).toBe(0)
  expect(place.library.analyses.keys()).toEqual([])
})

test('a record of another version counts as absent', async () => {
  await open('a')
  await complete()
  const { DatabaseSync } = await import('node:sqlite')
  const other = new DatabaseSync(join(place.folder, 'library.sqlite'))
  other.exec('UPDATE analyses SET version = version - 1')
  other.close()
  analyses.onClosed('a')
  await open('a')
  expect(await job()).toMatchObject({ sessionId: 'a', record: null, quick: null })
})
