import { afterEach, describe, expect, it } from 'vitest'
import { until } from '../../base/testing/test-clock.ts'
import { startServer, type TestServer, testService } from '../testing/test-server.ts'

const open: TestServer[] = []
const serve = async (...args: Parameters<typeof startServer>) => {
  const server = await startServer(...args)
  open.push(server)
  return server
}
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

describe('where the bearer goes', () => {
  it('asks below the path prefix, with bearer and the headers that say who asks', async () => {
    const server = await serve(() => ({ body: { mp4_url: 'https://s/v' } }))
    const { service, journal } = testService(`${server.url}/api/v1/`, { headerPrefix: 'X-Acme-' })
    expect(await service.replay('s1')).toMatchObject({ ok: true, value: { mp4Url: 'https://s/v' } })
    expect(server.seen[0]).toMatchObject({ method: 'GET', url: '/api/v1/sessions/s1/replay' })
    expect(server.seen[0]?.headers).toMatchObject({
      authorization: 'Bearer key-1',
      'x-acme-request-origin': 'replay-desk',
      'x-acme-sdk-version': '1.2.3',
    })
    expect(Object.keys(server.seen[0]?.headers ?? {}).filter((name) => name.includes('-cache-'))).toEqual([])
    expect(journal).toMatchObject([
      { accountId: 'a1', method: 'GET', path: '/sessions/s1/replay', status: 200, problem: null },
    ])
  })

  it.each([
    '../../../../x',
    '..\\..\\x',
    '%2e%2e%2fx',
    '/etc/x',
    'C:\\x',
    'a/b',
    'x?y#z',
    '__proto__',
    'é\u0000 ',
    'k'.repeat(1_000),
  ])('D17: the id %j stays one path segment', async (id) => {
    const server = await serve(() => ({}))
    await testService(`${server.url}/v1`).service.replay(id)
    expect(server.seen[0]?.url).toBe(`/v1/sessions/${encodeURIComponent(id)}/replay`)
  })

  it.each(['..', '.', '', '\ud800'])('D17: the id %j, which no address can carry, is not asked for', async (id) => {
    const server = await serve(() => ({}))
    const { service } = testService(`${server.url}/v1`)
    expect(await service.replay(id)).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
    expect(await service.session(id)).toMatchObject({ ok: false, problem: { code: 'invalid-input' } })
    expect(server.seen).toHaveLength(0)
  })

  it.each([301, 302, 303, 307, 308])('a redirect (%i) is an answer, never followed', async (status) => {
    const other = await serve(() => ({}))
    const server = await serve(() => ({ status, headers: { location: `${other.url}/x` } }))
    const { service, journal } = testService(server.url)
    expect(await service.replay('s1')).toMatchObject({ ok: false, problem: { code: 'redirected', status } })
    expect(server.seen).toHaveLength(1)
    expect(other.seen).toHaveLength(0)
    expect(journal).toMatchObject([{ status, problem: 'redirected' }])
  })

  it('X07: the error by which Electron reports a redirect is one too', async () => {
    const { service } = testService('https://h.example', {
      fetch: async () => {
        throw new Error('Redirect was cancelled')
      },
    })
    expect(await service.replay('s1')).toMatchObject({ ok: false, problem: { code: 'redirected' } })
  })

  it('without a token nothing secured is asked, health is', async () => {
    const server = await serve(() => ({ body: { status: 'ok', version: '9' } }))
    const { service } = testService(server.url, { token: async () => null })
    expect(await service.replay('s1')).toMatchObject({ ok: false, problem: { code: 'signed-out' } })
    expect(await service.health()).toMatchObject({ ok: true, value: { status: 'ok', version: '9' } })
    expect(server.seen.map((one) => one.headers.authorization)).toEqual([undefined])
  })
})

describe('faults of the way', () => {
  const resetFirst = (times: number) =>
    serve((_seen, index, { request }) => {
      if (index >= times) return { body: { source: 'ok', version: '2' } }
      request.socket.destroy()
      return null
    })

  it('a GET survives resets, with growing distance', async () => {
    const server = await resetFirst(2)
    const { service, clock, lines } = testService(server.url)
    const result = service.getFunction('c1', 'login')
    for (const wait of [375, 750]) {
      await until(() => clock.pending()[0] === wait, `a wait of ${wait} ms`)
      clock.advance(wait)
    }
    expect(await result).toMatchObject({ ok: true, value: { source: 'ok' } })
    expect(server.seen).toHaveLength(3)
    expect(lines).toHaveLength(2)
  })

  it('a PUT is never repeated by itself', async () => {
    const server = await resetFirst(9)
    const { service } = testService(server.url)
    expect(await service.putFunction('c1', 'login', 'x')).toMatchObject({
      ok: false,
      problem: { code: 'not-reachable' },
    })
    expect(server.seen).toHaveLength(1)
    for (const status of [429, 502, 503, 504, 529]) {
      const busy = await serve(() => ({ status }))
      const one = testService(busy.url)
      expect(await one.service.putFunction('c1', 'login', 'x')).toMatchObject({ ok: false, problem: { status } })
      expect(busy.seen).toHaveLength(1)
      one.service.dispose()
    }
  })

  it.each([502, 503, 504, 529])('a GET comes again after %i, four times in all', async (status) => {
    const server = await serve(() => ({ status, body: '<html>busy</html>' }))
    const { service, clock } = testService(server.url)
    const result = service.usage()
    for (const wait of [375, 750, 1_500]) {
      await until(() => clock.pending()[0] === wait, `a wait of ${wait} ms`)
      clock.advance(wait)
    }
    expect(await result).toMatchObject({ ok: false, problem: { code: 'overloaded', status } })
    expect(server.seen).toHaveLength(4)
  })

  it.each([400, 401, 403, 404, 409, 422, 500, 501])('a GET does not come again after %i', async (status) => {
    const server = await serve(() => ({ status }))
    expect(await testService(server.url).service.session('s1')).toMatchObject({ ok: false, problem: { status } })
    expect(server.seen).toHaveLength(1)
  })

  it('R06: waits as long as Retry-After says, and tells a long one instead', async () => {
    const server = await serve((_seen, index) => ({
      status: 529,
      headers: { 'retry-after': index === 0 ? '3' : '120' },
    }))
    const { service, clock } = testService(server.url)
    const result = service.session('s1')
    await until(() => clock.pending()[0] === 3_000)
    clock.advance(3_000)
    expect(await result).toMatchObject({ ok: false, problem: { code: 'overloaded', retryAfterMs: 120_000 } })
    expect(server.seen).toHaveLength(2)
  })

  it('no answer within 30 s is a timeout, also when the body stalls', async () => {
    const server = await serve((_seen, index, { response }) => {
      if (index === 1) response.writeHead(200).write('{"mp4_url":')
      return null
    })
    const { service, clock } = testService(server.url)
    for (const count of [1, 2]) {
      const result = service.replay('s1')
      await until(() => server.seen.length === count)
      clock.advance(29_999)
      expect(clock.pending()).toEqual([1])
      clock.advance(1)
      expect(await result).toMatchObject({
        ok: false,
        problem: { code: 'timeout', message: expect.stringContaining('within 30 s') },
      })
    }
    expect(server.seen).toHaveLength(2)
    expect(clock.pending()).toEqual([])
  })

  it('can be stopped while it waits for an answer, and before a repetition', async () => {
    let closed = 0
    const server = await serve((seen, _index, { request }) => {
      if (seen.url.includes('busy')) return { status: 503 }
      request.socket.on('close', () => {
        closed += 1
      })
      return null
    })
    const { service, clock } = testService(server.url)
    const stop = new AbortController()
    const hanging = service.replay('s1', { signal: stop.signal })
    const repeating = service.replay('busy', { signal: stop.signal })
    await until(() => server.seen.length === 2 && clock.pending()[0] === 375)
    stop.abort()
    expect(await hanging).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
    expect(await repeating).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
    await until(() => closed === 1, 'the socket closing')
    expect(clock.pending()).toEqual([])
  })

  it('dispose ends what is under way', async () => {
    const server = await serve(() => null)
    const { service } = testService(server.url)
    const result = service.replay('s1')
    await until(() => server.seen.length === 1)
    service.dispose()
    expect(await result).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
    expect(await service.replay('s1')).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
  })

  it('names the host that cannot be reached', async () => {
    const server = await startServer(() => ({}))
    await server.close()
    const { service } = testService(server.url, { limits: { tries: 1 } })
    const result = await service.session('s1')
    expect(result).toMatchObject({ ok: false, problem: { code: 'not-reachable' } })
    if (!result.ok)
      expect(result.problem.message).toBe(`Couldn't reach ${new URL(server.url).host}: the connection was refused.`)
  })
})

describe('401', () => {
  it('renews once for five requests, and each comes once more', async () => {
    let token = 'old'
    let renewals = 0
    const server = await serve((seen) => ({ status: seen.headers.authorization === 'Bearer new' ? 200 : 401 }))
    const { service } = testService(server.url, {
      token: async () => token,
      onUnauthorized: async () => {
        renewals += 1
        await until(() => server.seen.length === 5)
        token = 'new'
        return 'renewed'
      },
    })
    const results = await Promise.all(Array.from({ length: 5 }, (_, i) => service.replay(`s${i}`)))
    expect(results.every((result) => result.ok)).toBe(true)
    expect(renewals).toBe(1)
    expect(server.seen).toHaveLength(10)
  })

  it('a 401 that comes late, for a token already replaced, renews nothing', async () => {
    let token = 'old'
    let renewals = 0
    const server = await serve((seen) => {
      if (seen.headers.authorization === 'Bearer new') return {}
      token = 'new' // another caller renewed meanwhile
      return { status: 401 }
    })
    const onUnauthorized = async () => {
      renewals += 1
      return 'renewed' as const
    }
    const { service } = testService(server.url, { token: async () => token, onUnauthorized })
    expect((await service.replay('s1')).ok).toBe(true)
    expect(renewals).toBe(0)
  })

  it.each([
    [async () => 'refused' as const],
    [async () => Promise.reject(new Error('x'))],
    [async () => 'renewed' as const],
  ])('a second 401, or no renewal, asks to sign in again', async (onUnauthorized) => {
    const server = await serve(() => ({ status: 401, body: { detail: 'Invalid key' } }))
    const { service } = testService(server.url, { onUnauthorized })
    expect(await service.replay('s1')).toMatchObject({
      ok: false,
      problem: { code: 'unauthorized', next: 'Sign in again.', status: 401 },
    })
    expect(server.seen.length).toBeLessThanOrEqual(2)
  })
})

describe('L13: a token that another program left', () => {
  it.each<[number, ('found' | 'renewed')[]]>([
    [2, ['found']],
    [3, ['found', 'renewed']],
  ])('is tried, and renewed once when it is old as well (%i requests)', async (requests, renewals) => {
    let token = 'token-0'
    const server = await serve(({ headers }) => ({
      status: headers.authorization === `Bearer token-${requests - 1}` ? 200 : 401,
    }))
    const told = [...renewals]
    const onUnauthorized = async () => {
      token = `token-${renewals.length - told.length + 1}`
      return told.shift() ?? 'refused'
    }
    const { service } = testService(server.url, { token: async () => token, onUnauthorized })
    expect((await service.replay('s1')).ok).toBe(true)
    expect(server.seen).toHaveLength(requests)
  })
  it('ends after a bounded number of attempts', async () => {
    let renewals = 0
    const server = await serve(() => ({ status: 401 }))
    const onUnauthorized = async () => {
      renewals += 1
      return 'found' as const
    }
    const { service } = testService(server.url, { token: async () => `token-${renewals}`, onUnauthorized })
    expect(await service.replay('s1')).toMatchObject({ ok: false, problem: { code: 'unauthorized' } })
    expect(server.seen).toHaveLength(3)
  })
})

describe('429', () => {
  const busy = { message: 'Rate limit exceeded', detail: 'wait' }

  it('R07: twenty callers at once make one probe per reset, then drain with the person first', async () => {
    let fine = false
    let resetAt = 0
    const server = await serve(() =>
      fine ? {} : { status: 429, body: busy, headers: { 'x-ratelimit-reset': String(resetAt / 1000) } },
    )
    const { service, clock, journal } = testService(server.url)
    const banners: (number | null)[] = []
    service.onLimit((limit) => {
      if (banners.at(-1) !== limit.pausedUntil) banners.push(limit.pausedUntil)
    })
    const done: string[] = []
    resetAt = clock.now() + 10_000
    const calls = Array.from({ length: 20 }, (_, i) => {
      const priority = i < 15 ? 'bulk' : 'person'
      return service.replay(`${priority}${i}`, { priority }).then((result) => done.push(`${priority}:${result.ok}`))
    })
    await until(() => journal.length === 6)
    expect(server.seen).toHaveLength(6) // what was under way before the first 429 told anything
    const held = () => (service.limit().pausedUntil ?? 0) - clock.now()
    expect(held()).toBe(10_000)
    for (let probe = 1; probe <= 3; probe += 1) {
      clock.advance(held() - 1)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(server.seen).toHaveLength(5 + probe)
      resetAt = clock.now() + 11_000
      clock.advance(1)
      await until(() => journal.length === 6 + probe)
      expect(server.seen).toHaveLength(6 + probe)
      expect(server.seen.at(-1)?.url).toContain('person')
    }
    fine = true
    clock.advance(held())
    await Promise.all(calls)
    expect(done).toHaveLength(20)
    expect(done.slice(0, 5)).toEqual(Array(5).fill('person:true'))
    expect(server.seen).toHaveLength(6 + 3 + 20)
    expect(service.limit()).toMatchObject({ waiting: 0, pausedUntil: null })
    expect(banners.filter((at) => at !== null)).toHaveLength(4) // one state per pause, not one per caller
  })

  it('R07: Stop works while the gate holds', async () => {
    const server = await serve(() => ({ status: 429, body: busy, headers: { 'retry-after': '60' } }))
    const { service } = testService(server.url)
    const stop = new AbortController()
    const result = service.replay('s1', { signal: stop.signal })
    await until(() => service.limit().pausedUntil !== null)
    stop.abort()
    expect(await result).toMatchObject({ ok: false, problem: { code: 'cancelled' } })
    expect(service.limit().waiting).toBe(0)
  })

  it('gives up after eight, with the time of the next try', async () => {
    const server = await serve(() => ({ status: 429, body: busy }))
    const { service, clock, journal } = testService(server.url)
    const result = service.replay('s1')
    for (let tries = 1; tries < 8; tries += 1) {
      await until(() => journal.length === tries && service.limit().pausedUntil !== null)
      clock.advance(60_000)
    }
    expect(await result).toMatchObject({
      ok: false,
      problem: { code: 'rate-limited', message: 'Too many requests (429): wait.', retryAfterMs: 60_000 },
    })
    expect(server.seen).toHaveLength(8)
  })

  it.each([2, -2, 0])('T07: a local clock %d h wrong does not change the wait for a reset', async (hours) => {
    const server = await serve((_seen, index) => {
      const now = clock.now() - hours * 3_600_000
      const headers = { date: new Date(now).toUTCString(), 'x-ratelimit-reset': String(now / 1000 + 30) }
      return index === 0 ? { status: 429, headers } : { headers }
    })
    const { service, clock } = testService(server.url)
    clock.jump(hours * 3_600_000)
    const result = service.replay('s1')
    await until(() => service.limit().pausedUntil !== null)
    const wait = (service.limit().pausedUntil ?? 0) - clock.now()
    expect(Math.abs(wait - 30_000)).toBeLessThanOrEqual(1_000)
    clock.advance(31_000)
    expect((await result).ok).toBe(true)
    expect(Math.abs(service.serverClock.now() - (clock.now() - hours * 3_600_000))).toBeLessThanOrEqual(1_000)
  })

  it('publishes limit, remaining and reset of the contract headers', async () => {
    const { clock, ...at } = testService('http://127.0.0.1:1')
    at.service.dispose()
    const reset = Math.round(clock.now() / 1000) + 60
    const headers = { 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': '95', 'X-RateLimit-Reset': String(reset) }
    const server = await serve(() => ({ headers }))
    const { service, journal } = testService(server.url)
    await service.health()
    expect(service.limit()).toEqual({
      limit: 100,
      remaining: 95,
      resetsAt: reset * 1000,
      waiting: 0,
      pausedUntil: null,
    })
    expect(journal).toMatchObject([{ limitLeft: 95 }])
  })
})
