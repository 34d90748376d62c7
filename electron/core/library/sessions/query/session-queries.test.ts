import { beforeEach, describe, expect, it } from 'vitest'
import type { AnalysisRecord } from '../../../../contract/models/analysis-models.ts'
import type { SessionQuery } from '../../../../contract/models/session-models.ts'
import { libraryPerTest } from '../../testing/per-test.ts'
import { listedSession, listQuery, TEST_NOW, unwrap } from '../../testing/test-library.ts'
import type { ListedSession } from '../sessions-table.ts'
import { withoutRecording } from './query-reader.ts'

const ME = 'me'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const place = libraryPerTest()

const list = (...sessions: [id: string, patch?: Partial<ListedSession>][]) =>
  unwrap(
    place.library.sessions.upsertListed(
      ME,
      sessions.map(([id, patch]) => listedSession(id, patch)),
    ),
  )
const find = async (text: string, patch: Partial<SessionQuery> = {}): Promise<string> =>
  unwrap(await place.library.sessions.query(ME, listQuery({ text, ...patch })))
    .rows.map(({ sessionId }) => sessionId)
    .sort()
    .join(' ')

describe('sessions.query with filters in its text', () => {
  beforeEach(async () => {
    list(
      ['s-ok', { createdAt: TEST_NOW - HOUR, durationMs: 30_000 }],
      ['s-code', { status: 'error', error: 'Login failed: wrong One-Time code', createdAt: TEST_NOW - DAY }],
      ['s-slow', { status: 'timed_out', createdAt: TEST_NOW - 9 * DAY, durationMs: 2 * HOUR }],
      ['s-live', { status: 'active', createdAt: null, durationMs: null }],
    )
    await unwrap(await place.library.sessions.addIds(ME, ['s-pasted']))
    unwrap(
      place.library.reviews.review(ME, 's-ok', { verdict: 'pass', tags: ['Größe M', 'login'], title: 'Café visit' }),
    )
    unwrap(
      place.library.reviews.review(ME, 's-code', { verdict: 'fail', verdictReason: 'Code expired', tags: ['login'] }),
    )
    unwrap(place.library.sessions.setRecordingFacts(ME, 's-ok', { recording: 'ready', linksExpireAt: TEST_NOW + HOUR }))
  })

  it.each([
    ['is:failed', 's-code s-slow'],
    ['-is:failed', 's-live s-ok s-pasted'],
    ['is:active', 's-live'],
    ['is:pasted', 's-pasted'],
    ['is:reviewed,active', 's-code s-live s-ok'],
    ['status:ERROR', 's-code'],
    ['status:timed_out,error', 's-code s-slow'],
    ['error:"one-time CODE"', 's-code'],
    ['has:error', 's-code'],
    ['verdict:none is:failed', 's-slow'],
    ['verdict:pass,fail', 's-code s-ok'],
    ['tag:LOGIN', 's-code s-ok'],
    ['tag:"grosse m"', ''],
    ['tag:"größe m" title:cafe', 's-ok'],
    ['note:expired', 's-code'],
    ['id:S-SL', 's-slow'],
    ['after:2d', 's-code s-ok'],
    ['before:7d', 's-slow'],
    ['on:2026-11-26', 's-code'],
    ['longer:1h', 's-slow'],
    ['shorter:1m', 's-ok'],
    ['expires:1h', 's-ok'],
    ['expires:59m', ''],
    ['recording:ready', 's-ok'],
    ['archived:yes', ''],
    ['archived:no -is:active,pasted', 's-code s-ok s-slow'],
    ['wrong', 's-code'],
    ['"wrong one-time"', 's-code'],
    ['"time wrong"', ''],
    ['is:failed wrong', 's-code'],
  ])('finds by %s', async (text, ids) => {
    expect(await find(text)).toBe(ids)
  })

  it('goes with chips and sorts, and counts what matches', async () => {
    expect(await find('tag:login', { chips: ['failed'], sort: 'title' })).toBe('s-code')
    const page = unwrap(await place.library.sessions.query(ME, listQuery({ text: 'tag:login', limit: 1 })))
    expect([page.rows.length, page.total, page.all]).toEqual([1, 2, 5])
  })

  it('follows a change of what it asks for', async () => {
    expect(await find('verdict:fail')).toBe('s-code')
    unwrap(place.library.reviews.review(ME, 's-code', { verdict: 'unsure' }))
    expect(await find('verdict:fail')).toBe('')
    expect(await find('verdict:unsure')).toBe('s-code')
  })

  it('walks to the neighbours of the filtered list', async () => {
    const around = await place.library.sessions.neighbours(ME, 's-ok', {
      text: 'tag:login',
      chips: [],
      sort: 'started',
      direction: 'desc',
    })
    expect(unwrap(around)).toEqual({ previous: null, next: 's-code' })
  })

  it('refuses a filter that it cannot read, and says which', async () => {
    const result = await place.library.sessions.query(ME, listQuery({ text: 'verdict:maybe' }))
    expect(result).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
  })
})

const record = (loop: boolean, frozenEndMs: number | null): AnalysisRecord =>
  ({
    durationMs: 100_000,
    still: [],
    screens: [],
    loops: loop ? [{ count: 5, period: 2, startMs: 0, endMs: 9_000 }] : [],
    frozenEnd: frozenEndMs === null ? null : { startMs: 0, endMs: frozenEndMs },
  }) as unknown as AnalysisRecord

it('finds repeated screens and a frozen end once the recording is analysed', async () => {
  list(['s-loop'], ['s-still'], ['s-new'])
  const analysed = (id: string, loop: boolean, frozenEndMs: number | null) => {
    const { analyses } = place.library
    unwrap(analyses.begin(ME, id, null))
    unwrap(analyses.setRecord(ME, id, record(loop, frozenEndMs)))
  }
  analysed('s-loop', true, null)
  analysed('s-still', false, 90_000)
  expect(await find('loop:yes')).toBe('s-loop')
  expect(await find('loop:no')).toBe('s-new s-still')
  expect([await find('frozen:1m'), await find('frozen:2m')]).toEqual(['s-still', ''])
})

it('answers which values the sessions have, the most frequent first, as they are written', async () => {
  list(
    ['a', { status: 'queued' }],
    ['b', { status: 'error', error: 'Timeout' }],
    ['c', { status: 'error', error: 'Timeout' }],
  )
  unwrap(place.library.reviews.review(ME, 'a', { tags: ['Größe M'] }))
  expect(unwrap(await place.library.sessions.values(ME))).toEqual({
    status: [
      { value: 'error', count: 2 },
      { value: 'queued', count: 1 },
    ],
    tag: [{ value: 'Größe M', count: 1 }],
    error: [{ value: 'Timeout', count: 2 }],
  })
})

it('leaves out that there is a recording where unknown ones are looked for', () => {
  expect(withoutRecording('cart has:recording is:failed')).toBe('cart is:failed')
  expect(withoutRecording('-has:recording has:error')).toBe('-has:recording has:error')
  expect(withoutRecording('has:recording verdict:')).toBe('has:recording verdict:')
})
