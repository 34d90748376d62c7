import { mkdirSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sessionChips, sessionSorts } from '../../../contract/constants/session-constants.ts'
import type { SessionQuery, SessionRow } from '../../../contract/models/session-models.ts'
import { parseQuery } from '../../../contract/query/query-parse.ts'
import { fold } from '../../../contract/text/fold.ts'
import { migrate, STEPS } from '../database/migrations.ts'
import { libraryPerTest } from '../testing/per-test.ts'
import { listedSession, listQuery, stillClock, TEST_NOW, testLibrary, unwrap } from '../testing/test-library.ts'

const ME = 'me'
const HOUR = 3_600_000

const place = libraryPerTest()

const idsOf = async (patch: Partial<SessionQuery>): Promise<string[]> =>
  unwrap(await place.library.sessions.query(ME, listQuery(patch))).rows.map((row) => row.sessionId)

/** The rule of the list in its simplest form: the oracle of the property test. */
const matches = (row: SessionRow, query: SessionQuery, words: string[]): boolean =>
  query.chips.every((chip) => {
    const left = (row.linksExpireAt ?? 0) - TEST_NOW
    if (chip === 'has-recording') return row.recording === 'ready' || row.recording === 'archived'
    if (chip === 'not-archived') return row.recording !== 'archived'
    if (chip === 'expires-soon') {
      return row.linksExpireAt !== null && left > 0 && left <= HOUR && row.recording !== 'archived'
    }
    if (chip === 'not-reviewed') return row.verdict === null
    if (chip === 'failed') return ['error', 'timed_out', 'failed'].includes(row.status) || row.error !== null
    return ['active', 'authenticating'].includes(row.status)
  }) &&
  words.every(
    (word) =>
      row.sessionId.toLowerCase().includes(word.toLowerCase()) ||
      (row.title !== null && fold(row.title).includes(fold(word))) ||
      (row.note ?? '').split(' ').some((part) => fold(part).startsWith(fold(word))),
  )
const keyOf = (row: SessionRow, sort: SessionQuery['sort']): number | string | null => {
  if (sort === 'started') return row.createdAt
  if (sort === 'length') return row.videoDurationMs ?? row.durationMs
  if (sort === 'expires') return row.linksExpireAt
  if (sort === 'opened') return row.lastOpenedAt
  return sort === 'status' ? row.status : row.title === null ? null : fold(row.title)
}

describe('sessions.query', () => {
  test('answers what a plain filter and sort of all rows answers, window by window, and neighbours fit it', async () => {
    const pick = <T>(...values: T[]) => fc.constantFrom(...values)
    const person = fc.record({
      status: pick('closed', 'error', 'active', 'odd word'),
      createdAt: pick(null, TEST_NOW, TEST_NOW - 5, TEST_NOW - 9),
      durationMs: pick(null, 1, 2, 3),
      title: pick(null, 'Café run', 'cart', 'Login'),
      note: pick(null, 'Saw the cart', 'über slow', 'login twice'),
      verdict: pick(null, 'pass' as const),
      recording: pick('ready' as const, 'unknown' as const),
      archived: pick(null, 'done' as const, 'missing' as const, 'queued' as const),
      linksExpireAt: pick(null, TEST_NOW - 1, TEST_NOW + 1, TEST_NOW + HOUR, TEST_NOW + 2 * HOUR),
      change: fc.boolean(),
    })
    const asked = fc.record({
      text: pick('', '', 'c', 'ca', 'cafe', 'login saw', 'UBER', '-4', '0'),
      chips: fc.uniqueArray(pick(...sessionChips), { maxLength: 2 }),
      sort: pick(...sessionSorts),
      direction: pick('asc' as const, 'desc' as const),
      offset: fc.nat(12),
      limit: fc.integer({ min: 1, max: 8 }),
    })
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(person, { maxLength: 14 }),
        fc.array(asked, { minLength: 1, maxLength: 6 }),
        async (people, queries) => {
          run += 1
          const account = `account ${run}`
          const ids = people.map((_, nth) => `${(nth * 7_919 + 13).toString(16)}-4${nth}`)
          for (const [nth, sessionId] of ids.entries())
            unwrap(
              place.library.sessions.upsertListed(account, [
                listedSession(sessionId, { status: 'new', createdAt: nth }),
              ]),
            )
          await place.library.sessions.warm(account)
          for (const [
            nth,
            { status, createdAt, durationMs, title, note, verdict, recording, archived, linksExpireAt, change },
          ] of people.entries()) {
            const sessionId = ids[nth] ?? ''
            unwrap(
              place.library.sessions.upsertListed(account, [
                listedSession(sessionId, { status, createdAt, durationMs }),
              ]),
            )
            unwrap(place.library.reviews.review(account, sessionId, { title, note, verdict }))
            unwrap(place.library.sessions.setRecordingFacts(account, sessionId, { recording, linksExpireAt }))
            if (archived) {
              const item = {
                accountId: account,
                accountLabel: 'A',
                baseUrl: 'https://a.example',
                sessionId,
                addedAt: 1,
              }
              const [id = ''] = unwrap(place.library.archive.add([item]))
              unwrap(place.library.archive.update(id, { state: 'done' }))
              unwrap(place.library.archive.update(id, { state: archived }))
            }
            if (change) unwrap(place.library.sessions.setPosition(account, sessionId, nth))
            await place.library.sessions.query(account, listQuery({ sort: 'title' })) // orders are brought up to date in between
          }
          const rows = ids.map((id) => unwrap(place.library.sessions.get(account, id)))
          for (const query of queries) {
            const order = (a: SessionRow, b: SessionRow): number => {
              const [left, right] = [keyOf(a, query.sort), keyOf(b, query.sort)]
              const turn = query.direction === 'desc' ? -1 : 1
              if (left === null || right === null) if (left !== right) return left === null ? 1 : -1
              if (left !== right && left !== null && right !== null) return (left < right ? -1 : 1) * turn
              return (rows.indexOf(a) - rows.indexOf(b)) * turn
            }
            const words = query.text.split(' ').filter((word) => word !== '')
            const sorted = rows.toSorted(order)
            const wanted = sorted.filter((row) => matches(row, query, words))
            const page = unwrap(await place.library.sessions.query(account, query))
            expect(page.rows).toEqual(wanted.slice(query.offset, query.offset + query.limit))
            expect([page.total, page.all]).toEqual([wanted.length, rows.length])
            const [row] = rows
            if (row) {
              const find = { sessionId: row.sessionId, keep: true }
              const kept = unwrap(await place.library.sessions.query(account, { ...query, find }))
              const withRow = sorted.filter((one) => one === row || wanted.includes(one))
              expect(kept.rows).toEqual(withRow.slice(query.offset, query.offset + query.limit))
              expect([kept.total, kept.foundAt]).toEqual([withRow.length, withRow.indexOf(row)])
              const looked = await place.library.sessions.query(account, { ...query, find: { ...find, keep: false } })
              const at = wanted.indexOf(row)
              expect(unwrap(looked)).toEqual({ ...page, foundAt: at < 0 ? null : at })
            }
            for (const row of rows) {
              const at = sorted.indexOf(row)
              expect(unwrap(await place.library.sessions.neighbours(account, row.sessionId, query))).toEqual({
                previous: wanted.findLast((other) => sorted.indexOf(other) < at)?.sessionId ?? null,
                next: wanted.find((other) => sorted.indexOf(other) > at)?.sessionId ?? null,
              })
            }
          }
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)

  test('the page right after opening is the page of the loaded index', async () => {
    const rows = Array.from({ length: 30 }, (_, nth) =>
      listedSession(`id-${nth}`, { createdAt: nth % 3 ? nth % 5 : null }),
    )
    unwrap(place.library.sessions.upsertListed(ME, rows))
    place.library.close()
    place.library = testLibrary(place.folder)
    const query = listQuery({ offset: 5, limit: 20 })
    const cold = unwrap(await place.library.sessions.query(ME, query))
    await place.library.sessions.warm(ME)
    expect(unwrap(await place.library.sessions.query(ME, query))).toEqual(cold)
  })

  test('finds any part of an id, the beginning of words in notes, marks and tags, and Chinese in the middle', async () => {
    unwrap(
      place.library.sessions.upsertListed(
        ME,
        ['aaaa-1234-bbbb', 'cccc', 'dddd'].map((id) => listedSession(id)),
      ),
    )
    unwrap(place.library.reviews.review(ME, 'cccc', { tags: ['billing'], note: '用户登录失败' }))
    unwrap(place.library.marks.add(ME, 'dddd', 10, 'Captcha shown'))
    expect(await idsOf({ text: '34-BB' })).toEqual(['aaaa-1234-bbbb'])
    expect(await idsOf({ text: 'bill' })).toEqual(['cccc'])
    expect(await idsOf({ text: '登录' })).toEqual(['cccc'])
    expect(await idsOf({ text: 'captcha dd' })).toEqual(['dddd'])
    expect(await idsOf({ text: 'captcha cc' })).toEqual([])
  })

  test('search syntax is just text, or a filter that is named', async () => {
    unwrap(place.library.sessions.upsertListed(ME, [listedSession('plain')]))
    const hostile = [
      '"',
      '""',
      '*',
      'a* OR b',
      'NEAR(a b)',
      'note:x',
      '-note:x,"y z"',
      '-',
      '^',
      '(',
      'AND',
      "'; DROP TABLE sessions",
      '{a}:b',
      '\0',
    ]
    const answers = async (text: string): Promise<boolean> => {
      const result = await place.library.sessions.query(ME, listQuery({ text }))
      return result.ok === (parseQuery(text).problems.length === 0)
    }
    for (const text of hostile) expect([text, await answers(text)]).toEqual([text, true])
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 40 }), async (text) => {
        expect(await answers(text)).toBe(true)
      }),
    )
  })

  test('another process writing to the same file is noticed', async () => {
    unwrap(place.library.sessions.upsertListed(ME, [listedSession('one')]))
    await place.library.sessions.warm(ME)
    const other = testLibrary(place.folder)
    unwrap(other.sessions.upsertListed(ME, [listedSession('two')]))
    other.close()
    expect((await idsOf({ sort: 'status' })).sort()).toEqual(['one', 'two'])
  })
})

test('counts unchecked sessions beside "Has recording", in the order of the list', async () => {
  const rows = ['ready', 'asked', 'new', 'runs', 'kept', 'newer'].map((id, nth) =>
    listedSession(id, { createdAt: nth, status: id === 'runs' ? 'active' : 'closed' }),
  )
  unwrap(place.library.sessions.upsertListed(ME, rows))
  unwrap(place.library.sessions.setRecordingFacts(ME, 'ready', { recording: 'ready' }))
  unwrap(place.library.sessions.setRecordingFacts(ME, 'asked', { recording: 'none' }))
  const wanted = { accountId: ME, accountLabel: 'A', baseUrl: 'https://a.example', sessionId: 'kept', addedAt: 1 }
  const [id = ''] = unwrap(place.library.archive.add([wanted]))
  unwrap(place.library.archive.update(id, { state: 'done' }))
  const unchecked = async (patch: Partial<SessionQuery>) =>
    unwrap(await place.library.sessions.unchecked(ME, listQuery({ chips: ['has-recording'], ...patch })))
  expect(await unchecked({})).toEqual({ sessionIds: ['newer', 'new'], total: 2 })
  expect(await unchecked({ text: 'newer' })).toEqual({ sessionIds: ['newer'], total: 1 })
  unwrap(place.library.sessions.setRecordingFacts(ME, 'new', { recording: 'ready' }))
  expect(await unchecked({})).toEqual({ sessionIds: ['newer'], total: 1 })
})

describe('storing sessions', () => {
  test('tells new, changed and known rows apart, and null never erases what was known', () => {
    const first = unwrap(place.library.sessions.upsertListed(ME, [listedSession('a'), listedSession('b')]))
    expect(first).toEqual({ added: ['a', 'b'], changed: [] })
    const again = [listedSession('a', { stepCount: null, viewport: null }), listedSession('b', { status: 'error' })]
    expect(unwrap(place.library.sessions.upsertListed(ME, again))).toEqual({ added: [], changed: ['b'] })
    expect(unwrap(place.library.sessions.get(ME, 'a'))).toMatchObject({
      stepCount: 4,
      viewport: { width: 1280, height: 720 },
    })
  })

  test("the service's title is shown, sorted and searched until the person gives one of their own", async () => {
    const rows = [listedSession('b', { serviceTitle: 'Überweisung' }), listedSession('a', { serviceTitle: 'Login' })]
    unwrap(place.library.sessions.upsertListed(ME, rows))
    expect(await idsOf({ text: 'uber' })).toEqual(['b'])
    expect(await idsOf({ sort: 'title', direction: 'asc' })).toEqual(['a', 'b'])
    unwrap(place.library.reviews.review(ME, 'a', { title: 'Zebra' }))
    expect(await idsOf({ text: 'login' })).toEqual([])
    expect(await idsOf({ sort: 'title', direction: 'asc' })).toEqual(['b', 'a'])
    const renamed = [listedSession('b', { serviceTitle: 'Zahlung' }), listedSession('a')]
    expect(unwrap(place.library.sessions.upsertListed(ME, renamed)).changed).toEqual(['b'])
    expect(unwrap(place.library.sessions.get(ME, 'a'))).toMatchObject({ title: 'Zebra', serviceTitle: 'Login' })
    unwrap(place.library.reviews.review(ME, 'a', { title: '' }))
    expect(await idsOf({ text: 'login' })).toEqual(['a'])
  })

  test('a session without a title goes by the address where it began, in search and order too', async () => {
    const rows = [
      listedSession('b', { startAddress: 'portal.northgate.example/login' }),
      listedSession('a', { startAddress: 'shop.example', serviceTitle: 'Anvil' }),
      listedSession('c'),
    ]
    unwrap(place.library.sessions.upsertListed(ME, rows))
    expect(await idsOf({ text: 'northgate' })).toEqual(['b'])
    expect(await idsOf({ text: 'shop.example' })).toEqual([]) // it has a title
    expect(await idsOf({ sort: 'title', direction: 'asc' })).toEqual(['a', 'b', 'c'])
    expect(unwrap(place.library.sessions.upsertListed(ME, [listedSession('b')])).changed).toEqual([])
    unwrap(place.library.reviews.review(ME, 'b', { title: 'First try' }))
    expect(await idsOf({ text: 'northgate' })).toEqual([])
  })

  test('accounts do not see each other', async () => {
    unwrap(place.library.sessions.upsertListed('other', [listedSession('a')]))
    expect(await idsOf({})).toEqual([])
    expect(place.library.sessions.get(ME, 'a')).toMatchObject({ ok: false, problem: { code: 'not-found' } })
  })

  test('pasted ids are added once; a listed one cannot be forgotten; notes of a forgotten one come back', async () => {
    unwrap(place.library.sessions.upsertListed(ME, [listedSession('listed-1')]))
    const added = unwrap(await place.library.sessions.addIds(ME, ['pasted-1', 'listed-1']))
    expect(added).toEqual({ added: 1, known: 1, first: 'pasted-1' })
    expect(place.library.sessions.forget(ME, 'listed-1')).toMatchObject({
      ok: false,
      problem: { code: 'invalid-input' },
    })
    unwrap(place.library.reviews.review(ME, 'pasted-1', { note: 'remarkable' }))
    unwrap(place.library.sessions.forget(ME, 'pasted-1'))
    expect(await idsOf({ text: 'remark' })).toEqual([])
    unwrap(await place.library.sessions.addIds(ME, ['pasted-1']))
    expect(await idsOf({ text: 'remark' })).toEqual(['pasted-1'])
    unwrap(place.library.sessions.describe(ME, listedSession('pasted-1', { status: 'error' })))
    expect(unwrap(place.library.sessions.get(ME, 'pasted-1'))).toMatchObject({ origin: 'pasted', status: 'error' })
  })

  test.each(['asc', 'desc'] as const)('V02: sorted by length %s, what is unknown comes last', async (direction) => {
    const lengths = { long: 9_000, unknown: null, short: 1_000, none: null }
    for (const [id, durationMs] of Object.entries(lengths))
      unwrap(place.library.sessions.upsertListed(ME, [listedSession(id, { durationMs })]))
    const ids = await idsOf({ sort: 'length', direction })
    expect(ids.slice(0, 2)).toEqual(direction === 'asc' ? ['short', 'long'] : ['long', 'short'])
    expect(ids.slice(2).toSorted()).toEqual(['none', 'unknown'])
  })

  test('thousands of pasted ids arrive in turns', async () => {
    const ids = Array.from({ length: 3_000 }, (_, nth) => `run-${nth}`)
    await place.library.sessions.warm(ME)
    expect(unwrap(await place.library.sessions.addIds(ME, ids)).added).toBe(3_000)
    expect(unwrap(await place.library.sessions.query(ME, listQuery({ text: 'run-29', sort: 'status' }))).total).toBe(
      111,
    )
  })

  test('facts of a recording change only what they name', () => {
    unwrap(place.library.sessions.upsertListed(ME, [listedSession('a')]))
    unwrap(
      place.library.sessions.setRecordingFacts(ME, 'a', { recording: 'ready', videoDurationMs: 5, linksExpireAt: 7 }),
    )
    unwrap(place.library.sessions.setRecordingFacts(ME, 'a', { linksExpireAt: null }))
    unwrap(place.library.sessions.setOpened(ME, 'a'))
    expect(unwrap(place.library.sessions.get(ME, 'a'))).toMatchObject({
      recording: 'ready',
      videoDurationMs: 5,
      linksExpireAt: null,
      lastOpenedAt: stillClock().now(),
    })
  })
})

test('L23: Turkish titles and notes are found however their letters are typed', async () => {
  unwrap(place.library.sessions.upsertListed(ME, [listedSession('in-title'), listedSession('in-note')]))
  unwrap(place.library.reviews.review(ME, 'in-title', { title: 'İstanbul ISPARTA Iğdır' }))
  unwrap(place.library.reviews.review(ME, 'in-note', { note: 'İstanbul ISPARTA Iğdır' }))
  for (const text of ['ısparta', 'IGDIR', 'istanbul', 'İSTANBUL', 'iğdır', 'ISPARTA']) {
    const found = unwrap(await place.library.sessions.query(ME, listQuery({ text })))
    expect([text, found.rows.map(({ sessionId }) => sessionId).sort()]).toEqual([text, ['in-note', 'in-title']])
  }
})

test('L23: notes of an older version are found as well', async () => {
  place.library.close()
  rmSync(place.folder, { recursive: true })
  mkdirSync(place.folder)
  const db = new DatabaseSync(`${place.folder}/library.sqlite`)
  migrate(db, STEPS.slice(0, 4)) // up to the step before the one that indexes again
  db.exec(`INSERT INTO sessions (account_id, session_id, status, origin) VALUES ('${ME}', 'old', 'closed', 'listed');
    INSERT INTO reviews (account_id, session_id, note) VALUES ('${ME}', 'old', '会議 ısparta');
    INSERT INTO session_texts (rowid, note) SELECT id, 'ısparta' FROM sessions`)
  db.close()
  place.library = testLibrary(place.folder)
  for (const text of ['isparta', 'ISPARTA', 'ısparta', '議'])
    expect(unwrap(await place.library.sessions.query(ME, listQuery({ text }))).rows).toHaveLength(1)
})
