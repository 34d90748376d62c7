import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { JournalEntry, Traffic } from '../service/journal.ts'
import { type Seen, startServer, type TestServer, testService } from '../service/testing/test-server.ts'
import { curlOf } from './curl.ts'

const run = promisify(execFile)
// biome-ignore lint/suspicious/noTemplateCurlyInString: a shell's, not ours.
const TOKEN = 'key-$(touch${IFS}pwned)`id`"quoted"\\'

let server: TestServer
let folder: string
beforeEach(async () => {
  server = await startServer(() => ({ body: {} }))
  folder = mkdtempSync(join(tmpdir(), 'curl-'))
})
afterEach(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Asks through the service client, as the program does; answers what the log shows for it. */
const asked = async (ask: (service: ReturnType<typeof testService>['service']) => Promise<unknown>) => {
  const entries: [JournalEntry, Traffic][] = []
  const { service } = testService(`${server.url}/v1`, {
    token: async () => TOKEN,
    journal: (entry, traffic) => void entries.push([entry, traffic]),
  })
  await ask(service)
  service.dispose()
  const [entry, traffic] = entries[0] ?? []
  if (!entry || !traffic) throw new Error('nothing was asked')
  return curlOf({ method: entry.method, url: `${server.url}/v1${entry.path}`, headers: traffic.sent.headers })
}
const inBash = async (command: string, token = TOKEN): Promise<string> => {
  const env = { PATH: process.env.PATH, REPLAY_DESK_TOKEN: token, HOME: folder }
  const { stdout } = await run('bash', ['--norc', '-c', `${command}; echo "exit $?"`], {
    cwd: folder,
    env,
    timeout: 20_000,
  })
  return stdout
}
/** What an answer depends on. */
const essence = ({ method, url, headers, body }: Seen) => {
  const names = Object.keys(headers).filter((name) => /^(?:accept|authorization|content-type|x-.*)$/.test(name))
  return { method, url, body, headers: Object.fromEntries(names.toSorted().map((name) => [name, headers[name]])) }
}

it.each([
  'plain',
  'it\'s $(touch pwned) `touch pwned` "x" !! ; & | > pwned #',
  "'; touch pwned; '",
  '[a-b]{1,2}*?',
  '../..%2f..',
  'żółć 😀',
  'a\nb\\',
  '-o pwned',
])('the command asks the same in a real shell, for the id %j', async (id) => {
  const command = await asked((service) => service.replay(id))
  expect(command).not.toContain('key-')
  expect(await inBash(command)).toBe('{}exit 0\n')
  const [ours, curls] = server.seen.map(essence)
  expect(curls).toEqual(ours)
  expect(ours?.headers.authorization).toBe(`Bearer ${TOKEN}`)
  expect(await run('ls', [folder])).toMatchObject({ stdout: '' })
})

it('carries the headers and the query of the request', async () => {
  await inBash(await asked((service) => service.cachePolicy({ mode: 'bypass', maxAgeMs: 0 })))
  await inBash(await asked((service) => service.sessions(3)))
  const [policy, policyAgain, list, listAgain] = server.seen.map(essence)
  expect([policyAgain, listAgain]).toEqual([policy, list])
  expect(policy?.headers).toMatchObject({ 'x-service-cache-mode': 'bypass', 'x-service-cache-max-age-ms': '0' })
  expect(list?.url).toBe('/v1/sessions?page=3&page_size=100&only_active=false')
})

it('a PUT names a file for the body that the log does not keep, and says so', async () => {
  const source = 'def run():\n    return "it\'s"\n'
  const command = await asked((service) => service.putFunction('c', 'login', source))
  expect(command).toMatch(/^# Request bodies are not logged: save \{"source": "…"\} as source\.json first\.\n/)
  expect(command).not.toContain('def run')
  writeFileSync(join(folder, 'source.json'), JSON.stringify({ source }))
  await inBash(command)
  const [ours, curls] = server.seen.map(essence)
  expect(curls).toEqual(ours)
})

it('says that an address is not whole, and sends no key where the program sent none', () => {
  const url = 'https://api.example.com/sessions/[redacted]'
  expect(curlOf({ method: 'GET', url, headers: [] })).toBe(
    `# This address was shortened or redacted in the log: complete it before use.\ncurl --globoff --request GET '${url}'`,
  )
})

it('leaves out what the log does not hold and what curl says by itself', () => {
  const headers: [string, string][] = [
    ['Host', 'x'],
    ['connection', 'keep-alive'],
    ['cookie', '[redacted]'],
    ['x-odd', 'before [redacted]'],
    ['X-Kept', "it's"],
    ['authorization', 'Bearer [redacted]'],
  ]
  expect(curlOf({ method: 'POST', url: 'https://h/token', headers })).toBe(
    [
      '# Request bodies are not logged. This was a sign-in: save grant_type=password&username=…&password=… as sign-in.txt first.',
      "curl --globoff --request POST 'https://h/token' \\",
      '  --header "Authorization: Bearer $REPLAY_DESK_TOKEN" \\',
      "  --header 'X-Kept: it'\\''s' \\",
      '  --data-binary @sign-in.txt',
    ].join('\n'),
  )
})
