import { expect, test } from 'vitest'
import type { SyncState } from '../../contract/models/session-models.ts'
import { fail, ok } from '../../contract/result.ts'
import { libraryPerTest } from '../library/testing/per-test.ts'
import {
  listedSession,
  listQuery,
  quietLog,
  stillClock,
  TEST_NOW,
  testLibrary,
  unwrap,
} from '../library/testing/test-library.ts'
import type { Page } from '../service/endpoints.ts'
import type { CallOptions } from '../service/http/client.ts'
import { createSync } from './sync.ts'

type ListPage = Pick<Page<ReturnType<typeof listedSession>>, 'items' | 'skipped' | 'hasNext' | 'total'>

const ME = 'me'
const DAY_MS = 86_400_000
const place = libraryPerTest()

/** A service with a list, newest first; `before` runs ahead of each page. */
const listOf = (ids: string[], before: (page: number) => void = () => {}) => {
  const asked: [number, string | undefined][] = []
  return {
    asked,
    sessions: async (page: number, options: CallOptions = {}) => {
      asked.push([page, options.priority])
      before(page)
      if (options.signal?.aborted) return fail('cancelled', 'The request was stopped.')
      const items = ids.slice((page - 1) * 100, page * 100).map((id) => listedSession(id))
      return ok<ListPage>({ items, skipped: 0, hasNext: page * 100 < ids.length, total: null })
    },
  }
}
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, nth) => `s-${count + from - nth}`)

const make = (service: ReturnType<typeof listOf>, now = TEST_NOW) => {
  const states: SyncState[] = []
  const rows: (string[] | null)[] = []
  const sync = createSync({
    service,
    library: place.library,
    accountId: ME,
    clock: { ...stillClock(), now: () => now },
    log: quietLog(),
    onState: (state) => void states.push(state),
    onRows: (changed) => void rows.push(changed),
  })
  return { sync, states, rows }
}
const pagesOf = (service: ReturnType<typeof listOf>) => service.asked.map(([page]) => page)

test('reads the whole list page by page, the first for the person, and shows each page as it comes', async () => {
  const service = listOf(ids(250))
  const { sync, states, rows } = make(service)
  expect(await sync.start()).toMatchObject({ state: 'done', pages: 3, seen: 250, added: 250, finishedAt: TEST_NOW })
  expect(service.asked).toEqual([
    [1, 'person'],
    [2, 'bulk'],
    [3, 'bulk'],
  ])
  expect(states.map((state) => state.seen)).toEqual([0, 100, 200, 250, 250])
  expect(rows.map((list) => list?.length)).toEqual([100, 100, 50])
  expect(unwrap(await place.library.sessions.query(ME, listQuery())).all).toBe(250)
})

test('a list that was read whole is only read until known sessions are met; once a day it is read whole again', async () => {
  await make(listOf(ids(1_000))).sync.start()
  const more = listOf([...ids(30, 1_000), ...ids(1_000)])
  expect(await make(more).sync.start()).toMatchObject({ state: 'done', added: 30 })
  expect(pagesOf(more)).toEqual([1, 2, 3])
  const later = listOf(ids(1_000))
  await make(later, TEST_NOW + 2 * DAY_MS).sync.start()
  expect(pagesOf(later)).toHaveLength(10)
})

test('an interrupted reading resumes where it stopped, also in the next run, and misses nothing', async () => {
  const all = ids(3_000)
  const first = make(
    listOf(all, (page) => {
      if (page === 21) first.sync.cancel()
    }),
  )
  expect(await first.sync.start()).toMatchObject({ state: 'cancelled', pages: 20 })
  place.library.close()
  place.library = testLibrary(place.folder)
  const grown = [...ids(150, 3_000), ...all] // meanwhile the list was pushed down
  const service = listOf(grown)
  expect(await make(service).sync.start()).toMatchObject({ state: 'done' })
  expect(unwrap(await place.library.sessions.query(ME, listQuery())).all).toBe(3_150)
  expect(pagesOf(service)).toEqual([1, 2, 3, 4, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32])
  const after = listOf(grown)
  await make(after).sync.start()
  expect(pagesOf(after)).toEqual([1, 2])
})

test.each([0, 1])('a service without a list is no drama (%d rows known)', async (known) => {
  if (known) unwrap(await place.library.sessions.addIds(ME, ['pasted-1']))
  const account = {
    id: ME,
    label: 'x',
    baseUrl: 'https://x',
    headerPrefix: 'X-',
    method: 'key' as const,
    userName: null,
  }
  unwrap(place.library.accounts.save({ ...account, listsSessions: null, secretSlot: 0, secretStored: false }))
  const service = { ...listOf([]), sessions: async () => fail('not-supported', 'No list here.') }
  expect(await make(service).sync.start()).toMatchObject({ state: 'not-supported', problem: null })
  expect(place.library.accounts.list()[0]?.listsSessions).toBe(false)
})

test('a failure keeps what was read and names its problem; the next start resumes', async () => {
  const all = ids(500)
  const healthy = listOf(all)
  const broken = {
    ...healthy,
    sessions: async (page: number) => (page === 4 ? fail('overloaded', 'Too busy.') : healthy.sessions(page)),
  }
  const { sync } = make(broken)
  expect(await sync.start()).toMatchObject({ state: 'failed', problem: { code: 'overloaded' }, seen: 300 })
  expect(await make(listOf(all)).sync.start()).toMatchObject({ state: 'done', added: 200 })
})

test('two starts are one pass; a disposed sync tells nothing any more', async () => {
  const service = listOf(ids(10))
  const { sync, states } = make(service)
  const [one, two] = await Promise.all([sync.start(), sync.start()])
  expect(one).toBe(two)
  expect(service.asked).toHaveLength(1)
  const count = states.length
  sync.dispose()
  await sync.start()
  expect(states).toHaveLength(count)
})

test('a list without an end does not run forever on empty pages', async () => {
  const service = { ...listOf([]), sessions: async () => ok({ items: [], skipped: 0, hasNext: true, total: null }) }
  expect(await make(service).sync.start()).toMatchObject({ state: 'done', pages: 1 })
})

test('a list that stopped at a limit says so after every later refresh, also after a restart', async () => {
  const endless = {
    ...listOf([]),
    sessions: async (page: number) =>
      ok({ items: [listedSession(`s-${page}`)], skipped: 0, hasNext: true, total: null }),
  }
  const { sync } = make(endless)
  const first = await sync.start()
  expect(first).toMatchObject({ state: 'done', problem: { code: 'bad-answer' } })
  expect(sync.exceeded()).toBe(true)

  const second = await make(endless).sync.start()
  expect(second.pages).toBeLessThan(first.pages)
  expect(second.problem).toEqual(first.problem)

  expect(await make(listOf(ids(5)), TEST_NOW + 2 * DAY_MS).sync.start()).toMatchObject({ state: 'done', problem: null })
})

test('E04: a page of records that cannot be read does not end the list', async () => {
  const service = {
    sessions: async (page: number) =>
      ok({
        items: page === 2 ? [] : [listedSession(`s-${page}`)],
        skipped: page === 2 ? 100 : 0,
        hasNext: page < 3,
        total: null,
      }),
  }
  const { sync } = make({ ...service, asked: [] })
  expect(await sync.start()).toMatchObject({ state: 'done', pages: 3, added: 2 })
})

test('a start right after a cancel begins again instead of joining what ends', async () => {
  const { sync } = make(listOf(ids(300)))
  const first = sync.start()
  sync.cancel()
  const second = sync.start()
  expect([(await first).state, (await second).state]).toEqual(['cancelled', 'done'])
})

test('T07: a local clock that was set back a month does not put off the daily whole reading', async () => {
  await make(listOf(ids(500)), TEST_NOW + 30 * DAY_MS).sync.start()
  const service = listOf(ids(500))
  await make(service).sync.start()
  expect(pagesOf(service)).toHaveLength(5)
})

test('a fault inside ends the pass as failed, and the next one works', async () => {
  let broken = true
  const good = listOf(ids(3))
  const { sync } = make({
    ...good,
    sessions: (page, options) => {
      if (broken) throw new Error('bug')
      return good.sessions(page, options)
    },
  })
  expect(await sync.start()).toMatchObject({ state: 'failed', problem: { code: 'internal' } })
  broken = false
  expect(await sync.start()).toMatchObject({ state: 'done', added: 3 })
})

/** A service whose pages the test makes. */
const pagesFrom = (pageOf: (page: number) => ListPage) => {
  const asked: [number, string | undefined][] = []
  return {
    asked,
    sessions: async (page: number) => {
      asked.push([page, undefined])
      return ok(pageOf(page))
    },
  }
}
const rowsOf = (...names: string[]) => names.map((id) => listedSession(id))

test('L20: without has_next the list is read up to its total, whatever the size of a page', async () => {
  const all = ids(23)
  const service = pagesFrom((page) => ({
    items: rowsOf(...all.slice((page - 1) * 5, page * 5)),
    skipped: 0,
    hasNext: null,
    total: 23,
  }))
  expect(await make(service).sync.start()).toMatchObject({ state: 'done', pages: 5, seen: 23, problem: null })
})

test('L20: reports rows that the service counts and does not list, and the next pass reads the whole list again', async () => {
  const service = pagesFrom(() => ({ items: rowsOf('a', 'b', 'c'), skipped: 1, hasNext: false, total: 23 }))
  const done = await make(service).sync.start()
  expect(done).toMatchObject({ state: 'done', problem: { code: 'bad-answer' } })
  expect(done.problem?.message).toContain('23 sessions but listed 4')
  expect(done.problem?.message).toContain('1 entry without a valid id')
  expect(place.library.sync.get(ME)).toMatchObject({ finishedAt: TEST_NOW, fullAt: null })
})

test('H16: a list that ignores the page and always announces more ends with a word', async () => {
  const service = pagesFrom(() => ({ items: rowsOf('a', 'b', 'c'), skipped: 0, hasNext: true, total: null }))
  const done = await make(service).sync.start()
  expect(done).toMatchObject({ state: 'done', added: 3, pages: 3, problem: { code: 'bad-answer' } })
  expect(place.library.sync.get(ME).fullAt).toBe(TEST_NOW)
})
