import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fail, ok, type ProblemCode } from '../../contract/result.ts'
import { createTestClock } from '../base/testing/test-clock.ts'
import { fakeMp4, fakeTs, fixture, playlistOf } from '../media/testing/media-fixtures.ts'
import { type StorageServer, startStorage } from '../media/testing/storage-server.ts'
import { createServerClock } from '../service/server-clock.ts'
import { bytesOf, record, startReplays } from './testing/replay-harness.ts'

let storage: StorageServer
let end = async () => {}
beforeEach(async () => {
  storage = await startStorage()
  storage.put('/v', fakeMp4(10_000))
  storage.put('/0', fakeTs(10_000))
})
afterEach(async () => {
  await end()
  end = async () => {}
  await storage.close()
})
const start = async (...args: Parameters<typeof startReplays>) => {
  const t = await startReplays(...args)
  end = t.end
  return t
}
const settle = async () => {
  for (let i = 0; i < 30; i++) await new Promise((resolve) => setImmediate(resolve))
}
const list = () => playlistOf([`${storage.origin}/0?sig`])
const mp4 = () => `${storage.origin}/v?sig`

describe('lengths the playlist does not say', () => {
  const open = async (lines: string[]) => {
    for (const n of [0, 1, 2]) storage.put(`/clear-${n}`, fixture(`clear-${n}.mpegts`))
    storage.put('/empty', Buffer.alloc(0))
    const text = ['#EXTM3U', ...lines, '#EXT-X-ENDLIST'].join('\n').replaceAll('@', storage.origin)
    const t = await start(() => record({ playlist: text }))
    const opened = await t.replays.open('s')
    return { t, phase: opened.ok && opened.value.phase }
  }

  it.each([
    ['missing', []],
    ['zero', ['#EXTINF:0,']],
    ['negative', ['#EXTINF:-2,']],
    ['no number', ['#EXTINF:two,']],
  ])(
    'P09: a part with pictures whose length is %s is in the playlist with the length its pictures show',
    async (_name, tags) => {
      const { t, phase } = await open([
        '#EXTINF:2,',
        '@/clear-0?a',
        ...tags,
        '@/clear-1?a',
        '#EXTINF:2,',
        '@/clear-2?a',
      ])
      expect(phase).toMatchObject({ kind: 'playable', durationMs: 6_000 })
      expect((await t.playlist()).match(/#EXTINF:.*/g)).toEqual(['#EXTINF:2,', '#EXTINF:2,', '#EXTINF:2,'])
      expect((await bytesOf(await t.item(1))).equals(fixture('clear-1.mpegts'))).toBe(true)
      // New links of the same list cost no further look at the media.
      const asked = storage.of('/clear-1').length
      await t.replays.renew('s')
      expect((await t.playlist()).match(/#EXTINF:.*/g)).toHaveLength(3)
      expect(storage.of('/clear-1')).toHaveLength(asked)
    },
  )

  it('P09: a last part of length 0 without media is not in the playlist', async () => {
    const { t, phase } = await open(['#EXTINF:2,', '@/clear-0?a', '#EXTINF:0.000000,', '@/empty?a'])
    expect(phase).toMatchObject({ durationMs: 2_000, warnings: ['1 part without video left out of the playlist.'] })
    expect((await t.playlist()).match(/#EXTINF:.*/g)).toEqual(['#EXTINF:2,'])
  })
})

describe('what a record becomes', () => {
  it('playlist and MP4: both ways, start and wall clock, facts for the library', async () => {
    const createdAt = Date.UTC(2026, 10, 27, 12)
    const expiresAt = Date.now() + 900_000
    const t = await start(
      () => record({ playlist: list(), mp4Url: mp4(), startMs: 1_500, durationMs: 2_000, expiresAt }),
      {
        facts: { createdAt, closedAt: createdAt + 60_000, status: 'closed' },
      },
    )
    const opened = await t.replays.open('s')
    expect(opened.ok && opened.value).toMatchObject({
      accountId: 'account',
      phase: {
        kind: 'playable',
        hls: '/media/replay/s/index.m3u8',
        mp4: '/media/replay/s/video.mp4',
        startMs: 1_500,
        startEstimated: false,
        durationMs: 2_000,
        wallClockStart: createdAt + 1_500,
        warnings: [],
      },
      lease: { state: 'fresh', expirySource: 'record' },
    })
    expect(t.facts).toEqual([{ recording: 'ready', videoDurationMs: 2_000, linksExpireAt: expiresAt }])
    expect(t.published[0]?.phase.kind).toBe('loading')
    expect(t.priorities).toEqual(['person'])
    expect(JSON.stringify(t.published)).not.toContain('sig')
  })

  it('T04: MP4 alone with unknown expiry plays now', async () => {
    const t = await start(() => record({ mp4Url: mp4() }))
    await t.replays.open('s')
    expect(t.last()).toMatchObject({
      phase: { kind: 'playable', hls: null, startMs: 0, startEstimated: true, durationMs: null, wallClockStart: null },
      lease: { expiresAt: null, expirySource: 'unknown' },
    })
    expect((await bytesOf(await t.video())).equals(fakeMp4(10_000))).toBe(true)
  })

  it('T04: five nulls are no recording (yet)', async () => {
    const t = await start(() => record({}))
    await t.replays.open('s')
    expect(t.last()).toMatchObject({ phase: { kind: 'unavailable', cause: 'no-recording' }, lease: null })
    expect(t.facts).toEqual([{ recording: 'none' }])
  })

  it.each(['', '   ', '<?xml version="1.0"?><Error/>', '{"detail":"x"}', '#EXTM3U\n'])(
    'P05: the broken playlist %j falls back to the MP4, and alone is a cause',
    async (playlist) => {
      const both = await start(() => record({ playlist, mp4Url: mp4() }))
      await both.replays.open('s')
      const { phase } = both.last()
      expect(phase).toMatchObject({ kind: 'playable', hls: null, mp4: '/media/replay/s/video.mp4' })
      expect(phase.kind === 'playable' && phase.warnings[0]).toContain('so the MP4 is played')
      await both.end()
      const alone = await start(() => record({ playlist }))
      await alone.replays.open('s')
      expect(alone.last().phase).toMatchObject({ kind: 'unavailable', cause: 'bad-playlist' })
      expect(alone.calls()).toBe(1)
    },
  )

  it('V01, V02: the playlist wins over a wrong length; 0 is unknown', async () => {
    const wrong = await start(() => record({ playlist: list(), durationMs: 60_000 }))
    await wrong.replays.open('s')
    const { phase } = wrong.last()
    expect(phase).toMatchObject({ durationMs: 2_000 })
    expect(phase.kind === 'playable' && phase.warnings).toEqual(['The service says 60 s, the playlist 2 s.'])
    await wrong.end()
    const zero = await start(() => record({ mp4Url: mp4(), durationMs: 0 }))
    await zero.replays.open('s')
    expect(zero.last().phase).toMatchObject({ durationMs: null })
  })

  it.each<[ProblemCode, string]>([
    ['no-frames', 'no-frames'],
    ['recording-failed', 'recording-failed'],
    ['not-found', 'no-recording'],
    ['unauthorized', 'signed-out'],
    ['forbidden', 'refused'],
    ['rejected', 'refused'],
    ['bad-answer', 'refused'],
    ['not-reachable', 'offline'],
    ['overloaded', 'offline'],
    ['certificate', 'certificate'],
  ])('%s shows the screen %s', async (code, cause) => {
    const t = await start(() => fail(code, 'So it is.'))
    await t.replays.open('s')
    expect(t.last().phase).toMatchObject({ kind: 'unavailable', cause, problem: { code, message: 'So it is.' } })
  })

  it('offline is tried again after sleep and by recheck', async () => {
    const t = await start((call) => (call < 3 ? fail('not-reachable', 'Offline.') : record({ mp4Url: mp4() })))
    await t.replays.open('s')
    t.replays.onWake()
    await settle()
    expect(t.calls()).toBe(2)
    const again = await t.replays.recheck('s')
    expect(again.ok && again.value.phase.kind).toBe('playable')
  })

  it('opening twice is one lease; closing ends it', async () => {
    const t = await start(() => record({ mp4Url: mp4() }))
    await Promise.all([t.replays.open('s'), t.replays.open('s')])
    await t.replays.open('s')
    expect(t.calls()).toBe(1)
    t.replays.close('s')
    expect((await t.video()).type).toBe('error')
    expect((await t.replays.renew('s')).ok).toBe(false)
  })
})

describe('polling a recording that is being processed', () => {
  const processing = fail('processing', 'The recording is being processed.')

  it('asks every 5 s with the priority of polling until it is there', async () => {
    const clock = createTestClock()
    const t = await start((call) => (call < 4 ? processing : record({ mp4Url: mp4() })), { clock })
    await t.replays.open('s')
    expect(t.last().phase).toMatchObject({
      kind: 'waiting',
      reason: 'processing',
      polling: true,
      nextPollAt: clock.now() + 5_000,
      pollsUntil: clock.now() + 240_000,
    })
    for (let i = 0; i < 3; i++) {
      clock.advance(4_999)
      await settle()
      expect(t.calls()).toBe(i + 1)
      clock.advance(1)
      await settle()
    }
    expect(t.priorities).toEqual(['person', 'polling', 'polling', 'polling'])
    expect(t.last().phase.kind).toBe('playable')
    clock.advance(60_000)
    await settle()
    expect(t.calls()).toBe(4)
    expect(t.facts.map((f) => f.recording)).toEqual(['processing', 'processing', 'processing', 'ready'])
  })

  it('ends after 240 s and can be started again', async () => {
    const clock = createTestClock()
    const t = await start(() => processing, { clock })
    await t.replays.open('s')
    for (let i = 0; i < 100; i++) {
      clock.advance(5_000)
      await settle()
    }
    expect(t.calls()).toBe(1 + 48)
    expect(t.last().phase).toMatchObject({ kind: 'waiting', polling: false, nextPollAt: null, pollsUntil: null })
    await t.replays.poll('s')
    expect(t.last().phase).toMatchObject({ polling: true })
  })

  it('stops when the person says so; a passing fault does not end the wait', async () => {
    const clock = createTestClock()
    const t = await start(
      (call) => (call === 1 ? fail('not-ended', 'Still active.') : fail('not-reachable', 'Offline.')),
      { clock },
    )
    await t.replays.open('s')
    clock.advance(5_000)
    await settle()
    expect(t.last().phase).toMatchObject({ kind: 'waiting', reason: 'not-ended', polling: true })
    await t.replays.stopPolling('s')
    expect(t.last().phase).toMatchObject({ kind: 'waiting', polling: false })
    clock.advance(60_000)
    await settle()
    expect(t.calls()).toBe(2)
  })

  it('ends with the cause when there will be none', async () => {
    const clock = createTestClock()
    const t = await start((call) => (call === 1 ? processing : fail('no-frames', 'No picture.')), { clock })
    await t.replays.open('s')
    clock.advance(5_000)
    await settle()
    expect(t.last().phase).toMatchObject({ kind: 'unavailable', cause: 'no-frames' })
    clock.advance(60_000)
    await settle()
    expect(t.calls()).toBe(2)
  })
})

it('a sign-in wakes what waited for it; further 401s do not loop; another account closes the replay', async () => {
  const account = { id: 'a', baseUrl: 'http://127.0.0.1/', signedIn: false }
  const service = {
    serverClock: createServerClock(createTestClock()),
    replay: async () => (
      ++calls, account.signedIn ? ok(record({ mp4Url: mp4() })) : fail('unauthorized', 'The key is refused.')
    ),
  }
  let calls = 0
  const t = await start(() => record({}), { account: () => ({ ...account, service }) })
  await t.replays.open('s')
  expect(t.last().phase).toMatchObject({ kind: 'unavailable', cause: 'signed-out' })
  for (let i = 0; i < 5; i++) t.replays.onAccounts()
  await settle()
  expect(calls).toBe(1)
  account.signedIn = true
  t.replays.onAccounts()
  await settle()
  expect(t.last().phase.kind).toBe('playable')
  account.id = 'b'
  t.replays.onAccounts()
  expect((await t.video()).type).toBe('error')
})

it('T05: links that are expired by their time stamp are fetched once more and then used', async () => {
  const expiresAt = Date.now() - 10_000
  const t = await start(() => record({ mp4Url: mp4(), expiresAt }))
  await t.replays.open('s')
  expect(t.calls()).toBe(2)
  expect((await t.video()).status).toBe(200)
  expect(t.calls()).toBe(2)
})

it('no signed link, host or key ever reaches log, state or facts', async () => {
  const t = await start((call) =>
    call > 2
      ? fail('overloaded', 'Busy.')
      : record({
          mp4Url: `${storage.origin}/v?X-Amz-Signature=planted`,
          playlist: playlistOf([`${storage.origin}/0?X-Amz-Signature=planted`]),
        }),
  )
  await t.replays.open('s')
  storage.behave((x) => (x.response.writeHead(403).end(), true))
  const bodies = [await (await t.video()).text(), await (await t.item(0)).text(), await t.playlist()]
  await t.replays.renew('s')
  const all = JSON.stringify([t.logged, t.published, t.facts, bodies])
  expect(all).not.toMatch(/planted|127\.0\.0\.1/)
})
