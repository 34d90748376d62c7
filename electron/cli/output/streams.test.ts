import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { EXIT } from '../exit-codes.ts'
import { runCli } from '../testing/run-cli.ts'
import { visibleSigns } from './terminal-text.ts'

vi.setConfig({ testTimeout: 120_000 })
const LAUNCHER = join(import.meta.dirname, '../replay-desk.js')
const SOURCE = '\tif page:\r\n\t\treturn True'
const LONG = '#'.repeat(20_000)
let home: string
let server: Server
let keys: string[]
let listed: (page: number) => { items: { session_id: string }[]; has_next: boolean }
let pages = 0

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'desk-streams-'))
  keys = []
  server = createServer((request, response) => {
    keys.push(request.headers.authorization ?? '')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://here')
    if (pathname === '/sessions') pages += 1
    const body =
      pathname === '/sessions'
        ? listed(Number(searchParams.get('page')))
        : pathname.startsWith('/profiles')
          ? { cookies: [{ name: 'n', value: 'v', domain: 'a.test' }] }
          : { source: pathname.includes('long') ? LONG : SOURCE, version: 1 }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
  rmSync(home, { recursive: true, force: true })
})

const many = (page: number) => ({
  items: Array.from({ length: 100 }, (_, n) => ({ session_id: `run-${page}-${n}-${'x'.repeat(400)}` })),
  has_next: page < 20,
})
const baseUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const env = () => ({ REPLAY_DESK_BASE_URL: baseUrl(), REPLAY_DESK_TOKEN: 'planted-token-5c20a7' })
const run = (args: string[], input?: string | Buffer) =>
  runCli(args, { home, env: env(), ...(input === undefined ? {} : { input }) })
/** One shell line; `RD` is the command. */
const shell = (line: string) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const RD = `${process.execPath} ${LAUNCHER}`
    const options = { env: { ...process.env, ...env(), HOME: home, REPLAY_DESK_DATA: join(home, 'data'), RD } }
    const child = execFile('bash', ['-c', line], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })

describe('output that cannot be written', () => {
  test.runIf(existsSync('/dev/full')).each(['', '--json', '--ids'])(
    'H18: sessions %s on a full disk: one sentence, code 9',
    async (form) => {
      listed = (page) => ({ ...many(page), has_next: false })
      const ran = await shell(`$RD sessions ${form} > /dev/full`)
      expect(ran).toMatchObject({
        code: EXIT.disk,
        stderr: 'The output could not be written (no space left on the disk).\n',
      })
    },
  )

  test('H18: reports a last part that does not fit, too', async () => {
    listed = (page) => ({ ...many(page), has_next: false })
    const ran = await shell(`ulimit -f 8; trap '' XFSZ; $RD sessions --ids --limit 100 > ${join(home, 'limited')}`)
    expect(ran).toMatchObject({ code: EXIT.disk, stderr: expect.stringContaining('the file would be too large') })
  })

  test('H18: reports a single write that fits only in part, too', async () => {
    const ran = await shell(`ulimit -f 8; trap '' XFSZ; $RD function get long login > ${join(home, 'cut')}`)
    expect(ran).toMatchObject({ code: EXIT.disk, stderr: expect.stringContaining('the file would be too large') })
    expect(statSync(join(home, 'cut')).size).toBe(8 * 1_024)
  })

  test('H31: a reader that leaves ends it without a word, with the code of SIGPIPE', async () => {
    listed = many
    const ran = await shell('$RD sessions --ids --limit 3000 | head -1; echo $PIPESTATUS')
    const [first, code] = ran.stdout.trim().split('\n')
    expect([first?.startsWith('run-1-0-'), code, ran.stderr]).toEqual([true, '141', ''])
  })
})

test('H16: a list that repeats its page endlessly ends with a notice', async () => {
  listed = () => ({ items: [{ session_id: 'run-1' }, { session_id: 'run-2' }], has_next: true })
  pages = 0
  const ran = await run(['sessions', '--limit', '100', '--ids'])
  expect(ran).toMatchObject({ code: 0, stdout: 'run-1\nrun-2\n' })
  expect(ran.stderr).toContain('repeats its pages')
  expect(pages).toBeLessThan(10)
})

describe('sources', () => {
  test('H13: what get writes is what put takes for the same', async () => {
    const got = await run(['function', 'get', 'c1', 'login'])
    expect(got.stdout).toBe(SOURCE)
    const put = await run(['function', 'put', 'c1', 'login', '-', '--yes'], got.stdout)
    expect(put.stderr).toContain('The service already has this source.')
  })

  test('H11: a difference shows TAB and CR as signs', async () => {
    const file = join(home, 'new.py')
    writeFileSync(file, '\tif page:\r\n\treturn True')
    const { stderr } = await run(['function', 'put', 'c1', 'login', file])
    expect(stderr).toContain('-→   →   return True')
    expect(stderr).toContain('+→   return True')
    expect(stderr).toContain(' →   if page:␍')
    expect(visibleSigns('a\u200bb\u202ec\u00a0d\u001be')).toBe('a<U+200B>b<U+202E>c<U+00A0>d␛e')
  })

  test('H12: a source in Latin-1 on stdin is refused and not sent', async () => {
    const before = keys.length
    const ran = await run(
      ['function', 'put', 'c1', 'login', '-', '--yes'],
      Buffer.from('page.fill("Zo\u00eb")', 'latin1'),
    )
    expect(ran).toMatchObject({ code: EXIT.usage, stderr: expect.stringContaining('not UTF-8 text') })
    expect(keys).toHaveLength(before)
  })
})

test.each(['-', '/dev/stdout', '/dev/fd/1'])('H14: --to %s is stdout', async (to) => {
  const ran = await run(['cookies', 'p', '--format', 'netscape', '--to', to])
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('a.test') })
  expect(existsSync('-')).toBe(false)
})

test('H30: a key pasted in brackets, with arrow keys around it, is the key alone', async () => {
  // A pseudo terminal of Python types into the prompt.
  const script = `
import os, pty, sys, time
pid, fd = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
seen = b''
while b'not shown' not in seen: seen += os.read(fd, 4096)
time.sleep(0.3)
for part in (b'\\x1b[D\\x1b', b'[200~pasted-key-71', b'c4\\n\\x1b[201~', b'\\x1bOC\\r'):
  os.write(fd, part); time.sleep(0.1)
try:
  while os.read(fd, 4096): pass
except OSError: pass
os.waitpid(pid, 0)
`
  keys = []
  const child = spawn('python3', ['-c', script, process.execPath, LAUNCHER, 'login', '--base-url', baseUrl()], {
    env: { PATH: process.env.PATH ?? '', HOME: home, XDG_CONFIG_HOME: home, REPLAY_DESK_DATA: join(home, 'data') },
    stdio: 'ignore',
  })
  await new Promise((resolve) => child.once('close', resolve))
  // The first question, whether a service is there, needs no key.
  expect(new Set(keys)).toEqual(new Set(['', 'Bearer pasted-key-71c4']))
})
