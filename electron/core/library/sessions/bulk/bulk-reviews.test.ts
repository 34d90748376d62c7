import { expect, it } from 'vitest'
import { libraryPerTest } from '../../testing/per-test.ts'
import { listedSession, listQuery, unwrap } from '../../testing/test-library.ts'
import { createUndoRecords } from './undo-records.ts'

const ME = 'me'
const place = libraryPerTest()
const bulk = () => place.library.bulkReviews
const row = (id: string) => unwrap(place.library.sessions.get(ME, id))
const list = (count: number): string[] => {
  const ids = Array.from({ length: count }, (_, n) => `s${n}`)
  unwrap(
    place.library.sessions.upsertListed(
      ME,
      ids.map((id) => listedSession(id)),
    ),
  )
  return ids
}
const found = async (text: string): Promise<number> =>
  unwrap(await place.library.sessions.query(ME, listQuery({ text }))).total
const FAIL = { kind: 'verdict', verdict: 'fail' } as const

it('judges 5,000 sessions at once and takes it back with one undo, other parts of the review untouched', async () => {
  const ids = list(5_000)
  unwrap(place.library.reviews.review(ME, 's1', { verdict: 'pass', verdictReason: 'Paid', tags: ['shop'], note: 'ok' }))
  unwrap(place.library.reviews.review(ME, 's2', { verdict: 'fail' }))
  expect(await found('verdict:none')).toBe(4_998)
  const { changed, undoId } = unwrap(bulk().change(ME, ids, FAIL, null))
  expect(changed).toBe(4_999)
  expect(await found('verdict:fail')).toBe(5_000)
  expect(row('s1')).toMatchObject({ verdict: 'fail', verdictReason: 'Paid', tags: ['shop'], note: 'ok' })
  expect(unwrap(await bulk().undo(ME, undoId))).toEqual({ restored: 4_999, kept: 0 })
  expect(await found('verdict:none')).toBe(4_998)
  expect([row('s1').verdict, row('s2').verdict]).toEqual(['pass', 'fail'])
  expect(await bulk().undo(ME, undoId)).toMatchObject({ ok: false, problem: { code: 'not-found' } })
})

it('adds tags, each once whatever its case, and finds them as text and by filter', async () => {
  const ids = list(3)
  unwrap(place.library.reviews.review(ME, 's0', { tags: ['Login'] }))
  const { changed, undoId } = unwrap(bulk().change(ME, ids, { kind: 'add-tags', tags: ['login', 'flaky'] }, null))
  expect(changed).toBe(3)
  expect(row('s0').tags).toEqual(['Login', 'flaky'])
  expect(row('s1').tags).toEqual(['login', 'flaky'])
  expect([await found('flaky'), await found('tag:login')]).toEqual([3, 3])
  unwrap(await bulk().undo(ME, undoId))
  expect([await found('flaky'), await found('tag:login')]).toEqual([0, 1])
})

it('keeps what a person changed after the bulk change', async () => {
  const { undoId } = unwrap(bulk().change(ME, list(3), FAIL, null))
  unwrap(place.library.reviews.review(ME, 's1', { verdict: 'pass' }))
  expect(unwrap(await bulk().undo(ME, undoId))).toEqual({ restored: 2, kept: 1 })
  expect(row('s1').verdict).toBe('pass')
})

it('takes several calls back with one undo, ids that are gone left out', async () => {
  list(4)
  const first = unwrap(bulk().change(ME, ['s0', 's1', 'gone'], FAIL, null))
  const second = unwrap(bulk().change(ME, ['s2', 's3'], FAIL, first.undoId))
  expect([first.changed, second.changed, second.undoId]).toEqual([2, 2, first.undoId])
  expect(unwrap(await bulk().undo(ME, second.undoId)).restored).toBe(4)
  expect(await found('verdict:none')).toBe(4)
})

it('answers ids of rows that were never loaded, in the order of the list', async () => {
  list(700)
  const { sessionIds, total } = unwrap(
    await place.library.sessions.ids(ME, { ...listQuery({ sort: 'title', direction: 'asc' }), limit: 100_000 }),
  )
  expect([sessionIds.length, total]).toEqual([700, 700])
  const part = unwrap(
    await place.library.sessions.ids(ME, { ...listQuery({ sort: 'title', direction: 'asc' }), offset: 650, limit: 2 }),
  )
  expect(part.sessionIds).toEqual(sessionIds.slice(650, 652))
})

it('drops the oldest records when all of them hold too many rows, and gives none to another account', () => {
  const records = createUndoRecords(10)
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => {
      const value = { verdict: null, verdictAt: null, tags: '[]' }
      return { sessionId: `s${n}`, before: value, after: value }
    })
  const first = records.add(ME, null, rows(6))
  const second = records.add(ME, null, rows(4))
  expect(records.find(ME, first)).toHaveLength(6)
  expect(records.find('other', first)).toBeNull()
  const third = records.add(ME, null, rows(1))
  expect([first, second, third].map((id) => records.find(ME, id)?.length ?? null)).toEqual([null, 4, 1])
})
