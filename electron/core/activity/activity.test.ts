import { expect, it } from 'vitest'
import type { Account } from '../../contract/models/account-models.ts'
import type { ActivityFilter } from '../../contract/models/activity-models.ts'
import { operations } from '../../contract/operations.ts'
import { createTestClock } from '../base/testing/test-clock.ts'
import { libraryPerTest } from '../library/testing/per-test.ts'
import { requestEntry, requestTraffic, TEST_NOW, testLibrary, unwrap } from '../library/testing/test-library.ts'
import { createActivity } from './activity.ts'
import { limitHistory } from './limit-history.ts'
import { createRequestLog } from './request-log.ts'

const ACCOUNT: Account = {
  id: 'me',
  label: 'Mine',
  baseUrl: 'https://api.example.com/v1/',
  headerPrefix: 'X-Service-',
  method: 'key',
  userName: null,
  signedIn: true,
  tokenPlace: { kind: 'keychain' },
  listsSessions: true,
  active: true,
}
const ALL: ActivityFilter = { text: '', outcomes: [], methods: [], sort: 'at', direction: 'desc' }

const place = libraryPerTest()

const setup = (account: Account | null = ACCOUNT) => {
  const clock = createTestClock(TEST_NOW)
  const news: (number | null)[] = []
  const { journal } = place.library
  const requests = createRequestLog({ journal, clock, onChange: ({ newest }) => void news.push(newest) })
  const activity = createActivity({ journal, account: () => account, clock, onCleared: requests.cleared })
  return { activity, requests, clock, news }
}

it('gives rows with their outcome and a detail with address, header lines and a command', () => {
  const { activity, requests } = setup()
  const sent: [string, string][] = [['authorization', 'Bearer [redacted]']]
  requests.record(
    requestEntry({ path: '/sessions/a/replay', status: 404, problem: 'not-ended' }),
    requestTraffic(sent, [['date', 'now']]),
  )
  const { rows, total } = unwrap(activity.query({ ...ALL, offset: 0, limit: 10 }))
  expect(operations['activity.query'].output.parse({ rows, total })).toEqual({ rows, total })
  expect([total, rows[0]?.outcome]).toEqual([1, 'refused'])
  const detail = unwrap(activity.get(rows[0]?.id ?? 0))
  expect(operations['activity.get'].output.parse(detail)).toEqual(detail)
  expect(detail).toMatchObject({
    ...rows[0],
    url: 'https://api.example.com/v1/sessions/a/replay',
    requestHeaders: sent,
    answerHeaders: [['date', 'now']],
    curl: expect.stringContaining("GET 'https://api.example.com/v1/sessions/a/replay'"),
  })
  expect(activity.get(99)).toMatchObject({ ok: false, problem: { code: 'not-found' } })
})

it('tells of a thousand requests a second at most four times, the last included, and of clearing', () => {
  const { activity, requests, clock, news } = setup()
  for (let ms = 0; ms < 1_000; ms += 1) {
    requests.record(requestEntry(), requestTraffic())
    clock.advance(1)
  }
  clock.advance(250)
  expect(news.length).toBeLessThanOrEqual(5)
  expect(news.at(-1)).toBe(1_000)
  expect(unwrap(activity.clear())).toEqual({ removed: 1_000 })
  clock.advance(250)
  expect(news.at(-1)).toBe(null)
  requests.dispose()
  requests.record(requestEntry(), requestTraffic())
  expect(clock.pending()).toEqual([])
})

it('exports what the filter lets through as JSON lines with ISO times, oldest first', () => {
  const { activity, requests } = setup()
  const odd = 'line\u2028break "quoted" \ud83d\ude00'
  for (let n = 1_100; n > 0; n -= 1) {
    const path = n % 2 === 0 ? '/health' : `/sessions/${n}`
    requests.record(
      requestEntry({ at: n * 1_000, path, status: null, problem: 'timeout' }),
      requestTraffic([['x', odd]]),
    )
  }
  const batches = [...activity.exportLines({ ...ALL, text: 'sessions', sort: 'path' })].map(unwrap)
  expect(batches.length).toBeGreaterThan(1)
  const lines = batches.flat()
  expect(lines.every((line) => line.endsWith('\n') && !line.slice(0, -1).includes('\n'))).toBe(true)
  const values = lines.map((line) => JSON.parse(line))
  expect(values.map((value) => Date.parse(value.at) / 1_000)).toEqual(Array.from({ length: 550 }, (_, i) => 2 * i + 1))
  expect(values[0]).toEqual({
    at: '1970-01-01T00:00:01.000Z',
    method: 'GET',
    path: '/sessions/1',
    status: null,
    ms: 3,
    problem: 'timeout',
    outcome: 'none',
    url: 'https://api.example.com/v1/sessions/1',
    requestHeaders: [['x', odd]],
    answerHeaders: [],
    limit: 100,
    limitLeft: 9,
  })
})

it('without an account there is nothing to ask, and a library that closed is a problem, not a fault', () => {
  const { activity } = setup(null)
  for (const result of [
    activity.query({ ...ALL, offset: 0, limit: 1 }),
    activity.clear(),
    ...activity.exportLines(ALL),
  ])
    expect(result).toMatchObject({ ok: false, problem: { code: 'signed-out' } })
  place.library.close()
  const { activity: closed, requests } = setup()
  expect(() => requests.record(requestEntry(), requestTraffic())).not.toThrow()
  for (const result of [closed.query({ ...ALL, offset: 0, limit: 1 }), closed.get(1), ...closed.exportLines(ALL)])
    expect(result).toMatchObject({ ok: false, problem: { code: 'storage' } })
})

it('the history of the limit: an hour, at most 720 points, 429s, the present level last; it survives a restart', () => {
  const step = 500
  for (let at = TEST_NOW - 2 * 3_600_000; at <= TEST_NOW; at += step * 4) {
    const status = at === TEST_NOW - 60_000 || at === TEST_NOW - 5_400_000 ? 429 : 200
    place.library.journal.add(requestEntry({ at, ms: 0, status, limitLeft: (at / step) % 100 }), requestTraffic())
  }
  place.library.close()
  place.library = testLibrary(place.folder)
  const gate = { limit: 100, remaining: 64, resetsAt: null, waiting: 0, pausedUntil: null }
  const { points, refusals } = unwrap(limitHistory(place.library.journal, 'me', gate, TEST_NOW))
  expect(points.length).toBe(720)
  expect(points.at(-1)).toEqual({ at: TEST_NOW, limit: 100, remaining: 64 })
  expect(points.every((point, i) => point.at > TEST_NOW - 3_600_000 && point.at >= (points[i - 1]?.at ?? 0))).toBe(true)
  expect(refusals).toEqual([TEST_NOW - 60_000])
  const unknown = unwrap(
    limitHistory(place.library.journal, 'nobody', { ...gate, limit: null, remaining: null }, TEST_NOW),
  )
  expect(unknown).toEqual({ points: [], refusals: [] })
})
