import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import type { ArchiveQuery } from '../../../contract/models/archive-models.ts'
import { migrate, STEPS } from '../database/migrations.ts'
import { libraryPerTest } from '../testing/per-test.ts'
import { unwrap } from '../testing/test-library.ts'
import { toItem } from './archive-rows.ts'

const place = libraryPerTest()

const wanted = (sessionId: string, accountId = 'me') => ({
  accountId,
  accountLabel: `Label of ${accountId}`,
  baseUrl: 'https://a.example',
  sessionId,
  addedAt: 1,
})
const add = (...sessionIds: string[]) => unwrap(place.library.archive.add(sessionIds.map((id) => wanted(id))))
const find = (patch: Partial<ArchiveQuery>) => {
  const page = unwrap(
    place.library.archive.query({
      text: '',
      states: [],
      sort: 'added',
      direction: 'asc',
      offset: 0,
      limit: 100,
      ...patch,
    }),
  )
  return page.rows.map((row) => row.sessionId)
}

test('items are added once, in order, and say what is known of the session', () => {
  expect(add('b', 'a', 'b')).toHaveLength(2)
  expect(add('a')).toHaveLength(0)
  expect(find({})).toEqual(['b', 'a'])
  expect(place.library.archive.next(() => true)?.sessionId).toBe('b')
  expect(place.library.archive.find('me', 'a')).toMatchObject({
    state: 'queued',
    bytes: 0,
    warnings: [],
    problem: null,
  })
})

test('L18: what comes in with its file comes in whole or not at all', () => {
  const file = { state: 'done', fileName: 'a.mp4', bytes: 7 } as const
  const other = new DatabaseSync(join(place.folder, 'library.sqlite'))
  other.exec("CREATE TRIGGER refuse BEFORE UPDATE ON archive_items BEGIN SELECT RAISE(ABORT, 'refused'); END")
  expect(place.library.archive.add([wanted('a')], file).ok).toBe(false)
  expect(place.library.archive.find('me', 'a')).toBeNull()
  other.exec('DROP TRIGGER refuse')
  other.close()
  expect(unwrap(place.library.archive.add([wanted('a')], file))).toHaveLength(1)
  expect(place.library.archive.find('me', 'a')).toMatchObject(file)
})

test('search is by title, id, name and account, all words, signs taken as they are', () => {
  const [first = '', second = ''] = add('run_1', 'run-2')
  unwrap(place.library.archive.update(first, { fileName: '100% sure.mp4', state: 'done' }))
  expect(find({ text: '100%' })).toEqual(['run_1'])
  expect(find({ text: 'run_' })).toEqual(['run_1'])
  expect(find({ text: 'RUN label' })).toEqual(['run_1', 'run-2'])
  unwrap(place.library.sessions.upsertListed('me', [listed('run-2')]))
  unwrap(place.library.reviews.review('me', 'run-2', { title: 'Checkout' }))
  expect(find({ text: 'checkout' })).toEqual(['run-2'])
  expect(find({ text: 'run nothing' })).toEqual([])
  expect(find({ states: ['done'] })).toEqual(['run_1'])
  unwrap(place.library.archive.update(second, { totalBytes: 5 }))
  expect(find({ sort: 'size', direction: 'desc' })).toEqual(['run-2', 'run_1'])
})

test('the title of an imported file comes after the one the service gives', () => {
  const [own = '', taken = ''] = add('own', 'taken')
  for (const sessionId of ['own', 'taken']) {
    unwrap(place.library.sessions.upsertListed('me', [{ ...listed(sessionId), serviceTitle: 'Of the service' }]))
  }
  unwrap(place.library.archive.update(own, { title: 'When it was archived', state: 'done' }))
  unwrap(place.library.archive.update(taken, { title: 'Of a folder', state: 'done', imported: true }))
  const titles = () => place.library.archive.some([own, taken]).map(({ title }) => title)
  expect(titles()).toEqual(['When it was archived', 'Of the service'])
  unwrap(place.library.reviews.review('me', 'taken', { title: 'Of the person' }))
  expect(titles()).toEqual(['When it was archived', 'Of the person'])
})

test('the next of the queue carries the title, which its file name is made of', () => {
  const [id = ''] = add('run')
  unwrap(place.library.sessions.upsertListed('me', [listed('run')]))
  unwrap(place.library.reviews.review('me', 'run', { title: 'Checkout' }))
  expect(place.library.archive.next(() => true)).toEqual(place.library.archive.get(id))
  expect(place.library.archive.next(() => true)?.title).toBe('Checkout')
  unwrap(place.library.reviews.review('me', 'run', { title: null }))
  unwrap(place.library.sessions.upsertListed('me', [{ ...listed('run'), serviceTitle: 'Shop run' }]))
  expect(place.library.archive.next(() => true)?.title).toBe('Shop run')
})

test('what a person removed returns only by a person, not by a rule; invalid stored values are dropped', () => {
  unwrap(
    place.library.sessions.upsertListed('me', [
      { ...listed('ended'), closedAt: 5_000 },
      { ...listed('before'), closedAt: 900 },
      { ...listed('runs'), status: 'active', closedAt: null },
    ]),
  )
  unwrap(place.library.archiveRules.set('me', { whenEnded: true, whenExpiring: false }, 1_000))
  expect(place.library.archiveRules.endedSince('me', place.library.archiveRules.get('me').since)).toEqual(['ended'])
  const [id = ''] = add('ended')
  unwrap(
    place.library.archive.update(id, { warnings: ['w'], problem: { code: 'storage', message: 'm' }, partial: true }),
  )
  expect(place.library.archive.get(id)).toMatchObject({ warnings: ['w'], problem: { code: 'storage' }, partial: true })
  unwrap(place.library.archive.remove(id))
  expect(place.library.archiveRules.endedSince('me', 1_000)).toEqual([])
  add('ended')
  expect(place.library.archive.find('me', 'ended')).not.toBe(null)
})

test('L23: the filter finds Turkish titles and names however their i is written', () => {
  const [id = ''] = add('run', 'other')
  unwrap(place.library.sessions.upsertListed('me', [listed('run')]))
  unwrap(place.library.reviews.review('me', 'run', { title: 'Iğdır – ısparta 100%' }))
  const found = (text: string) =>
    unwrap(
      place.library.archive.query({ text, states: [], sort: 'added', direction: 'desc', offset: 0, limit: 9 }),
    ).rows.map((row) => row.id)
  for (const text of ['IGDIR', 'isparta', 'ISPARTA ığdır', '100% run']) expect(found(text), text).toEqual([id])
  for (const text of ['izmir', '1_0', 'IGDIR izmir']) expect(found(text), text).toEqual([])
})

test('the next of twenty thousand is found without looking at the others', async () => {
  const ids = Array.from({ length: 20_000 }, (_, nth) => `session ${nth}`)
  for (let from = 0; from < ids.length; from += 10_000) add(...ids.slice(from, from + 10_000))
  const began = performance.now()
  for (let nth = 0; nth < 100; nth += 1) place.library.archive.next(() => true)
  expect((performance.now() - began) / 100).toBeLessThan(5)
  expect(place.library.archive.counts().get('queued')?.items).toBe(20_000)
})

const listed = (sessionId: string) => ({
  sessionId,
  status: 'closed',
  createdAt: 500,
  closedAt: 600 as number | null,
  durationMs: 1,
  error: null,
  closeReason: null,
  browserType: null,
  viewport: null,
  stepCount: null,
  serviceTitle: null,
  startAddress: null,
})

test('an export that ended incomplete before the code existed is read with its counts, whatever else is stored', () => {
  const db = new DatabaseSync(':memory:')
  migrate(db, STEPS.slice(0, 8))
  const insert = db.prepare(
    `INSERT INTO archive_items (id, account_id, account_label, base_url, session_id, state, problem, added_at)
     VALUES (?, 'me', 'm', 'u', ?, 'failed', ?, 1)`,
  )
  const details = ['incomplete: 1 of 6 missing', 'incomplete: 7 of 300 pictures', 'codec', undefined]
  for (const [n, text] of details.entries()) {
    insert.run(`i${n}`, `s${n}`, JSON.stringify({ code: 'media-error', message: 'Anything.', details: text }))
  }
  insert.run('bad', 'bad', '{"code":"media-error" incomplete: 1 of 6 missing')
  migrate(db)
  const rows = db.prepare('SELECT * FROM archive_items ORDER BY rowid').all()
  expect(rows.map((row) => toItem(row).problem)).toEqual([
    expect.objectContaining({ code: 'incomplete', incomplete: { missing: 1, total: 6, unit: 'segments' } }),
    expect.objectContaining({ code: 'incomplete', incomplete: { missing: 7, total: 300, unit: 'pictures' } }),
    { code: 'media-error', message: 'Anything.', details: 'codec' },
    { code: 'media-error', message: 'Anything.' },
    null,
  ])
  db.close()
})

test('reads the fields of a stored problem and drops only the invalid ones', () => {
  const read = (problem: unknown) => toItem({ problem: JSON.stringify(problem) }).problem
  const full = { code: 'disk-full', message: 'm', disk: { needBytes: 5, haveBytes: null } }
  expect(read(full)).toEqual(full)
  expect(read({ ...full, disk: 'none' })).toEqual({ code: 'disk-full', message: 'm' })
  expect(read({ code: 'incomplete', message: 'm', incomplete: { missing: 'many' } })).toEqual({
    code: 'incomplete',
    message: 'm',
  })
  expect(read({ code: 'incomplete', message: 'm' })).toEqual({ code: 'incomplete', message: 'm' })
})

test('reads a stored problem whose code was renamed since', () => {
  expect(toItem({ problem: '{"code":"links-dead","message":"m","status":403}' }).problem).toEqual({
    code: 'links-expired',
    message: 'm',
    status: 403,
  })
})
