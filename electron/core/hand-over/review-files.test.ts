import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import type { ReviewExport } from '../../contract/models/hand-over-models.ts'
import { libraryPerTest } from '../library/testing/per-test.ts'
import { listedSession, TEST_NOW, unwrap } from '../library/testing/test-library.ts'
import { parseReviews } from './parse-reviews.ts'
import { readReviewFile } from './read-review-file.ts'
import { beginReviewFile } from './review-export.ts'

const ME = 'me'
const place = libraryPerTest()
const account = { id: ME, label: 'Team & co' }
const everything = { kind: 'query', query: { text: '', chips: [], sort: 'started', direction: 'desc' } } as const

const fill = () => {
  const { library } = place
  unwrap(
    library.sessions.upsertListed(ME, [
      listedSession('s-1', { status: 'error', error: '=HYPERLINK("https://evil.example")', createdAt: TEST_NOW - 1 }),
      listedSession('s-2', { createdAt: TEST_NOW - 2 }),
      listedSession('s-3', { createdAt: TEST_NOW - 3, serviceTitle: 'From the service' }),
    ]),
  )
  unwrap(
    library.reviews.review(ME, 's-1', {
      title: '@mine',
      verdict: 'fail',
      verdictReason: 'Said "no", twice',
      tags: ['a', 'b c'],
      note: 'One\n- two',
    }),
  )
  unwrap(library.marks.add(ME, 's-3', 61_500, 'Cart is empty'))
  unwrap(library.marks.add(ME, 's-3', 5, ''))
}

const begin = (patch: Partial<ReviewExport> = {}, signal = new AbortController().signal, seen: number[] = []) =>
  beginReviewFile(
    place.library,
    {
      accountId: ME,
      request: {
        sessions: { ...everything, query: { ...everything.query, chips: [] } },
        format: 'csv',
        bom: false,
        ...patch,
      },
      account,
      at: TEST_NOW,
    },
    { signal, onProgress: ({ done }) => void seen.push(done) },
  )
const written = async (patch: Partial<ReviewExport> = {}) => {
  const file = unwrap(await begin(patch))
  let text = ''
  for await (const part of file.data) text += part
  return { text, count: file.count(), sessions: file.sessions }
}

it('writes CSV that csv-parse reads, without a formula', async () => {
  fill()
  const { text, count, sessions } = await written({ bom: true })
  expect([count, sessions, text[0]]).toEqual([2, 3, '\uFEFF'])
  const [first, second] = parse(text, { columns: true, bom: true }) as Record<string, string>[]
  expect(first).toEqual({
    session_id: 's-1',
    title: "'@mine",
    verdict: 'fail',
    reason: 'Said "no", twice',
    tags: 'a, b c',
    note: "One\n'- two",
    timed_notes: '',
    status: 'error',
    error: `'=HYPERLINK("https://evil.example")`,
    started_at: new Date(TEST_NOW - 1).toISOString(),
    length: '1:00',
    verdict_at: new Date(TEST_NOW).toISOString(),
    changed_at: new Date(TEST_NOW).toISOString(),
    link: 'replaydesk://session/s-1?account=me&label=Team%20%26%20co',
  })
  expect(second).toMatchObject({
    session_id: 's-3',
    title: 'From the service',
    verdict: '',
    timed_notes: '1:01 Cart is empty',
  })
})

it('writes JSON that an import reads as it was', async () => {
  fill()
  const { text } = await written({ format: 'json' })
  const records = unwrap(await parseReviews(text, TEST_NOW))
  expect(records).toEqual([
    {
      session: 's-1',
      title: '@mine',
      verdict: 'fail',
      reason: 'Said "no", twice',
      tags: ['a', 'b c'],
      note: 'One\n- two',
      marks: [],
      verdictAt: TEST_NOW,
      changedAt: TEST_NOW,
    },
    expect.objectContaining({
      session: 's-3',
      verdict: null,
      marks: [
        { atMs: 5, text: '' },
        { atMs: 61_500, text: 'Cart is empty' },
      ],
    }),
  ])
  expect(unwrap(await place.library.reviewMerge.plan(ME, records))).toMatchObject({ same: 2, marks: 0 })
})

it('exports what a query or a selection names, and asks for no file without a review', async () => {
  fill()
  expect((await written({ sessions: { kind: 'ids', sessionIds: ['s-3', 's-2', 'gone'] } })).count).toBe(1)
  const query = { ...everything.query, chips: [], text: 'verdict:fail' }
  expect((await written({ sessions: { kind: 'query', query } })).text).toContain('s-1')
  expect(await begin({ sessions: { kind: 'ids', sessionIds: ['s-2'] } })).toMatchObject({
    problem: { code: 'invalid-input' },
  })
  expect(await begin({ sessions: { kind: 'query', query: { ...query, text: 'verdict:maybe' } } })).toMatchObject({
    problem: { code: 'invalid-input' },
  })
})

it('tells how far it is, and ends when it is cancelled', async () => {
  const ids = Array.from({ length: 1_200 }, (_, n) => `s-${n}`)
  unwrap(
    place.library.sessions.upsertListed(
      ME,
      ids.map((id) => listedSession(id)),
    ),
  )
  unwrap(place.library.bulkReviews.change(ME, ids, { kind: 'verdict', verdict: 'pass' }, null))
  const stop = new AbortController()
  const seen: number[] = []
  const file = unwrap(await begin({}, stop.signal, seen))
  const read = async () => {
    for await (const _ of file.data) if (seen.length === 2) stop.abort()
  }
  await expect(read()).rejects.toThrow()
  expect(file.problem()?.code).toBe('cancelled')
  expect(seen).toEqual([500, 1_000])
})

const good = {
  session: 's',
  title: null,
  verdict: 'pass',
  reason: null,
  tags: [],
  note: null,
  marks: [],
  verdictAt: null,
  changedAt: null,
}
const document = (reviews: unknown[], patch = {}) =>
  JSON.stringify({ format: 'replay-desk-reviews', version: 1, reviews, ...patch })

it.each([
  ['no JSON', 'session_id,title\r\ns-1,x'],
  ['another file', '{"sessions":[]}'],
  ['a list', '[1]'],
  ['nothing', ''],
  ['another version', document([good], { version: 2 })],
  ['no reviews', document([])],
  ['a nest that is too deep', '['.repeat(200_000)],
  ['a verdict that is none', document([good, { ...good, verdict: 'maybe' }])],
  ['a title that is too long', document([{ ...good, title: 'x'.repeat(301) }])],
  ['too many marks', document([{ ...good, marks: Array(2_001).fill({ atMs: 1, text: '' }) }])],
  ['a time that is none', document([{ ...good, changedAt: 'yesterday' }])],
  ['a missing field', document([{ session: 's' }])],
  ['too many reviews', document(Array(100_001).fill(1))],
])('refuses %s', async (_name, text) => {
  expect(await parseReviews(text, TEST_NOW)).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
})

it('says which review is wrong', async () => {
  const refused = await parseReviews(document([good, { ...good, note: 7 }]), TEST_NOW)
  expect(refused.ok ? '' : refused.problem.message).toBe("Review 2 of this file can't be read (note).")
})

it('reads lines, takes the newest of two for one session, and a change in the future for one of now', async () => {
  const at = (ms: number, verdict: string) =>
    JSON.stringify({ ...good, verdict, changedAt: new Date(ms).toISOString() })
  const lines = `${at(TEST_NOW + 9e9, 'fail')}\n\n${at(TEST_NOW - 5, 'unsure')}\n`
  expect(unwrap(await parseReviews(lines, TEST_NOW))).toMatchObject([{ verdict: 'fail', changedAt: TEST_NOW }])
  expect(unwrap(await parseReviews(at(5, 'pass'), TEST_NOW))).toHaveLength(1)
})

it('reads a file of UTF-8 text, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'reviews-'))
  try {
    const file = join(folder, 'reviews.json')
    writeFileSync(file, '\uFEFF{"é":1}')
    expect(unwrap(await readReviewFile(file))).toBe('{"é":1}')
    writeFileSync(file, Buffer.from([0xff, 0x80]))
    expect(await readReviewFile(file)).toMatchObject({ problem: { code: 'invalid-input' } })
    expect(await readReviewFile(folder)).toMatchObject({ problem: { code: 'invalid-input' } })
    expect(await readReviewFile(join(folder, 'none'))).toMatchObject({ problem: { code: 'storage' } })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
