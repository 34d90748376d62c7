import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ProfileList } from '../../contract/models/cookie-models.ts'
import { createEvents } from '../base/event-bus.ts'
import { until } from '../base/testing/test-clock.ts'
import type { Library } from '../library/library.ts'
import { quietLog, testFolder, testLibrary, unwrap } from '../library/testing/test-library.ts'
import type { Service } from '../service/service.ts'
import { type Reply, startServer, type TestServer, testService } from '../service/testing/test-server.ts'
import { createProfiles } from './profiles.ts'

let place: ReturnType<typeof testFolder>
let library: Library
let servers: TestServer[]
beforeEach(() => {
  place = testFolder()
  library = testLibrary(place.folder)
  servers = []
})
afterEach(async () => {
  library.close()
  place.remove()
  await Promise.all(servers.map((server) => server.close()))
})

const profile = (id: string, more: Record<string, unknown> = {}) => ({
  profile_id: id,
  name: `Profile ${id}`,
  created_at: '2026-11-01T08:00:00',
  updated_at: '2026-11-02T08:00:00Z',
  persisted_domains: ['northgate.example'],
  ...more,
})
const many = (count: number) => Array.from({ length: count }, (_, n) => profile(`p-${String(n).padStart(4, '0')}`))

/** A service whose list is what `items` says at the time, in pages of 100. */
const open = async (items: () => unknown[], reply: (page: number) => Reply | null = () => null) => {
  const server = await startServer(({ url }) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'))
    const rows = items()
    return (
      reply(page) ?? { body: { items: rows.slice((page - 1) * 100, page * 100), has_next: page * 100 < rows.length } }
    )
  })
  servers.push(server)
  const { service, clock } = testService(server.url)
  const events = createEvents()
  const told: ProfileList[] = []
  events.onAny((name, payload) => {
    if (name === 'profiles.changed') told.push(payload as ProfileList)
  })
  let active: { id: string; service: Service } | null = { id: 'me', service }
  const profiles = createProfiles({
    accounts: { active: () => active && ({ account: { id: active.id }, service: active.service } as never) },
    library,
    events,
    clock,
    log: quietLog(),
  })
  const switchTo = (next: typeof active): void => {
    active = next
    profiles.accountsChanged()
  }
  const ended = (id = 'me', of = service) =>
    until(() => unwrap(profiles.list(id, of)).listing.state !== 'running', 'the end of the reading')
  return { server, service, profiles, told, switchTo, ended, clock }
}

test('requests nothing until the list is shown; then reads all of it once, page by page', async () => {
  const { server, service, profiles, told, ended } = await open(() => many(230))
  expect(server.seen).toEqual([])
  const first = unwrap(profiles.list('me', service))
  expect(first).toEqual({ rows: [], listing: { state: 'running', problem: null, finishedAt: null } })
  unwrap(profiles.list('me', service))
  unwrap(profiles.refresh('me', service))
  await ended()
  expect(server.seen.map(({ url }) => url)).toEqual([1, 2, 3].map((page) => `/profiles?page=${page}&page_size=100`))
  const last = told.at(-1)
  expect(last?.listing).toMatchObject({ state: 'listed', problem: null })
  expect(last?.rows).toHaveLength(230)
  expect(last?.rows[0]).toEqual({
    profileId: 'p-0000',
    name: 'Profile p-0000',
    createdAt: Date.UTC(2026, 10, 1, 8), // without a zone: UTC (T01)
    updatedAt: Date.UTC(2026, 10, 2, 8),
    persistedDomains: ['northgate.example'],
    listed: true,
    lastReadAt: null,
    cookieCount: null,
    snapshots: 0,
  })
  unwrap(profiles.list('me', service))
  expect(server.seen).toHaveLength(3)
})

test.each([404, 405])('a service without a list (%i) says so, and pasted profiles stay', async (status) => {
  const { service, profiles, told, ended } = await open(
    () => [],
    () => ({ status, body: { detail: 'Not Found' } }),
  )
  unwrap(await profiles.addIds('me', 'profile-1\nprofile-2\nprofile-1\n???'))
  unwrap(profiles.list('me', service))
  await ended()
  expect(told.at(-1)?.listing).toEqual({ state: 'not-supported', problem: null, finishedAt: null })
  expect(told.at(-1)?.rows.map(({ profileId, listed }) => [profileId, listed])).toEqual([
    ['profile-1', false],
    ['profile-2', false],
  ])
})

test('E04: leaves invalid records out, and then counts no profile as gone', async () => {
  let items: unknown[] = [profile('p-1'), profile('p-2')]
  const { service, profiles, told, ended } = await open(() => items)
  unwrap(profiles.refresh('me', service))
  await ended()
  items = [profile('p-1', { name: 7, persisted_domains: 'x', created_at: 'soon' }), null, { profile_id: 5 }]
  unwrap(profiles.refresh('me', service))
  await ended()
  expect(told.at(-1)?.rows.map(({ profileId, name }) => [profileId, name])).toEqual([
    ['p-2', 'Profile p-2'],
    ['p-1', null],
  ])
})

test('what the list no longer holds goes, unless something was kept of it; a pasted one is listed once it is', async () => {
  let items = [profile('p-1'), profile('p-2'), profile('p-3')]
  const { service, profiles, told, ended } = await open(() => items)
  unwrap(await profiles.addIds('me', 'p-3'))
  unwrap(profiles.refresh('me', service))
  await ended()
  expect(told.at(-1)?.rows.every(({ listed }) => listed)).toBe(true)
  expect(profiles.forget('me', 'p-3')).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
  unwrap(library.profiles.setRead('me', 'p-2', 1_000, 12))
  items = [profile('p-3')]
  unwrap(profiles.refresh('me', service))
  await ended()
  expect(unwrap(profiles.list('me', service)).rows).toMatchObject([
    { profileId: 'p-2', listed: false, cookieCount: 12, lastReadAt: 1_000 },
    { profileId: 'p-3', listed: true },
  ])
  unwrap(profiles.forget('me', 'p-2'))
  expect(profiles.forget('me', 'p-2')).toMatchObject({ ok: false, problem: { code: 'not-found' } })
})

test('a failure keeps what was read and names its problem; the next attempt starts over', async () => {
  let broken = true
  const { service, profiles, told, ended } = await open(
    () => many(150),
    (page) => (page === 2 && broken ? { status: 403, body: { detail: 'No.' } } : null),
  )
  unwrap(profiles.list('me', service))
  await ended()
  expect(told.at(-1)).toMatchObject({ listing: { state: 'failed', problem: { code: 'forbidden' } } })
  expect(told.at(-1)?.rows).toHaveLength(100)
  broken = false
  unwrap(profiles.refresh('me', service))
  await ended()
  expect(told.at(-1)).toMatchObject({ listing: { state: 'listed', problem: null } })
  expect(told.at(-1)?.rows).toHaveLength(150)
})

test('another account ends the reading and gets nothing of it; coming back starts it over', async () => {
  let hold: (() => void) | null = null
  let held = true
  const { server, service, profiles, told, switchTo, ended } = await open(() => many(150))
  const slow = await startServer((_request, _index, { response }) => {
    const answer = () => void response.end(JSON.stringify({ items: [profile('slow-1')], has_next: true }))
    if (held) hold = answer
    else answer()
    return null
  })
  servers.push(slow)
  const { service: other } = testService(slow.url)
  switchTo({ id: 'other', service: other })
  unwrap(profiles.list('other', other))
  await until(() => hold !== null)
  switchTo({ id: 'me', service })
  expect(unwrap(profiles.list('me', service)).listing.state).toBe('running')
  await ended()
  expect(server.seen).toHaveLength(2)
  expect(told.every(({ rows }) => rows.every(({ profileId }) => profileId.startsWith('p-')))).toBe(true)
  expect(unwrap(library.profiles.list('other'))).toEqual([])
  held = false
  switchTo({ id: 'other', service: other })
  expect(unwrap(profiles.list('other', other)).listing.state).toBe('running')
  await ended('other', other) // the same page again and again is an end, too
  expect(told.at(-1)?.rows.map(({ profileId }) => profileId)).toEqual(['slow-1'])
})

test('L20: reports profiles that the service counts and does not list, and counts none as gone', async () => {
  let rows: unknown[] = many(3)
  let total = 3
  const { service, profiles, told, ended } = await open(
    () => rows,
    (page) => (page === 1 ? { body: { items: rows, total, has_next: false } } : null),
  )
  profiles.list('me', service)
  await ended()
  rows = [...many(2), {}]
  total = 9
  profiles.refresh('me', service)
  await ended()
  expect(told.at(-1)).toMatchObject({ listing: { state: 'listed', problem: { code: 'bad-answer' } } })
  expect(told.at(-1)?.listing.problem?.message).toContain('9 profiles but listed 3')
  expect(unwrap(profiles.list('me', service)).rows.filter((row) => row.listed)).toHaveLength(3)
})
