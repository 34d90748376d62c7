import { expect, it } from 'vitest'
import { MOST_QUEUED } from '../../../contract/constants/session-constants.ts'
import { operations } from '../../../contract/operations.ts'
import { openLibrary } from '../library.ts'
import { libraryPerTest } from '../testing/per-test.ts'
import { listedSession, listQuery, quietLog, testLibrary, unwrap } from '../testing/test-library.ts'

const ME = 'me'
const place = libraryPerTest()
const queue = () => place.library.reviewQueue
const row = (id: string) => unwrap(place.library.sessions.get(ME, id))
const list = (count: number): string[] => {
  const ids = Array.from({ length: count }, (_, n) => `s${n + 1}`)
  unwrap(
    place.library.sessions.upsertListed(
      ME,
      ids.map((id) => listedSession(id)),
    ),
  )
  return ids
}
const at = (n: number) => ({ place: n, sessionId: `s${n}` })
const FAIL = { verdict: 'fail', reason: 'Login loop' } as const
const PASS = { verdict: 'pass', reason: null } as const
const NOTHING = { pass: 0, fail: 0, unsure: 0, skipped: 0 }

it('begins where it was told, counts what is done, and comes back to what was left before that', () => {
  const started = unwrap(queue().start(ME, list(3), 's2'))
  expect(started).toEqual({
    total: 3,
    done: NOTHING,
    current: { place: 2, sessionId: 's2', outcome: null },
    nextId: 's3',
    canUndo: false,
  })
  expect(operations['review.get'].output.safeParse(started).success).toBe(true)
  expect(unwrap(queue().judge(ME, at(2), FAIL)).current?.sessionId).toBe('s3')
  const last = unwrap(queue().skip(ME, at(3)))
  expect(last).toMatchObject({ done: { fail: 1, skipped: 1 }, current: { sessionId: 's1' }, nextId: null })
  expect(unwrap(queue().judge(ME, at(1), PASS))).toMatchObject({
    total: 3,
    done: { pass: 1, fail: 1, unsure: 0, skipped: 1 },
    current: null,
  })
})

it('stores verdict and reason with the step, found by query and text, other parts of the review untouched', async () => {
  queue().start(ME, list(2), null)
  unwrap(place.library.reviews.review(ME, 's1', { title: 'One', tags: ['shop'], note: 'slow' }))
  unwrap(queue().judge(ME, at(1), { verdict: 'unsure', reason: ' ' }))
  expect(row('s1')).toMatchObject({
    verdict: 'unsure',
    verdictReason: null,
    title: 'One',
    tags: ['shop'],
    note: 'slow',
  })
  unwrap(queue().judge(ME, at(2), FAIL))
  for (const text of ['verdict:fail', 'login loop'])
    expect(unwrap(await place.library.sessions.query(ME, listQuery({ text }))).rows).toMatchObject([
      { sessionId: 's2' },
    ])
})

it('is where it was after a restart', () => {
  queue().start(ME, list(3), null)
  const judged = unwrap(queue().judge(ME, at(1), FAIL))
  place.library.close()
  place.library = testLibrary(place.folder)
  expect(unwrap(queue().get(ME))).toEqual(judged)
})

it('undoes backwards, skips included, to the review as it was before', () => {
  queue().start(ME, list(3), null)
  unwrap(place.library.reviews.review(ME, 's1', { verdict: 'pass', verdictReason: 'Paid' }))
  unwrap(queue().judge(ME, at(1), FAIL))
  unwrap(queue().skip(ME, at(2)))
  expect(unwrap(queue().undo(ME))).toMatchObject({
    judgement: null,
    queue: { current: { sessionId: 's2', outcome: null }, done: { fail: 1, skipped: 0 } },
  })
  expect(unwrap(queue().undo(ME))).toMatchObject({
    judgement: FAIL,
    queue: { current: { sessionId: 's1', outcome: null }, done: NOTHING, canUndo: false },
  })
  expect(row('s1')).toMatchObject({ verdict: 'pass', verdictReason: 'Paid' })
  expect(queue().undo(ME)).toMatchObject({ ok: false, problem: { code: 'not-found' } })
})

it('undo keeps a verdict that was changed elsewhere since', () => {
  queue().start(ME, list(2), null)
  unwrap(queue().judge(ME, at(1), FAIL))
  unwrap(place.library.reviews.review(ME, 's1', { verdict: 'unsure' }))
  expect(unwrap(queue().undo(ME)).queue.current?.sessionId).toBe('s1')
  expect(row('s1').verdict).toBe('unsure')
})

it('goes back without undoing, judges again, and goes on with what is open', () => {
  queue().start(ME, list(3), null)
  unwrap(queue().judge(ME, at(1), FAIL))
  unwrap(queue().judge(ME, at(2), FAIL))
  unwrap(queue().back(ME))
  expect(unwrap(queue().back(ME)).current).toEqual({ place: 1, sessionId: 's1', outcome: 'fail' })
  expect(unwrap(queue().back(ME)).current?.place).toBe(1)
  expect(unwrap(queue().judge(ME, at(1), PASS))).toMatchObject({
    done: { pass: 1, fail: 1 },
    current: { sessionId: 's3' },
  })
  unwrap(queue().back(ME))
  const on = unwrap(queue().skip(ME, at(2)))
  expect(on).toMatchObject({ done: { pass: 1, fail: 1, skipped: 0 }, current: { sessionId: 's3' } })
})

it('begins again with what was skipped', () => {
  queue().start(ME, list(3), null)
  unwrap(queue().skip(ME, at(1)))
  unwrap(queue().judge(ME, at(2), FAIL))
  expect(unwrap(queue().skip(ME, at(3))).current).toBeNull()
  expect(unwrap(queue().back(ME)).current?.sessionId).toBe('s3')
  expect(unwrap(queue().reopenSkipped(ME))).toMatchObject({
    done: { fail: 1, skipped: 0 },
    current: { sessionId: 's1' },
  })
})

it('changes nothing for another session than the one at the place, and for one that is gone', () => {
  queue().start(ME, ['gone', ...list(2)], null)
  expect(queue().judge(ME, { place: 1, sessionId: 's1' }, FAIL)).toMatchObject({ problem: { code: 'not-found' } })
  expect(queue().judge(ME, { place: 1, sessionId: 'gone' }, FAIL)).toMatchObject({ problem: { code: 'not-found' } })
  expect(unwrap(queue().get(ME))).toMatchObject({ done: NOTHING, current: { sessionId: 'gone' } })
  expect(row('s1').verdict).toBeNull()
  expect(unwrap(queue().skip(ME, { place: 1, sessionId: 'gone' })).current?.sessionId).toBe('s1')
})

it('there is one queue per account, replaced by the next and gone with discard, which can be undone; verdicts stay', () => {
  queue().start(ME, list(2), null)
  unwrap(queue().judge(ME, at(1), FAIL))
  expect(unwrap(queue().get('other'))).toBeNull()
  expect(unwrap(queue().start(ME, ['s2', 's1', 's2'], null))).toMatchObject({ total: 2, done: NOTHING })
  const judged = unwrap(queue().judge(ME, { place: 1, sessionId: 's2' }, PASS))
  unwrap(queue().discard(ME))
  expect(unwrap(queue().get(ME))).toBeNull()
  const late = [queue().back(ME), queue().undo(ME), queue().judge(ME, { place: 2, sessionId: 's1' }, PASS)]
  for (const result of late) expect(result).toMatchObject({ problem: { code: 'not-found' } })
  expect(unwrap(queue().restore(ME))).toEqual(judged)
  unwrap(queue().discard(ME))
  expect(queue().restore('other')).toMatchObject({ problem: { code: 'not-found' } })
  expect(row('s1').verdict).toBe('fail')
})

it('goes with its account', () => {
  queue().start(ME, list(2), null)
  unwrap(place.library.accounts.remove(ME))
  expect(unwrap(queue().get(ME))).toBeNull()
})

it('holds ten thousand sessions and no more', () => {
  const ids = list(MOST_QUEUED)
  expect(unwrap(queue().start(ME, ids, ids.at(-1) ?? null))).toMatchObject({
    total: MOST_QUEUED,
    current: { place: MOST_QUEUED },
    nextId: 's1',
  })
  const { input } = operations['review.start']
  expect(input.safeParse({ accountId: ME, sessionIds: ids }).success).toBe(true)
  expect(input.safeParse({ accountId: ME, sessionIds: [...ids, 'more'] }).success).toBe(false)
})

it('tells the last reasons, each once for a verdict, the newest first', () => {
  list(12)
  place.library.close()
  let at = 0
  const clock = { now: () => ++at, after: () => () => {} }
  place.library = unwrap(openLibrary({ folder: place.folder, clock, log: quietLog() }))
  const judge = (n: number, verdict: 'pass' | 'fail', verdictReason: string) =>
    unwrap(place.library.reviews.review(ME, `s${n}`, { verdict, verdictReason }))
  judge(1, 'fail', 'Login loop')
  judge(2, 'fail', 'login LOOP')
  judge(3, 'pass', 'Login loop')
  unwrap(place.library.reviews.review(ME, 's4', { verdictReason: 'No verdict yet' }))
  for (let n = 5; n <= 12; n += 1) judge(n, 'pass', `Reason ${n}`)
  const reasons = unwrap(queue().reasons(ME)).map(({ verdict, reason }) => `${verdict} ${reason}`)
  expect(reasons).toEqual([12, 11, 10, 9, 8, 7, 6, 5].map((n) => `pass Reason ${n}`).concat('fail login LOOP'))
})
