import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { activityOutcomes } from '../../../contract/constants/activity-constants.ts'
import type { ActivityQuery } from '../../../contract/models/activity-models.ts'
import { outcomeOf } from '../../service/journal.ts'
import { libraryPerTest } from '../testing/per-test.ts'
import { requestEntry, requestTraffic, TEST_NOW, unwrap } from '../testing/test-library.ts'
import { JOURNAL_ROWS } from './journal-table.ts'

const place = libraryPerTest()

const ME = 'me'
const add = (patch: Parameters<typeof requestEntry>[0]) =>
  place.library.journal.add(requestEntry(patch), requestTraffic())
const query = (patch: Partial<ActivityQuery> = {}) =>
  unwrap(
    place.library.journal.query(ME, {
      text: '',
      outcomes: [],
      methods: [],
      sort: 'at',
      direction: 'desc',
      offset: 0,
      limit: 100,
      ...patch,
    }),
  )
const paths = (patch: Partial<ActivityQuery>) => query(patch).rows.map((row) => row.path)

describe('keeping', () => {
  it('keeps the newest rows up to its bound', () => {
    for (let at = 1; at <= JOURNAL_ROWS + 450; at += 1) add({ at })
    const rows = place.library.journal.latest(ME, 1_000_000)
    expect(rows[0]).toMatchObject({ ...requestEntry(), at: JOURNAL_ROWS + 450 })
    expect(rows.length).toBe(JOURNAL_ROWS)
    place.library.close()
    const db = new DatabaseSync(join(place.folder, 'library.sqlite'))
    expect(Number(db.prepare('SELECT count(*) AS n FROM journal').get()?.n)).toBeLessThan(JOURNAL_ROWS + 200)
    db.close()
  })

  it('gives a row back with its header lines, to its account alone', () => {
    const sent: [string, string][] = [
      ['Accept', 'application/json'],
      ['accept', 'again "quoted"'],
    ]
    const id = place.library.journal.add(requestEntry(), requestTraffic(sent, [['Date', 'x']])) ?? 0
    expect(unwrap(place.library.journal.get(ME, id))).toEqual({
      ...requestEntry(),
      id,
      requestHeaders: sent,
      answerHeaders: [['Date', 'x']],
    })
    expect(unwrap(place.library.journal.get('other', id))).toBe(null)
    const unanswered =
      place.library.journal.add(requestEntry({ status: null }), { ...requestTraffic(), received: null }) ?? 0
    expect(unwrap(place.library.journal.get(ME, unanswered))?.answerHeaders).toEqual([])
  })

  it('clears one account and leaves the others', () => {
    for (const accountId of [ME, ME, 'other']) add({ accountId })
    expect(unwrap(place.library.journal.clear(ME))).toBe(2)
    expect([query().total, place.library.journal.latest('other', 9).length]).toEqual([0, 1])
  })
})

describe('asking', () => {
  beforeEach(() => {
    add({ at: 10, path: '/sessions/a%2Fb/replay', ms: 300, limitLeft: 5 })
    add({ at: 30, path: '/sessions?page=1', status: 404, problem: 'not-supported', ms: 20, limitLeft: null })
    add({ at: 20, method: 'PUT', path: '/managed-auth/x', status: null, problem: 'timeout', ms: 30_000, limitLeft: 7 })
    add({ at: 40, accountId: 'other', path: '/health' })
  })

  it('sorts by every column, what is unknown last in both directions', () => {
    const order = (sort: ActivityQuery['sort'], direction: 'asc' | 'desc') =>
      query({ sort, direction }).rows.map((row) => row.at)
    expect([order('at', 'asc'), order('at', 'desc')]).toEqual([
      [10, 20, 30],
      [30, 20, 10],
    ])
    expect([order('status', 'asc'), order('status', 'desc')]).toEqual([
      [10, 30, 20],
      [30, 10, 20],
    ])
    expect([order('limit', 'asc'), order('limit', 'desc')]).toEqual([
      [10, 20, 30],
      [20, 10, 30],
    ])
    expect(order('ms', 'desc')).toEqual([20, 10, 30])
    expect(order('method', 'desc')).toEqual([20, 30, 10])
    expect(order('path', 'asc')).toEqual([20, 10, 30])
    expect([order('problem', 'asc'), order('problem', 'desc')]).toEqual([
      [30, 20, 10],
      [20, 30, 10],
    ])
  })

  it('filters by words in method, path, status and problem, also by an id as it is written', () => {
    expect(paths({ text: '404' })).toEqual(['/sessions?page=1'])
    expect(paths({ text: 'TIMEOUT put' })).toEqual(['/managed-auth/x'])
    expect(paths({ text: 'a/b' })).toEqual(['/sessions/a%2Fb/replay'])
    expect(paths({ text: '%' })).toEqual(['/sessions/a%2Fb/replay'])
    expect(paths({ text: '_' })).toEqual([])
    expect(paths({ text: "' OR 1 --" })).toEqual([])
    expect(paths({ text: '\ud800' })).toEqual([])
  })

  it('L23: finds Turkish words however their i is written, also where an id is percent-encoded', () => {
    add({ at: 50, path: '/sessions/Iğdır ısparta' })
    add({ at: 51, path: `/sessions/${encodeURIComponent('İstanbul/Iğdır')}` })
    expect(paths({ text: 'IGDIR' })).toHaveLength(2)
    expect(paths({ text: 'isparta' })).toEqual(['/sessions/Iğdır ısparta'])
    expect(paths({ text: 'istanbul/iğ' })).toEqual([`/sessions/${encodeURIComponent('İstanbul/Iğdır')}`])
  })

  it('filters by method and outcome, counts what matches, and gives one window of it', () => {
    expect(paths({ methods: ['PUT'] })).toEqual(['/managed-auth/x'])
    expect(paths({ outcomes: ['none', 'ok'] })).toEqual(['/managed-auth/x', '/sessions/a%2Fb/replay'])
    expect(query({ offset: 1, limit: 1 })).toMatchObject({ rows: [{ at: 20 }], total: 3 })
    expect(query({ offset: 50 })).toEqual({ rows: [], total: 3 })
  })
})

it.each([
  [200, null, 'ok'],
  [204, null, 'ok'],
  [200, 'bad-answer', 'failed'],
  [302, 'redirected', 'failed'],
  [404, 'not-found', 'refused'],
  [422, 'rejected', 'refused'],
  [429, 'rate-limited', 'limited'],
  [500, 'server-error', 'failed'],
  [529, 'overloaded', 'failed'],
  [null, 'timeout', 'none'],
  [null, null, 'none'],
] as const)('the outcome of %s with %s is %s, in a row and in the filter', (status, problem, outcome) => {
  expect(outcomeOf(status, problem)).toBe(outcome)
  add({ status, problem })
  for (const other of activityOutcomes) expect(query({ outcomes: [other] }).total).toBe(other === outcome ? 1 : 0)
})

it('an export reads in batches, in the order of sending, without what comes meanwhile', () => {
  for (let at = 1_200; at >= 1; at -= 1) add({ at, path: at % 2 === 0 ? '/even' : '/odd' })
  add({ at: 600, path: '/odd' })
  const seen: number[] = []
  for (const batch of place.library.journal.batches(ME, { text: 'odd', outcomes: [], methods: [] })) {
    seen.push(...unwrap(batch).map((row) => row.at))
    add({ at: 5_000, path: '/odd' })
  }
  const expected = Array.from({ length: 600 }, (_, i) => 2 * i + 1)
  expect(seen).toEqual([...expected, 600].toSorted((a, b) => a - b))
})

it('the limit: the lowest level of each stretch, refusals, nothing older', () => {
  const base = 1_000_000
  add({ at: base - 1, limitLeft: 1 })
  add({ at: base, ms: 10, limitLeft: 50 })
  add({ at: base + 1_000, ms: 10, limitLeft: 40, limitTotal: 60 })
  add({ at: base + 2_000, ms: 10, limitLeft: null })
  add({ at: base + 5_000, ms: 10, limitLeft: 90, limitTotal: null })
  add({ at: base + 6_000, ms: 10, status: 429, limitLeft: null })
  add({ at: base + 99_000, limitLeft: 3 })
  expect(
    unwrap(place.library.journal.limits(ME, { since: base, until: base + 50_000, stepMs: 5_000, most: 5 })),
  ).toEqual({
    points: [
      { at: base + 1_010, limit: 60, remaining: 40 },
      { at: base + 5_010, limit: null, remaining: 90 },
    ],
    refusals: [base + 6_010],
  })
})

describe('health checks', () => {
  const check = (at: number, state: 'up' | 'down' = 'up') => ({ at, state, latencyMs: 5, version: '1' })

  it('keeps 24 hours, of one account, and none of the future', () => {
    place.library.health.add(ME, check(TEST_NOW + 9e9))
    for (const hours of [30, 25, 23, 1]) place.library.health.add(ME, check(TEST_NOW - hours * 3_600_000))
    place.library.health.add(ME, check(TEST_NOW))
    place.library.health.add('other', check(TEST_NOW))
    expect(unwrap(place.library.health.history(ME, TEST_NOW)).map((one) => (TEST_NOW - one.at) / 3_600_000)).toEqual([
      23, 1, 0,
    ])
    expect(place.library.health.lastUp('nobody', TEST_NOW)).toBe(null)
  })

  it('tells one a minute and each change, at most 1,500, and when it was last up', () => {
    const day = 24 * 3_600_000
    for (let at = TEST_NOW - day; at <= TEST_NOW; at += 30_000) place.library.health.add(ME, check(at, 'down'))
    place.library.health.add(ME, check(TEST_NOW - 5_000, 'up'))
    const told = unwrap(place.library.health.history(ME, TEST_NOW))
    expect(told.length).toBeLessThanOrEqual(1_500)
    expect(told.length).toBeGreaterThanOrEqual(1_440)
    expect(told.filter((one) => one.state === 'up').map((one) => TEST_NOW - one.at)).toEqual([5_000])
    expect(place.library.health.lastUp(ME, TEST_NOW)).toBe(TEST_NOW - 5_000)
  })
})
