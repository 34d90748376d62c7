import { describe, expect, it } from 'vitest'
import type { ReviewRecord } from '../../../contract/models/hand-over-models.ts'
import { libraryPerTest } from '../testing/per-test.ts'
import { listedSession, listQuery, TEST_NOW, unwrap } from '../testing/test-library.ts'

const ME = 'me'
const place = libraryPerTest()

const record = (session: string, patch: Partial<ReviewRecord> = {}): ReviewRecord => ({
  session,
  title: null,
  verdict: 'fail',
  reason: 'Wrong page',
  tags: ['checkout'],
  note: null,
  marks: [],
  verdictAt: TEST_NOW - 500,
  changedAt: TEST_NOW + 1,
  ...patch,
})
const list = (...ids: string[]) =>
  unwrap(
    place.library.sessions.upsertListed(
      ME,
      ids.map((id) => listedSession(id)),
    ),
  )
const judge = (id: string, patch: Parameters<typeof place.library.reviews.review>[2]) =>
  unwrap(place.library.reviews.review(ME, id, patch))
const row = (id: string) => place.library.sessions.find(ME, id)
const plan = async (...records: ReviewRecord[]) => unwrap(await place.library.reviewMerge.plan(ME, records))
const run = (records: ReviewRecord[], stop = new AbortController(), onProgress = (_: { done: number }) => {}) =>
  place.library.reviewMerge.apply(ME, records, TEST_NOW, { signal: stop.signal, onProgress })
const apply = async (...records: ReviewRecord[]) => unwrap(await run(records))
/** Two slices. */
const many = Array.from({ length: 1_000 }, (_, n) => record(`s${n}`, { marks: [{ atMs: n, text: 'Crocodile' }] }))
const find = async (text: string) =>
  unwrap(await place.library.sessions.query(ME, listQuery({ text }))).rows.map(({ sessionId }) => sessionId)

describe('reviews of another installation', () => {
  it('are new, the same, newer there or newer here, and the plan says which', async () => {
    list('new', 'same', 'older', 'newer')
    judge('same', { verdict: 'fail', verdictReason: 'Wrong page', tags: ['checkout'] })
    judge('older', { verdict: 'pass' })
    judge('newer', { verdict: 'unsure', note: 'Looked twice' })
    const records = [
      record('new'),
      record('same'),
      record('older'),
      record('newer', { changedAt: TEST_NOW - 1 }),
      record('elsewhere', { title: 'Not listed' }),
    ]
    const planned = await plan(...records)
    expect(planned).toMatchObject({ added: 2, same: 1, replaced: 1, kept: 1, marks: 0, unlisted: 1 })
    expect(
      planned.conflicts.map(({ sessionId, newer, here, there }) => [sessionId, newer, here.verdict, there.verdict]),
    ).toEqual([
      ['older', 'there', 'pass', 'fail'],
      ['newer', 'here', 'unsure', 'fail'],
    ])
    expect(row('new')?.verdict).toBeNull()
    const { undoId: _, ...done } = await apply(...records)
    expect(done).toEqual(planned)
    expect(['new', 'same', 'older', 'newer'].map((id) => row(id)?.verdict)).toEqual(['fail', 'fail', 'fail', 'unsure'])
    expect(await plan(...records)).toMatchObject({ added: 0, same: 4, replaced: 0, kept: 1 })
    list('elsewhere')
    expect(row('elsewhere')?.title).toBe('Not listed')
  })

  it('without a time replace nothing, and what was taken away here on purpose stays away', async () => {
    list('a', 'b', 'c')
    judge('a', { verdict: 'pass' })
    judge('b', { verdict: 'pass' })
    judge('b', { verdict: null })
    const early = { changedAt: TEST_NOW - 1 }
    expect(
      await plan(record('a', { changedAt: null }), record('b', early), record('c', { changedAt: null })),
    ).toMatchObject({
      kept: 2,
      added: 1,
    })
    expect(await plan(record('a', { verdict: null, reason: null, tags: [] }))).toMatchObject({ same: 1, replaced: 0 })
  })

  it('bring the timed notes that are missing, each once, and are found by their words', async () => {
    list('a')
    unwrap(place.library.marks.add(ME, 'a', 1_000, 'Cart is empty'))
    const marks = [
      { atMs: 1_000, text: 'Cart is empty' },
      { atMs: 2_000, text: 'Crocodile' },
      { atMs: 2_000, text: 'Crocodile' },
    ]
    const { undoId, ...done } = await apply(record('a', { note: 'Aardvark', marks }))
    expect(done).toMatchObject({ added: 1, marks: 1 })
    expect(unwrap(place.library.marks.list(ME, 'a')).map(({ text }) => text)).toEqual(['Cart is empty', 'Crocodile'])
    expect([await find('crocodile'), await find('aardvark'), await find('verdict:fail')]).toEqual([['a'], ['a'], ['a']])
    expect(unwrap(await place.library.reviewMerge.undo(ME, undoId))).toEqual({ restored: 1, kept: 0 })
    expect(unwrap(place.library.marks.list(ME, 'a')).map(({ text }) => text)).toEqual(['Cart is empty'])
    expect([await find('crocodile'), await find('aardvark'), await find('verdict:fail')]).toEqual([[], [], []])
  })

  it('are taken back by one undo, but for what was changed since then', async () => {
    list('a', 'b', 'c')
    judge('a', { verdict: 'pass', verdictReason: 'Fine', tags: ['x'], note: 'Note', title: 'Mine' })
    const before = row('a')
    const { undoId } = await apply(record('a'), record('b'), record('c'))
    judge('c', { verdict: 'unsure' })
    expect(await place.library.reviewMerge.undo('other', undoId)).toMatchObject({ problem: { code: 'not-found' } })
    expect(unwrap(await place.library.reviewMerge.undo(ME, undoId))).toEqual({ restored: 2, kept: 1 })
    expect(row('a')).toEqual(before)
    expect([row('b')?.verdict, row('c')?.verdict]).toEqual([null, 'unsure'])
    expect(await plan(record('a'), record('b'))).toMatchObject({ replaced: 1, added: 1 })
    expect(await place.library.reviewMerge.undo(ME, undoId)).toMatchObject({ problem: { code: 'not-found' } })
  })

  it('are taken back when the library refuses a later slice, and nothing stays of them', async () => {
    const ids = many.map(({ session }) => session)
    list(...ids)
    judge('s0', { verdict: 'pass' })
    const before = row('s0')
    const broken = record('last', { marks: [{ atMs: 1, text: null as unknown as string }] }) // the database refuses it
    const seen: number[] = []
    expect(await run([...many, broken], undefined, ({ done }) => seen.push(done))).toMatchObject({
      ok: false,
      problem: { code: 'storage' },
    })
    expect(seen).toEqual([500, 1_000])
    expect(row('s0')).toEqual(before)
    expect(new Set(ids.slice(1).map((id) => row(id)?.verdict))).toEqual(new Set([null]))
    expect(await find('crocodile')).toEqual([])
  })

  it('are taken back when a person stops them', async () => {
    list('s0')
    const stop = new AbortController()
    expect(await run(many, stop, () => stop.abort())).toMatchObject({ problem: { code: 'cancelled' } })
    expect(row('s0')?.verdict).toBeNull()
    expect(await plan(...many)).toMatchObject({ added: 1_000, marks: 1_000 })
  })

  it('let other changes and the window through between slices', async () => {
    list('s0', 's999')
    const order: string[] = []
    const importing = run(many, undefined, ({ done }) => order.push(`imported ${done}`))
    const change = place.library.write(() => place.library.reviews.review(ME, 's999', { verdict: 'pass' }))
    await Promise.all([importing, change.then(() => order.push('changed'))])
    expect(order).toEqual(['imported 500', 'changed', 'imported 1000'])
    expect(row('s999')?.verdict).toBe('fail') // the file is newer
  })
})
