import { afterEach, expect, it } from 'vitest'
import { until } from '../../base/testing/test-clock.ts'
import { startServer, type TestServer, testService } from '../testing/test-server.ts'
import { requestToken } from '../token.ts'

const TOKEN = 'planted+token/4711"quoted"=='
const PASSWORD = 'planted pass&word=ü'

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})

/** Every way in which a service may repeat what it was sent. */
const echoes = (secret: string): { body: string; type: string }[] => [
  { body: JSON.stringify({ detail: `Invalid key ${secret}` }), type: 'application/json' },
  {
    body: JSON.stringify({
      detail: [{ loc: ['header', 'authorization'], msg: `bad ${secret}`, type: 'x', input: secret }],
    }),
    type: 'application/json',
  },
  {
    body: JSON.stringify({ error: { message: secret, headers: { authorization: `Bearer ${secret}` } } }),
    type: 'application/json',
  },
  { body: `{"detail":"cut off ${JSON.stringify(secret).slice(1)}`, type: 'application/json' },
  { body: `You sent ${secret}`, type: 'text/plain' },
  { body: `<html><pre>Authorization: Bearer ${secret}</pre></html>`, type: 'text/html' },
  { body: JSON.stringify({ message: `see https://h/?k=${encodeURIComponent(secret)}` }), type: 'application/json' },
]

const traces = (secret: string) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), 'planted']

it('a planted token occurs in no problem, detail, journal entry, header or log line', async () => {
  for (const { body, type } of echoes(TOKEN)) {
    for (const status of [200, 302, 400, 401, 403, 404, 410, 422, 500, 503]) {
      server = await startServer(() => ({
        status,
        body,
        headers: {
          'content-type': type,
          location: `/x?t=${encodeURIComponent(TOKEN)}`,
          'x-echo': `Bearer ${TOKEN}`,
          'x-request': JSON.stringify({ key: TOKEN }),
        },
      }))
      const { service, lines, journal, traffic, clock } = testService(server.url, {
        token: async () => TOKEN,
        limits: { tries: 2 },
      })
      const asked = Promise.all([
        service.replay('s1'),
        service.cookies('p1'),
        service.putFunction('c', 'login', 'x'),
        service.health(),
      ])
      let settled = false
      void asked.then(() => {
        settled = true
      })
      await until(() => {
        if (clock.pending().some((ms) => ms < 1_000)) clock.advance(1_000)
        return settled
      })
      expect(server.seen.every((one) => one.headers.authorization === `Bearer ${TOKEN}`)).toBe(true)
      const kept = JSON.stringify([await asked, lines, journal, traffic])
      for (const trace of traces(TOKEN)) expect(kept).not.toContain(trace)
      await server.close()
    }
  }
})

it('a recording that failed says so without the token that its answer repeats', async () => {
  server = await startServer(() => ({
    status: 409,
    body: JSON.stringify({ replay_status: 'failed', detail: `No recording for key ${TOKEN}` }),
    headers: { 'content-type': 'application/json' },
  }))
  const { service } = testService(server.url, { token: async () => TOKEN })
  const result = await service.replay('s1')
  expect(result).toMatchObject({ ok: false, problem: { code: 'recording-failed' } })
  expect(JSON.stringify(result)).toContain('No recording for key [redacted]')
  for (const trace of traces(TOKEN)) expect(JSON.stringify(result)).not.toContain(trace)
})

it('a token that no header can carry is refused before fetch could repeat it', async () => {
  server = await startServer(() => ({}))
  for (const token of ['planted\ntoken', 'planted tök', 'planted token']) {
    const { service, lines, journal } = testService(server.url, { token: async () => token })
    const result = await service.replay('s1')
    expect(result).toMatchObject({ ok: false, problem: { code: 'unauthorized' } })
    expect(JSON.stringify([result, lines, journal])).not.toContain('planted')
  }
  expect(server.seen).toHaveLength(0)
})

it('an error of fetch that repeats the header stays inside', async () => {
  const { service, lines, journal } = testService('https://h.example', {
    token: async () => 'planted',
    limits: { tries: 1 },
    fetch: async () => {
      throw new TypeError('Headers.append: "Bearer planted" is an invalid header value.')
    },
  })
  expect(JSON.stringify([await service.replay('s1'), lines, journal])).not.toContain('planted')
})

it('password and refresh token occur in nothing that a sign-in answers', async () => {
  const grants = [
    [PASSWORD, { kind: 'password', userName: 'anna', password: PASSWORD }],
    [TOKEN, { kind: 'refresh', refreshToken: TOKEN }],
  ] as const
  for (const [secret, grant] of grants) {
    for (const { body, type } of echoes(secret)) {
      for (const status of [200, 302, 400, 401, 422, 500]) {
        server = await startServer(() => ({ status, body, headers: { 'content-type': type } }))
        const journal: unknown[] = []
        const { clock } = testService(server.url)
        const config = { accountId: 'a1', baseUrl: server.url, headerPrefix: 'X-Service-', version: '1', fetch, clock }
        const result = await requestToken({ ...config, journal: (...told) => void journal.push(told) }, grant)
        expect(result.ok).toBe(false)
        expect(journal).toHaveLength(1)
        const kept = JSON.stringify([result, journal])
        for (const trace of traces(secret)) expect(kept).not.toContain(trace)
        await server.close()
      }
    }
  }
})

it('a password at the very place where a sentence is cut is not shown in part', async () => {
  const password = 'planted-password-of-some-length'
  const body = JSON.stringify({ detail: `${'x'.repeat(285)} ${password}` })
  server = await startServer(() => ({ status: 500, body }))
  const { clock } = testService(server.url)
  const config = { accountId: 'a1', baseUrl: server.url, headerPrefix: 'X-Service-', version: '1', fetch, clock }
  const result = await requestToken(config, { kind: 'password', userName: 'anna', password })
  expect(JSON.stringify(result)).toContain('xxx')
  expect(JSON.stringify(result)).not.toContain('planted')
})

it('a sign-in that repeats the refresh token, or names the user in its token, stays usable', async () => {
  const named = Buffer.from(JSON.stringify({ sub: 'anna.someone' })).toString('base64url')
  const body = { access_token: `eyJhbGciOiJub25lIn0.${named}.c2ln`, refresh_token: TOKEN }
  const { clock } = testService('https://h.example')
  server = await startServer(() => ({ body }))
  const config = { accountId: 'a1', baseUrl: server.url, headerPrefix: 'X-Service-', version: '1', fetch, clock }
  const grants = [
    { kind: 'refresh', refreshToken: TOKEN },
    { kind: 'password', userName: 'anna.someone', password: PASSWORD },
  ] as const
  for (const grant of grants) {
    expect(await requestToken(config, grant)).toMatchObject({
      ok: true,
      value: { accessToken: body.access_token, refreshToken: TOKEN },
    })
  }
})
