import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSampleService } from '../../sample/sample-service.ts'
import type { SampleService } from '../../sample/sample-session.ts'
import { createClock } from '../base/clock.ts'
import type { Library } from '../library/library.ts'
import { listQuery, quietLog, testFolder, testLibrary, unwrap } from '../library/testing/test-library.ts'
import { createSync } from '../sync/sync.ts'
import { createAccounts } from './accounts.ts'

const folder = join(import.meta.dirname, '../../../assets/sample')

let place: ReturnType<typeof testFolder>
let library: Library
let sample: SampleService
let accounts: ReturnType<typeof createAccounts>
beforeEach(async () => {
  place = testFolder()
  library = testLibrary(place.folder)
  sample = await startSampleService({ folder, sessionCount: 340 })
  const none = async () => ({ ok: false as const, problem: { code: 'keychain' as const, message: 'None here.' } })
  accounts = createAccounts({
    store: library.accounts,
    keychain: { read: none, write: none, remove: none },
    clock: createClock(),
    log: quietLog(),
    fetch,
    version: '0.0.0',
    journal: library.journal.add,
    sample: { start: async () => ({ baseUrl: sample.baseUrl, token: sample.key }), end: async () => {} },
    onChange: () => {},
  })
})
afterEach(async () => {
  accounts.dispose()
  await sample.close()
  library.close()
  place.remove()
})

const readList = async () => {
  const active = accounts.active()
  if (!active) throw new Error('no active account')
  const sync = createSync({
    service: active.service,
    library,
    accountId: active.account.id,
    clock: createClock(),
    log: quietLog(),
    onState: () => {},
    onRows: () => {},
  })
  return sync.start()
}

test('the sample workspace is listed whole, ended sessions included', async () => {
  unwrap(await accounts.openSample())
  const state = await readList()
  expect(state).toMatchObject({ state: 'done', problem: null })
  const page = unwrap(await library.sessions.query('sample', listQuery({ sort: 'status' })))
  expect(page.all).toBe(state.seen)
  expect(page.all).toBeGreaterThanOrEqual(340)
})

test('a password session whose token ends is renewed under way, and the list is read to its end', async () => {
  const { userName, password, baseUrl } = sample
  const account = unwrap(await accounts.connect({ baseUrl, credentials: { method: 'password', userName, password } }))
  sample.expireTokens()
  expect(await readList()).toMatchObject({ state: 'done' })
  expect(accounts.list()).toMatchObject([{ id: account.id, signedIn: true, listsSessions: true }])
  expect(sample.requests.filter(({ path, status }) => path.endsWith('/token') && status === 200)).toHaveLength(2)
})
