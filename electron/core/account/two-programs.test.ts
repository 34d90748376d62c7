import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { libraryPerTest } from '../library/testing/per-test.ts'
import { createKeyring, type Keyring, noKeyring, UNLOCKED } from './testing/keyring.ts'

if (noKeyring) process.stderr.write(`${noKeyring}\n`)

const KEY = 'key-of-two-programs'
const place = libraryPerTest()
let keyring: Keyring
let server: Server | null = null
beforeAll(() => {
  keyring = createKeyring()
})
afterAll(() => keyring.remove())
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

const from = (path: string) => JSON.stringify(join(import.meta.dirname, path))
/** A program with the real keychain. `main` answers what is reported; `run` starts a Node program beside it. */
const program = (main: string): string => `
  const { spawn } = await import('node:child_process')
  const { createOsKeychain } = await import(${from('keychain/keychain.ts')})
  const log = { info() {}, warn() {}, error() {} }
  const keychain = createOsKeychain({ service: 'Replay Desk', log })
  const run = (args, env = {}, input = '') => new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
    let out = '', err = ''
    child.stdout.on('data', (text) => { out += text })
    child.stderr.on('data', (text) => { err += text })
    child.on('close', (rc) => resolve({ rc, out, err }))
    child.stdin.end(input)
  })
  const report = await (async () => {${main}})()
  console.log(JSON.stringify({ report }))
  process.exit(0)`

test('L19: three programs that make the first snapshot key at one moment can open what each of them sealed', async (context) => {
  if (noKeyring) return context.skip(noKeyring)
  const child = `
    const { createOsKeychain } = await import(${from('keychain/keychain.ts')})
    const { createSealingKeys } = await import(${from('../sealing/sealing-keys.ts')})
    const { SNAPSHOT_KEY } = await import(${from('../cookies/snapshots/snapshots.ts')})
    const log = { info() {}, warn() {}, error() {} }
    const keys = createSealingKeys(createOsKeychain({ service: 'Replay Desk', log }), log, SNAPSHOT_KEY)
    await new Promise((resolve) => setTimeout(resolve, Number(process.env.AT) - Date.now()))
    const key = await keys.present()
    console.log(key.ok ? key.value.id.toString('hex') : 'failed ' + key.problem.message)
    process.exit(0)`
  const main = `
    const AT = String(Date.now() + 1_500)
    const three = await Promise.all([1, 2, 3].map(() => run(['--input-type=module', '-e', ${JSON.stringify(child)}], { AT })))
    const ids = three.map(({ out }) => out.trim())
    const { createSealingKeys } = await import(${from('../sealing/sealing-keys.ts')})
    const { SNAPSHOT_KEY } = await import(${from('../cookies/snapshots/snapshots.ts')})
    const keys = createSealingKeys(keychain, log, SNAPSHOT_KEY)
    const opened = []
    for (const id of ids) opened.push((await keys.named(Buffer.from(id, 'hex'))).ok)
    return { ids, opened }`
  type Report = { report: { ids: string[]; opened: boolean[] } }
  const { report } = await keyring.runOnBus<Report>(UNLOCKED, program(main))
  expect(report.ids).toEqual(Array(3).fill(expect.stringMatching(/^[0-9a-f]{16}$/)))
  expect(report.opened).toEqual([true, true, true])
}, 60_000)

/** A service for one key, or for tokens that end after each request and are renewed. */
const serve = async (): Promise<string> => {
  let issued = 0
  server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/token') {
      issued += 1
      return answer(200, { access_token: `access-${issued}`, refresh_token: `refresh-${issued}`, token_type: 'bearer' })
    }
    if (request.url === '/health') return answer(200, { status: 'ok' })
    const bearer = request.headers.authorization
    if (bearer !== `Bearer ${KEY}` && bearer !== `Bearer access-${issued}`) return answer(401, { detail: 'no' })
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page'))
    const items = Array.from({ length: 100 }, (_, nth) => ({ session_id: `run-${page}-${nth}`, status: 'closed' }))
    issued += 1 // the token ends: the next page needs a renewal
    setTimeout(() => answer(200, { items, has_next: page < 40 }), 100)
  })
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
}
const CLI = from('../../cli/main.ts')

test('L15: signing in twice with one key on the command line is one account', async (context) => {
  if (noKeyring) return context.skip(noKeyring)
  place.library.close()
  const main = `
    const env = { REPLAY_DESK_DATA: ${JSON.stringify(place.folder)}, REPLAY_DESK_BASE_URL: ${JSON.stringify(await serve())} }
    const codes = []
    for (const _ of [1, 2]) codes.push((await run([${CLI}, 'login'], env, ${JSON.stringify(`${KEY}\n`)})).rc)
    const { out } = await run([${CLI}, 'accounts', '--json'], env)
    return { codes, accounts: out.trim().split('\\n').length }`
  type Report = { report: { codes: number[]; accounts: number } }
  const { report } = await keyring.runOnBus<Report>(UNLOCKED, program(main))
  expect(report).toEqual({ codes: [0, 0], accounts: 1 })
}, 90_000)

test('L14: an account removed while the command line reads stays away, with its token, and the command says so', async (context) => {
  if (noKeyring) return context.skip(noKeyring)
  place.library.close()
  const main = `
    const data = ${JSON.stringify(place.folder)}
    const env = { REPLAY_DESK_DATA: data, REPLAY_DESK_BASE_URL: ${JSON.stringify(await serve())} }
    const signedIn = await run([${CLI}, 'login', '--user', 'ada'], env, 'secret\\n')
    const reading = run([${CLI}, 'sessions', '--limit', '4000', '--ids'], env)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    const { openLibrary } = await import(${from('../library/library.ts')})
    const { createAccounts } = await import(${from('accounts.ts')})
    const { createClock } = await import(${from('../base/clock.ts')})
    const { unwrap } = await import(${from('../library/testing/test-library.ts')})
    const library = unwrap(openLibrary({ folder: data, clock: createClock(), log }))
    const accounts = createAccounts({ store: library.accounts, keychain, clock: createClock(), log, fetch, version: '1',
      journal: () => {}, sample: { start: () => Promise.reject(new Error('none')), end: async () => {} }, onChange: () => {} })
    const [account] = library.accounts.list()
    const removed = await accounts.remove(account.id)
    const { rc, out, err } = await reading
    const read = out.trim().split('\\n').length
    const left = await keychain.read('account/' + account.id)
    return { signedIn: signedIn.rc, removed: removed.ok, rc, partly: read > 0 && read < 4000, named: err.includes('account was removed'),
      accounts: library.accounts.list().length, left: left.value }`
  const { report } = await keyring.runOnBus<{ report: unknown }>(UNLOCKED, program(main))
  expect(report).toEqual({ signedIn: 0, removed: true, rc: 3, partly: true, named: true, accounts: 0, left: null })
}, 90_000)
