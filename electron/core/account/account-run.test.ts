import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createClock } from '../base/clock.ts'
import { until } from '../base/testing/test-clock.ts'
import type { StoredAccount } from '../library/tables/accounts-table.ts'
import { quietLog } from '../library/testing/test-library.ts'
import { createAccountRun } from './account-run.ts'
import { createVault } from './vault.ts'

let server: Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** A service that takes no token but `good`, and whose token endpoint answers when the test says so. */
const start = async (good: string) => {
  const pending: ServerResponse[] = []
  server = createServer((request, response) => {
    if (request.url === '/token') return void pending.push(response)
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
  let removed = false
  let onWritten = (): void => {}
  const vault = createVault(
    {
      read: async (key) => ({ ok: true, value: kept.get(key) ?? null }),
      write: async (key, secret) => {
        kept.set(key, secret)
        onWritten()
        return { ok: true, value: undefined }
      },
      remove: async (key) => {
        kept.delete(key)
        return { ok: true, value: undefined }
      },
    },
    quietLog(),
  )
  const run = createAccountRun({
    deps: { fetch, clock: createClock(), version: '1', log: quietLog(), journal: () => {} },
    vault,
    stored: () => (removed ? null : account),
    save: (patch) => {
      if (removed) return { ok: true, value: false }
      Object.assign(account, patch)
      return { ok: true, value: true }
    },
    onChange: () => {},
  })
  return {
    run,
    pending,
    kept,
    /** What a second program left in the keychain. */
    leave: (accessToken: string, refreshToken: string) =>
      void kept.set('account/a', JSON.stringify({ v: 1, accessToken, refreshToken })),
    remove: () => {
      removed = true
      kept.clear()
    },
    /** Another program takes the account away at the moment its new token is in the keychain. */
    removeOnceWritten: () => {
      onWritten = () => {
        removed = true
      }
    },
  }
}

test('a sign-in during a silent renewal wins over what the renewal brings', async () => {
  const { run, pending, kept } = await start('new')
  await run.keep({ accessToken: 'old', refreshToken: 'r1' })
  const asked = run.service()?.sessions(1)
  await until(() => pending.length === 1, 'the renewal')
  await run.keep({ accessToken: 'new', refreshToken: 'r2' })
  pending[0]?.writeHead(200, { 'content-type': 'application/json' })
  pending[0]?.end('{"access_token":"of-the-renewal","refresh_token":"r3"}')
  await asked
  expect([run.holds('new'), run.signedIn()]).toEqual([true, true])
  expect([...kept.values()]).toEqual([JSON.stringify({ v: 1, accessToken: 'new', refreshToken: 'r2' })])
  expect(await run.service()?.sessions(1)).toMatchObject({ ok: true })
})

test('a refused renewal does not end a sign-in that came meanwhile', async () => {
  const { run, pending } = await start('new')
  await run.keep({ accessToken: 'old', refreshToken: 'r1' })
  const asked = run.service()?.sessions(1)
  await until(() => pending.length === 1, 'the renewal')
  await run.keep({ accessToken: 'new', refreshToken: null })
  pending[0]?.writeHead(401).end()
  await asked
  expect(run.signedIn()).toBe(true)
})

test('dispose ends a renewal under way', async () => {
  const { run, pending } = await start('new')
  await run.keep({ accessToken: 'old', refreshToken: 'r1' })
  const asked = run.service()?.sessions(1)
  await until(() => pending.length === 1, 'the renewal')
  const gone = new Promise<void>((resolve) => pending[0]?.on('close', resolve))
  run.dispose()
  expect(await asked).toMatchObject({ ok: false })
  await gone
})

test('L13: a token that a second program renewed is taken from the keychain, without using up a refresh token', async () => {
  const { run, pending, leave } = await start('new')
  await run.keep({ accessToken: 'old', refreshToken: 'r1' })
  leave('new', 'r2')
  expect(await run.service()?.sessions(1)).toMatchObject({ ok: true })
  expect([pending.length, run.signedIn(), run.holds('new')]).toEqual([0, true, true])
})

test('L13: a refused renewal reads the keychain again before it signs out', async () => {
  const { run, pending, leave } = await start('new')
  await run.keep({ accessToken: 'old', refreshToken: 'r1' })
  const asked = run.service()?.sessions(1)
  await until(() => pending.length === 1, 'the renewal')
  leave('new', 'r2')
  pending[0]?.writeHead(401).end()
  expect(await asked).toMatchObject({ ok: true })
  expect(run.signedIn()).toBe(true)
})

test('L14: a renewal of an account that was removed meanwhile leaves nothing in the keychain, and its requests end', async () => {
  const { run, pending, kept, remove } = await start('new')
  await run.keep({ accessToken: 'old', refreshToken: 'r1' })
  const asked = run.service()?.sessions(1)
  await until(() => pending.length === 1, 'the renewal')
  remove()
  pending[0]?.writeHead(200, { 'content-type': 'application/json' })
  pending[0]?.end('{"access_token":"new","refresh_token":"r2"}')
  expect(await asked).toMatchObject({
    problem: { code: 'signed-out', message: expect.stringContaining('account was removed') },
  })
  expect([...kept]).toEqual([])
  expect(await run.service()).toBeNull()
})

test('L14: an account removed while its token is written leaves no token either', async () => {
  const { run, pending, kept, removeOnceWritten } = await start('new')
  await run.keep({ accessToken: 'old', refreshToken: 'r1' })
  const asked = run.service()?.sessions(1)
  await until(() => pending.length === 1, 'the renewal')
  removeOnceWritten()
  pending[0]?.writeHead(200, { 'content-type': 'application/json' })
  pending[0]?.end('{"access_token":"new","refresh_token":"r2"}')
  expect(await asked).toMatchObject({ problem: { code: 'signed-out' } })
  expect([...kept]).toEqual([])
})

test('L14: a request after the removal of its account says that it was removed', async () => {
  const { run, remove } = await start('key')
  await run.keep({ accessToken: 'key', refreshToken: null })
  const service = run.service()
  expect(await service?.sessions(1)).toMatchObject({ ok: true })
  remove()
  expect(await service?.sessions(1)).toMatchObject({
    problem: { code: 'signed-out', message: expect.stringContaining('account was removed') },
  })
})

test('a sign-out forgets the token and takes it out of the keychain', async () => {
  const { run, kept } = await start('key')
  await run.keep({ accessToken: 'key', refreshToken: null })
  expect(await run.service()?.sessions(1)).toMatchObject({ ok: true })
  expect(await run.signOut()).toMatchObject({ ok: true })
  expect([run.signedIn(), kept.size]).toEqual([false, 0])
  expect(await run.service()?.sessions(1)).toMatchObject({ problem: { code: 'signed-out' } })
})
