import { expect, it } from 'vitest'
import { type SessionGrouping, sessionGroupings } from '../../../../contract/constants/session-constants.ts'
import { libraryPerTest } from '../../testing/per-test.ts'
import { listedSession, listQuery, TEST_NOW, unwrap } from '../../testing/test-library.ts'

const ME = 'me'
const DAY = 86_400_000
const place = libraryPerTest()
const groups = async (by: SessionGrouping, text = '') =>
  unwrap(await place.library.sessions.groups(ME, text, by, TEST_NOW)).groups
const shown = async (by: SessionGrouping, text = '') =>
  (await groups(by, text)).map(({ label, count, unreviewed }) => [label, count, unreviewed])

const fill = () => {
  const timeouts = Array.from({ length: 4 }, (_, n) =>
    listedSession(`t${n}`, { status: 'error', error: `Timeout after ${31 + n} s`, createdAt: TEST_NOW - n * DAY }),
  )
  const others = [
    listedSession('login', { status: 'error', error: 'Login failed: “Ünknown” user', createdAt: TEST_NOW - DAY }),
    listedSession('ok', { createdAt: TEST_NOW }),
    listedSession('new', { status: 'queued', createdAt: null }),
  ]
  unwrap(place.library.sessions.upsertListed(ME, [...timeouts, ...others]))
  unwrap(place.library.reviews.review(ME, 't1', { verdict: 'fail', tags: ['Slow', 'login'] }))
  unwrap(place.library.reviews.review(ME, 'ok', { tags: ['slow'] }))
}

it('makes one group of errors that differ in numbers, with how many are unreviewed and when they were seen', async () => {
  fill()
  expect(await shown('error')).toEqual([
    ['Timeout after # s', 4, 3],
    [null, 2, 2],
    ['Login failed: “Ünknown” user', 1, 1],
  ])
  const [timeouts, without] = await groups('error', '-is:active')
  expect(timeouts).toMatchObject({ firstAt: TEST_NOW - 3 * DAY, lastAt: TEST_NOW })
  expect(without).toMatchObject({ label: null, firstAt: TEST_NOW, lastAt: TEST_NOW })
})

it('groups by tag, status and day within a query', async () => {
  fill()
  expect(await shown('tag')).toEqual([
    [null, 5, 5],
    ['Slow', 2, 1],
    ['login', 1, 0],
  ])
  expect((await shown('status', 'is:failed')).map(([label, count]) => [label, count])).toEqual([['error', 5]])
  const days = await shown('day')
  expect(days.map(([, count]) => count)).toEqual([2, 2, 1, 1, 1])
  expect(days.at(-1)?.[0]).toBeNull()
})

it('each group is what its filter finds', async () => {
  fill()
  for (const by of sessionGroupings)
    for (const text of ['', 'is:failed'])
      for (const { filter, count } of await groups(by, text)) {
        const page = await place.library.sessions.query(ME, listQuery({ text: `${text} ${filter}` }))
        expect([by, filter, unwrap(page).total]).toEqual([by, filter, count])
      }
})

it('answers the 500 largest groups, and how many it leaves out', async () => {
  const named = (n: number) => `Failed at ${String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26))}`
  const many = Array.from({ length: 620 }, (_, n) =>
    listedSession(`e${n}`, { status: 'error', error: named(n), createdAt: TEST_NOW + n }),
  )
  const again = [named(555), named(610), named(610)].map((error, n) =>
    listedSession(`again${n}`, { status: 'error', error, createdAt: TEST_NOW - 1 }),
  )
  unwrap(place.library.sessions.upsertListed(ME, [...many, ...again]))
  const { groups: found, omitted } = unwrap(await place.library.sessions.groups(ME, '', 'error', TEST_NOW))
  expect([found.length, omitted]).toEqual([500, 120])
  expect(found.slice(0, 3).map(({ label, count }) => [label, count])).toEqual([
    [named(610), 3],
    [named(555), 2],
    [named(0), 1],
  ])
})
