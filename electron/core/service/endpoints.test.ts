import { afterEach, describe, expect, it } from 'vitest'
import { type Reply, startServer, type TestServer, testService } from './testing/test-server.ts'

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})
const withReply = async (reply: Reply) => {
  server = await startServer(() => reply)
  return { ...testService(`${server.url}/v1`), seen: server.seen }
}

describe('lists', () => {
  it('sessions are asked for with the ended ones, 100 a page', async () => {
    const { service, seen } = await withReply({ body: { items: [{ session_id: 'a' }, {}], has_next: true, total: 2 } })
    expect(await service.sessions(3)).toMatchObject({
      ok: true,
      value: { items: [{ sessionId: 'a' }], skipped: 1, hasNext: true, total: 2 },
    })
    expect(seen[0]?.url).toBe('/v1/sessions?page=3&page_size=100&only_active=false')
    expect(await service.sessions(0)).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
  })
  it('profiles come in the same envelope', async () => {
    const { service, seen } = await withReply({
      body: { items: [{ profile_id: 'p', persisted_domains: ['a.test', 5] }] },
    })
    expect(await service.profiles(1)).toMatchObject({
      ok: true,
      value: { items: [{ profileId: 'p', persistedDomains: ['a.test'] }], skipped: 0, hasNext: null, total: null },
    })
    expect(seen[0]?.url).toBe('/v1/profiles?page=1&page_size=100')
  })
  it.each([404, 405])('a deployment without them (%i) is not-supported', async (status) => {
    const { service } = await withReply({ status, body: { detail: 'Not Found' } })
    for (const result of [
      await service.sessions(1),
      await service.profiles(1),
      await service.usage(),
      await service.getFunction('c', 'login'),
    ]) {
      expect(result).toMatchObject({ ok: false, problem: { code: 'not-supported', status } })
    }
  })
  it('another answer is no list', async () => {
    const { service } = await withReply({ body: { hello: 1 } })
    expect(await service.sessions(1)).toMatchObject({ ok: false, problem: { code: 'bad-answer' } })
  })
})

describe('replay', () => {
  it('T05: a record that arrives expired is handed on as it is, without a second request', async () => {
    const { service, seen, clock } = await withReply({
      body: { mp4_url: 'https://s/v', expires_at: '2026-11-27T11:59:50' },
    })
    expect(await service.replay('s1')).toMatchObject({ ok: true, value: { expiresAt: clock.now() - 10_000 } })
    expect(seen).toHaveLength(1)
  })
  it('T04: all five null, and no field at all, is a record', async () => {
    const { service } = await withReply({ body: {} })
    const nothing = { mp4Url: null, playlist: null, expiresAt: null, startMs: null, durationMs: null }
    expect(await service.replay('s1')).toEqual({ ok: true, value: nothing })
  })
  it('a 2xx that says it is processing is no record', async () => {
    const { service } = await withReply({ status: 202, body: { replay_status: 'processing' } })
    expect(await service.replay('s1')).toMatchObject({ ok: false, problem: { code: 'processing' } })
  })
  it('the journal names the cause', async () => {
    const { service, journal } = await withReply({ status: 404, body: { message: 'Session is still active' } })
    expect(await service.replay('s1')).toMatchObject({ ok: false, problem: { code: 'not-ended', status: 404 } })
    expect(journal).toMatchObject([{ status: 404, problem: 'not-ended' }])
  })
})

describe('functions', () => {
  it('PUT sends the source and reads the record', async () => {
    const record = { source: 'def run(): pass', version: '2', source_function_id: 'f', source_function_version: null }
    const { service, seen } = await withReply({ status: 201, body: record })
    expect(await service.putFunction('c/1', 'verifier', 'def run(): pass')).toEqual({
      ok: true,
      value: { source: 'def run(): pass', version: '2', sourceFunctionId: 'f', sourceFunctionVersion: null },
    })
    expect(seen[0]).toMatchObject({ method: 'PUT', url: '/v1/managed-auth/connections/c%2F1/functions/verifier' })
    expect(seen[0]?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ source: 'def run(): pass' })
  })
  it('a success without a body is a success', async () => {
    const { service } = await withReply({ status: 200, body: '' })
    expect(await service.putFunction('c', 'login', 'x')).toMatchObject({ ok: true, value: { version: null } })
  })
  it('the minimum length of the contract is kept before asking', async () => {
    const { service, seen } = await withReply({})
    expect(await service.putFunction('c', 'login', '')).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
    expect(seen).toHaveLength(0)
  })
})

describe('cache policy', () => {
  it('carries its three headers, with the prefix of the connection, zero included', async () => {
    server = await startServer(() => ({ body: { mode: 'x' } }))
    const { service } = testService(server.url, { headerPrefix: 'X-Acme-' })
    expect(await service.cachePolicy({ mode: 'bypass', maxAgeMs: 0, ttlSeconds: 0 })).toEqual({
      ok: true,
      value: { text: '{"mode":"x"}' },
    })
    expect(server.seen[0]).toMatchObject({ url: '/data/cache' })
    expect(server.seen[0]?.headers).toMatchObject({
      'x-acme-cache-mode': 'bypass',
      'x-acme-cache-max-age-ms': '0',
      'x-acme-cache-ttl-seconds': '0',
    })
  })
  it('leaves out what is not given, and refuses what the contract does not know', async () => {
    const { service, seen } = await withReply({ body: {} })
    await service.cachePolicy({ maxAgeMs: 5 })
    expect(
      Object.keys(seen[0]?.headers ?? {}).filter((name) => name.includes('cache-m') || name.includes('ttl')),
    ).toEqual(['x-service-cache-max-age-ms'])
    for (const bad of [{ maxAgeMs: -1 }, { ttlSeconds: 1.5 }, { maxAgeMs: Number.NaN }]) {
      expect(await service.cachePolicy(bad)).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
    }
    expect(seen).toHaveLength(1)
  })
})

describe('the journal', () => {
  it('names a web page with a good status as what it is', async () => {
    const { service, journal } = await withReply({ body: '<!doctype html><title>Sign in</title>' })
    expect(await service.usage()).toMatchObject({ ok: false, problem: { code: 'not-this-service' } })
    expect(journal).toMatchObject([{ status: 200, problem: 'not-this-service' }])
  })
})

describe('health', () => {
  it.each([
    [{ body: { status: 'ok', version: '1.9.8', description: 'd', more: 1 } }, { status: 'ok', version: '1.9.8' }],
    [{ body: '' }, { status: null, version: null }],
    [{ body: 'OK', headers: { 'content-type': 'text/plain' } }, { status: null }],
    [{ body: { status: 5 } }, { status: null }],
  ])('%j is a sign of life', async (reply, value) => {
    const { service } = await withReply(reply)
    expect(await service.health()).toMatchObject({ ok: true, value })
  })
  it.each([
    [{ body: '<!doctype html><title>Shop</title>', headers: { 'content-type': 'text/html' } }, 'not-this-service'],
    [{ status: 404, body: '<html>no</html>', headers: { 'content-type': 'text/html' } }, 'not-this-service'],
    [{ status: 401 }, 'unauthorized'],
    [{ status: 500 }, 'server-error'],
  ])('%j is none', async (reply, code) => {
    const { service } = await withReply(reply)
    expect(await service.health()).toMatchObject({ ok: false, problem: { code } })
  })
})

it.each([
  { detail: 'bad record', record: { name: 'sid', value: 's3cr3t' } },
  { detail: 'cookie: sid=s3cr3t' },
  { message: 'cannot write value=s3cr3t' },
  { detail: '{"value": "s3cr3t"}' },
  { detail: [{ loc: ['cookies', 0], msg: 'value: s3cr3t' }] },
  '{"cookies": [{"name": "sid", "value": "s3cr3t',
])('E01: an error of the cookies that repeats one says nothing of it: %j', async (body) => {
  const { service } = await withReply({ status: 500, body })
  const answer = await service.cookies('p')
  expect(answer).toMatchObject({
    ok: false,
    problem: { status: 500, message: 'The service reported an internal error (500).' },
  })
  expect(JSON.stringify(answer)).not.toContain('s3cr3t')
})

it('E02: an error of the cookies without one keeps its words', async () => {
  const { service } = await withReply({ status: 404, body: { detail: 'No such profile', request_id: 'r-1' } })
  const answer = await service.cookies('p')
  expect(answer).toMatchObject({ ok: false, problem: { message: expect.stringContaining('No such profile') } })
  expect(JSON.stringify(answer)).toContain('r-1')
})

it('C17: returns cookies as given and counts unusable rows', async () => {
  const { service, seen } = await withReply({ body: { cookies: [{ name: 'n', value: 'v', domain: 'a.test' }, null] } })
  expect(await service.cookies('p/1')).toMatchObject({
    ok: true,
    value: { items: [{ name: 'n', path: null }], skipped: 1 },
  })
  expect(seen[0]?.url).toBe('/v1/profiles/p%2F1/cookies')
  await server?.close()
  const none = await withReply({ body: { cookies: null } })
  expect(await none.service.cookies('p')).toEqual({ ok: true, value: { items: [], skipped: 0, skippedReasons: [] } })
})
