import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createClock } from '../clock.ts'
import type { StoredAccount } from '../library/accounts-table.ts'
import { quietLog } from '../library/test-library.ts'
import { until } from '../service/test-clock.ts'
import { createAccountRun } from './account-run.ts'
import { createVault } from './vault.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A service that takes no token but `good`, and whose token endpoint answers when the test says so. */
const start = async (good: string) => {
  const held: ServerResponse[] = []
  server = createServer((request, response) => {
    if (request.url === '/token') return void held.push(response)
    const right = request.headers.authorization === `Bearer ${good}`
    response.writeHead(right ? 200 : 401, { 'content-type': 'application/json' }).end('{"items":[]}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account: StoredAccount = {
    ...{ id: 'a', label: 'a', baseUrl, headerPrefix: 'X-Service-', method: 'password', userName: 'ada' },
    ...{ listsSessions: null, secretSlot: 0, secretStored: false },
  }
  const kept = new Map<string, string>()
  const vault = createVault(
    {
      read: async (key) => ({ ok: true, value: kept.get(key) ?? null }),
      write: async (key, secret) => {
        kept.set(key, secret)
        return { ok: true, value: undefined }
      },
      remove: async () => ({ ok: true, value: undefined }),
    },
    quietLog(),
  )
  const run = createAccountRun({
    outside: { fetch, clock: createClock(), version: '1', log: quietLog(), journal: () => {} },
    vault,
    stored: () => account,
    save: () => {},
    onChange: () => {},
  })
  return { run, held, kept }
}

test('a sign-in during a silent renewal wins over what the renewal brings', async () => {
  const { run, held, kept } = await start('new')
  await run.keep({ accessToken: 'old', refreshToken: 'r1' })
  const asked = run.service()?.sessions(1)
  await until(() => held.length === 1, 'the renewal')
  await run.keep({ accessToken: 'new', refreshToken: 'r2' })
  held[0]?.writeHead(200, { 'content-type': 'application/json' })
  held[0]?.end('{"access_token":"of-the-renewal","refresh_token":"r3"}')
  await asked
  expect([run.holds('new'), run.signedIn()]).toEqual([true, true])
  expect([...kept.values()]).toEqual([JSON.stringify({ v: 1, accessToken: 'new', refreshToken: 'r2' })])
  expect(await run.service()?.sessions(1)).toMatchObject({ ok: true })
})

test('a refused renewal does not sign out whoever signed in meanwhile', async () => {
  const { run, held } = await start('new')
  await run.keep({ accessToken: 'old', refreshToken: 'r1' })
  const asked = run.service()?.sessions(1)
  await until(() => held.length === 1, 'the renewal')
  await run.keep({ accessToken: 'new', refreshToken: null })
  held[0]?.writeHead(401).end()
  await asked
  expect(run.signedIn()).toBe(true)
})

test('dispose ends a renewal under way', async () => {
  const { run, held } = await start('new')
  await run.keep({ accessToken: 'old', refreshToken: 'r1' })
  const asked = run.service()?.sessions(1)
  await until(() => held.length === 1, 'the renewal')
  const gone = new Promise<void>((resolve) => held[0]?.on('close', resolve))
  run.dispose()
  expect(await asked).toMatchObject({ ok: false })
  await gone
})
