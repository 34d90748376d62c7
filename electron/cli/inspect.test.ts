import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClock } from '../core/base/clock.ts'
import { openLibrary } from '../core/library/library.ts'
import { unwrap } from '../core/library/testing/test-library.ts'
import { startSampleService } from '../sample/sample-service.ts'
import type { SampleService } from '../sample/sample-session.ts'
import { sampleFolder } from './cli-paths.ts'
import { EXIT } from './exit-codes.ts'
import { runCli } from './testing/run-cli.ts'

/** Never a blocking call: the sample service answers from this process. */
const execute = promisify(execFile)
const TOKEN = 'planted-token-91c7e02f44'
const PROFILE = 'profile-supplier-portal'
/** Values of the sample's cookies, as far as they look like nothing else. */
const VALUES = ['s3.5f0e71c94d.8a', 'a%3Db%2F', 'c-9020']
vi.setConfig({ testTimeout: 60_000 })
let sample: SampleService
let home: string

beforeAll(async () => {
  sample = await startSampleService({
    folder: sampleFolder,
    key: TOKEN,
    rateLimit: { limit: 100_000, windowS: 60 },
  })
})
afterAll(() => sample.close())
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'desk-inspect-'))
})
afterEach(() => {
  rmSync(home, { recursive: true, force: true })
  Object.assign(sample.faults.api, { next: [], hidden: [] })
})

const env = () => ({ REPLAY_DESK_BASE_URL: sample.baseUrl, REPLAY_DESK_TOKEN: TOKEN })
const run = (...args: string[]) => runCli(args, { home, env: env() })
const hide = (operation: (typeof sample.faults.api.hidden)[number]) => sample.faults.api.hidden.push(operation)

/** An account of the desktop program in the data folder of this run. */
const addAccount = () => {
  const quiet = { info: () => {}, warn: () => {}, error: () => {} }
  const library = unwrap(openLibrary({ folder: join(home, 'data'), clock: createClock(), log: quiet }))
  library.accounts.save({
    id: 'mine',
    label: 'Mine',
    baseUrl: sample.baseUrl,
    headerPrefix: 'X-Service-',
    method: 'key',
    userName: null,
    listsSessions: null,
    secretSlot: 0,
    secretStored: false,
  })
  library.accounts.setActive('mine')
  return library
}
const asMine = (...args: string[]) => runCli(args, { home, env: { REPLAY_DESK_TOKEN: TOKEN } })

describe('profiles and usage', () => {
  test('profiles lists what the service lists', async () => {
    expect((await run('profiles', '--json')).json().map(({ profile }) => profile)).toContain(PROFILE)
    expect((await run('profiles', '--ids', '--limit', '1')).stdout).toBe(`${PROFILE}\n`)
    hide('profiles')
    expect(await run('profiles')).toMatchObject({ code: EXIT.service, stdout: '' })
  })

  test('usage prints the figures, nested ones by their path', async () => {
    expect((await run('usage')).stdout).toMatch(/^cost\.currency\s+EUR$/m)
    expect((await run('usage', '--json')).json()[0]).toMatchObject({ plan: 'sample' })
    hide('usage')
    expect((await run('usage')).stderr).toMatch(/does not support/)
  })
})

describe('JSON of the service as it was sent', () => {
  const POLICY =
    '{"policy_id": 54739488869584896123, "ratio": 1.0, "max_bytes": 1e400, "10": "a", "2": "b", "ttl": 86400, "ttl": 3600}'
  const USAGE = '{"period_ns":1736184243098437392,"cost":{"eur":12345678901234567.89,"eur":1.0},"b":null}'
  const COOKIES = '{"cookies":[{"name":"n","value":"v","domain":"a.test","id":9007199254740993123,"ttl":1,"ttl":2.0}]}'
  let server: Server
  beforeAll(async () => {
    server = createServer((request, response) => {
      const body = request.url?.startsWith('/usage') ? USAGE : request.url?.startsWith('/data') ? POLICY : COOKIES
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => server.close())
  const runHere = (...args: string[]) => {
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    return runCli(args, { home, env: { REPLAY_DESK_BASE_URL: baseUrl, REPLAY_DESK_TOKEN: TOKEN } })
  }

  test('H09: cache-policy keeps digits, repeated keys and order', async () => {
    const { stdout } = await runHere('cache-policy')
    expect(stdout.replaceAll(/\n\s*/g, ' ').trim()).toBe(POLICY.replace('{', '{ ').replace('}', ' }'))
  })

  test('H10: usage keeps digits and repeated keys, for people and for programs', async () => {
    expect((await runHere('usage', '--json')).stdout).toBe(`${USAGE}\n`)
    const table = await runHere('usage')
    expect(table.stdout).toMatch(
      /^period_ns\s+1736184243098437392\ncost\.eur\s+12345678901234567\.89\ncost\.eur\s+1\.0\nb\s+–$/m,
    )
  })

  test('H09: an export of cookies as JSON keeps them, too', async () => {
    const { stdout } = await runHere('cookies', 'p', '--format', 'json')
    expect(stdout).toMatch(/"id": 9007199254740993123,\s+"ttl": 1,\s+"ttl": 2\.0/)
  })
})

describe('cookies', () => {
  test('the list names every cookie and finding, and no value', async () => {
    const table = await run('cookies', PROFILE)
    expect(table.code).toBe(0)
    expect(table.stdout).toMatch(/embed .*refused: .*SameSite=None without Secure/)
    const json = await run('cookies', PROFILE, '--json')
    expect(json.json()).toHaveLength(12)
    for (const value of VALUES) expect(table.stdout + table.stderr + json.stdout + json.stderr).not.toContain(value)
  })

  test('--reveal adds the values', async () => {
    expect((await run('cookies', PROFILE, '--json', '--reveal')).json()[0]).toMatchObject({ value: VALUES[0] })
    expect((await run('cookies', PROFILE, '--reveal')).stdout).toContain(VALUES[1])
  })

  test('C15: an export to a file is readable by the person alone, and curl takes it', async () => {
    const file = join(home, 'cookies.txt')
    writeFileSync(file, 'older', { mode: 0o644 })
    const ran = await run('cookies', PROFILE, '--format', 'netscape', '--to', file)
    expect(ran).toMatchObject({ code: 0, stdout: '' })
    expect(ran.stderr).toMatch(/^Left out: 1 \(embed_chat\)\. Partitioned/m)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const back = join(home, 'back.txt')
    await execute('curl', ['-s', '-b', file, '-c', back, `${sample.baseUrl}/health`])
    expect(readFileSync(back, 'utf8')).toContain('__Host-session\ts3.5f0e71c94d.8a')
  })

  test('a pipe gets the whole export; each format of the list works', async () => {
    expect((await run('cookies', PROFILE, '--format', 'netscape')).stdout).toContain(VALUES[2])
    expect(JSON.parse((await run('cookies', PROFILE, '--format', 'json')).stdout).cookies).toHaveLength(11)
    expect(JSON.parse((await run('cookies', PROFILE, '--format', 'storage-state')).stdout).origins).toEqual([])
    const url = 'https://portal.northgate.example/'
    expect((await run('cookies', PROFILE, '--format', 'header', '--url', url)).stdout).toMatch(/^Cookie: .*csrf=/)
    expect((await run('cookies', PROFILE, '--format', 'curl', '--url', url)).stdout).toMatch(/^curl /)
  })

  test('reports a missing or invalid address before any request', async () => {
    const before = sample.requests.length
    const missing = await run('cookies', PROFILE, '--format', 'header')
    expect(missing).toMatchObject({ code: EXIT.usage, stdout: '' })
    expect(missing.stderr).toContain('Set it with --url.')
    const none = await run('cookies', PROFILE, '--format', 'curl', '--url', 'ftp://a.example/')
    expect(none).toMatchObject({ code: EXIT.usage, stdout: '' })
    expect(sample.requests).toHaveLength(before)
  })

  test('C09, C14, C17: counts unusable records with the reason and names what spoils a storageState', async () => {
    const base = { value: 'v', domain: 'a.test' }
    const cookies = [
      { ...base, name: '' },
      { ...base, name: 'tab', value: 'a\tb' },
      { ...base, name: 'n', value: 7 },
      null,
    ]
    const answer = { status: 200, body: { cookies }, match: '/cookies', times: 1 }
    sample.faults.api.next.push({ ...answer }, { ...answer })
    const table = await run('cookies', PROFILE, '--format', 'netscape')
    expect(table.stderr).toMatch(/^2 records could not be read: \w/m)
    expect(table.stderr).toContain('Left out: 1 (no name).')
    const state = await run('cookies', PROFILE, '--format', 'storage-state')
    expect(state.stderr).toMatch(/^Left out: 1 \(tab\)\. Chromium refuses them/m)
    expect(JSON.parse(state.stdout).cookies.map(({ name }: { name: string }) => name)).not.toContain('tab')
    sample.faults.api.next.push({ ...answer })
    const whole = await run('cookies', PROFILE, '--format', 'storage-state', '--include-refused')
    expect(whole.stderr).toContain('Without --include-refused they are left out.')
    expect(JSON.parse(whole.stdout).cookies.map(({ name }: { name: string }) => name)).toContain('tab')
  })

  test('on a terminal an export is masked unless --reveal is given', async () => {
    const inTerminal = async (...args: string[]): Promise<string> => {
      const command = [process.execPath, join(import.meta.dirname, 'replay-desk.js'), 'cookies', PROFILE, ...args]
      const quoted = command.map((word) => `'${word}'`).join(' ')
      const running = execute('script', ['-qec', quoted, '/dev/null'], {
        env: { ...process.env, ...env(), HOME: home, REPLAY_DESK_DATA: join(home, 'data') },
      })
      running.child.stdin?.end()
      return (await running).stdout
    }
    const masked = await inTerminal('--format', 'netscape')
    expect(masked).toContain('••••')
    for (const value of VALUES) expect(masked).not.toContain(value)
    expect(await inTerminal('--format', 'netscape', '--reveal')).toContain(VALUES[0])
  })

  test('an unknown profile is not there, an id no address can carry is refused', async () => {
    expect(await run('cookies', 'nobody')).toMatchObject({ code: EXIT.notThere, stdout: '' })
    expect(await run('cookies', '..')).toMatchObject({ code: EXIT.usage, stdout: '' })
  })

  test('diff compares a file with the profile as it is now, and shows no value', async () => {
    const file = join(home, 'before.json')
    await run('cookies', PROFILE, '--format', 'json', '--to', file, '--include-expired')
    const saved = JSON.parse(readFileSync(file, 'utf8'))
    saved.cookies.find(({ name }: { name: string }) => name === 'csrf').value = 'an-older-value'
    saved.cookies = saved.cookies.filter(({ name }: { name: string }) => name !== 'locale')
    writeFileSync(file, JSON.stringify(saved))
    const ran = await run('cookies', 'diff', file, PROFILE)
    expect(ran.stdout).toMatch(/^value changed\s+csrf/m)
    expect(ran.stdout).toMatch(/^appeared\s+locale/m)
    expect(ran.stdout + ran.stderr).not.toMatch(/an-older-value|a%3Db%2F/)
    expect((await run('cookies', 'diff', file, file, '--json')).json()).toEqual([])
    for (const text of ['no json', `{"cookies":${'['.repeat(200_000)}${']'.repeat(200_000)}}`]) {
      writeFileSync(file, text)
      expect(await run('cookies', 'diff', file, PROFILE)).toMatchObject({ code: EXIT.usage })
    }
  })

  test('snapshots: kept with the words of the missing keychain, listed, compared', async () => {
    addAccount().close()
    const kept = await asMine('cookies', 'save', PROFILE, '--label', 'before the run')
    expect(kept.stderr).toMatch(/Only hashes of the values were saved/)
    const id = kept.stdout.trim()
    expect((await asMine('cookies', 'snapshots', PROFILE, '--json')).json()).toMatchObject([
      { snapshot: id, cookies: 12, values: 'hashes', label: 'before the run' },
    ])
    expect(await asMine('cookies', 'diff', id, PROFILE)).toMatchObject({ code: 0 })
    expect(await run('cookies', 'keep', PROFILE)).toMatchObject({ code: EXIT.usage })
  })
})

describe('functions', () => {
  const SOURCE = 'def run(page):\n    return {"signed_in": True}\n'

  test('get prints the source as it is; put shows the difference and sends only when confirmed', async () => {
    const before = await run('function', 'get', 'conn-supplier-portal', 'verifier')
    expect(before.stdout).toContain('def run')
    const file = join(home, 'verifier.py')
    writeFileSync(file, SOURCE)
    const refused = await run('function', 'put', 'conn-supplier-portal', 'verifier', file)
    expect(refused.code).toBe(EXIT.usage)
    expect(refused.stderr).toMatch(/^\+ {4}return \{/m)
    expect((await run('function', 'get', 'conn-supplier-portal', 'verifier')).stdout).toBe(before.stdout)
    const put = await run('function', 'put', 'conn-supplier-portal', 'verifier', file, '--yes', '--json')
    expect(put.json()[0]).toMatchObject({ role: 'verifier', source: SOURCE, differs: false })
    expect((await run('function', 'get', 'conn-supplier-portal', 'verifier')).stdout).toBe(SOURCE)
  })

  test('adds an accepted send to the history of the desktop program and keeps its draft', async () => {
    const target = { connectionId: 'conn-ticket-desk', role: 'login' as const }
    const library = addAccount()
    const draft = { source: { id: 'd', plain: 'my draft', sealed: null }, at: Date.now() }
    library.functions.setDraft('mine', target, draft)
    library.close()
    const put = await runCli(['function', 'put', 'conn-ticket-desk', 'login', '-', '--yes'], {
      home,
      env: { REPLAY_DESK_TOKEN: TOKEN },
      input: SOURCE,
    })
    expect(put.code).toBe(0)
    const after = addAccount()
    expect(after.functions.sends('mine', target)).toMatchObject({ ok: true, value: [{ bytes: SOURCE.length }] })
    expect(after.functions.find('mine', target)).toMatchObject({
      ok: true,
      value: { draft: { source: { text: 'my draft' } }, known: { source: { text: SOURCE }, origin: 'sent' } },
    })
    after.close()
  })

  test('an empty source, a text that is none and an unknown role are refused before anything is sent', async () => {
    const file = join(home, 'empty.py')
    const from = sample.requests.length
    writeFileSync(file, '')
    expect(await run('function', 'put', 'conn-ticket-desk', 'login', file, '--yes')).toMatchObject({ code: EXIT.usage })
    writeFileSync(file, Buffer.from([0x64, 0xff, 0xfe]))
    expect(await run('function', 'put', 'conn-ticket-desk', 'login', file, '--yes')).toMatchObject({ code: EXIT.usage })
    expect(await run('function', 'get', 'conn-ticket-desk', 'logout')).toMatchObject({ code: EXIT.usage })
    expect(sample.requests).toHaveLength(from)
  })

  test('says when a service does not show the source, and sends all the same', async () => {
    hide('function')
    expect(await run('function', 'get', 'conn-ticket-desk', 'login')).toMatchObject({ code: EXIT.service, stdout: '' })
    const file = join(home, 'login.py')
    writeFileSync(file, SOURCE)
    const put = await run('function', 'put', 'conn-ticket-desk', 'login', file, '--yes')
    expect(put).toMatchObject({ code: 0 })
    expect(put.stderr).toMatch(/nothing to compare with/)
  })
})

describe('cache policy', () => {
  test('the three headers travel as given; --headers shows both sides without the key', async () => {
    const ran = await run('cache-policy', '--mode', 'bypass', '--max-age', '0', '--ttl', '60', '--headers')
    expect(JSON.parse(ran.stdout)).toMatchObject({ requested_mode: 'bypass', ttl_seconds: 60 })
    expect(ran.stderr).toMatch(/^> X-Service-Cache-Mode: bypass$/m)
    expect(ran.stderr).toMatch(/^< 200 in/m)
    expect(ran.stderr).not.toContain(TOKEN)
  })

  test('values the contract does not know are refused before anything is sent', async () => {
    const from = sample.requests.length
    expect(await run('cache-policy', '--mode', 'sometimes')).toMatchObject({ code: EXIT.usage })
    expect(await run('cache-policy', '--max-age', '-1')).toMatchObject({ code: EXIT.usage })
    expect(await run('cache-policy', '--ttl', '1.5')).toMatchObject({ code: EXIT.usage })
    expect(sample.requests).toHaveLength(from)
  })
})
