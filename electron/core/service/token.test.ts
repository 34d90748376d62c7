import { afterEach, expect, it } from 'vitest'
import { createTestClock } from '../base/testing/test-clock.ts'
import { type Reply, startServer, type TestServer } from './testing/test-server.ts'
import { type Grant, requestToken } from './token.ts'

let server: TestServer | null = null
afterEach(async () => {
  await server?.close()
  server = null
})
const password: Grant = { kind: 'password', userName: 'anna b', password: 'p&w=1' }
const ask = async (reply: Reply, grant: Grant = password) => {
  server = await startServer(() => reply)
  const baseUrl = `${server.url}/v1`
  return requestToken(
    { accountId: 'a', baseUrl, headerPrefix: 'X-Service-', version: '1', fetch, clock: createTestClock() },
    grant,
  )
}

it('sends the password form and reads the grant', async () => {
  const result = await ask({ body: { access_token: 'a', token_type: 'bearer', expires_in: 3600, refresh_token: 'r' } })
  expect(result).toEqual({ ok: true, value: { accessToken: 'a', refreshToken: 'r', expiresInS: 3600 } })
  expect(server?.seen[0]).toMatchObject({ method: 'POST', url: '/v1/token' })
  expect(server?.seen[0]?.headers).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded' })
  expect(server?.seen[0]?.headers).not.toHaveProperty('authorization')
  expect(Object.fromEntries(new URLSearchParams(server?.seen[0]?.body))).toEqual({
    grant_type: 'password',
    username: 'anna b',
    password: 'p&w=1',
  })
})

it('sends the refresh form', async () => {
  const result = await ask({ body: { access_token: 'a' } }, { kind: 'refresh', refreshToken: 'r1' })
  expect(result).toEqual({ ok: true, value: { accessToken: 'a', refreshToken: null, expiresInS: null } })
  expect(server?.seen[0]?.body).toBe('grant_type=refresh_token&refresh_token=r1')
})

it.each([
  [{ status: 400, body: { error: 'invalid_grant' } }, 'unauthorized'],
  [{ status: 401, body: { detail: 'Incorrect username or password' } }, 'unauthorized'],
  [{ status: 404 }, 'not-supported'],
  [{ status: 405 }, 'not-supported'],
  [{ status: 422, body: { detail: [{ loc: ['body', 'username'], msg: 'bad', type: 'x' }] } }, 'rejected'],
  [{ status: 503 }, 'overloaded'],
  [{ status: 307, headers: { location: '/x' } }, 'redirected'],
  [{ body: {} }, 'bad-answer'],
  [{ body: { access_token: 'a\nb' } }, 'bad-answer'],
  [{ body: '<html></html>', headers: { 'content-type': 'text/html' } }, 'not-this-service'],
])('%j is %s, asked once', async (reply, code) => {
  expect(await ask(reply)).toMatchObject({ ok: false, problem: { code } })
  expect(server?.seen).toHaveLength(1)
})
