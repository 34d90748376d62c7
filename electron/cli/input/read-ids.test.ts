import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EXIT } from '../exit-codes.ts'
import { runCli } from '../testing/run-cli.ts'

vi.setConfig({ testTimeout: 120_000 })
let home: string
let server: Server
let asked: string[]
let listed: string[]
let detail: (id: string) => string

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'desk-ids-'))
  asked = []
  listed = []
  detail = () => 'Not found'
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://here')
    const [, id] = /^\/sessions\/([^/]+)\/replay$/.exec(pathname) ?? []
    if (id !== undefined) asked.push(decodeURIComponent(id))
    const items = listed.map((session_id) => ({ session_id, status: 'closed' }))
    response.writeHead(pathname === '/sessions' ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(pathname === '/sessions' ? { items, has_next: false } : { detail: detail(id ?? '') }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.close()
  server.closeAllConnections()
  rmSync(home, { recursive: true, force: true })
})

const run = (args: string[], input?: string | Buffer) => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const env = { REPLAY_DESK_BASE_URL: baseUrl, REPLAY_DESK_TOKEN: 'planted-token-5c20a7' }
  return runCli(args, { home, env, ...(input === undefined ? {} : { input }) })
}
const archive = (input: string | Buffer, ...more: string[]) =>
  run(['archive', '-', '--to', join(home, 'videos'), '--concurrency', '1', ...more], input)

const STATES = ['active', 'authenticating', 'closed', 'error', 'timed_out']
test('refuses an unknown state and lists the known ones', async () => {
  const ran = await run(['sessions', '--status', 'nonsense'])
  expect(ran).toMatchObject({ code: EXIT.usage, stdout: '' })
  for (const state of STATES) expect(ran.stderr).toContain(state)
})

test('resolves the beginning of one id, and lists the ids when it fits several', async () => {
  listed = ['c2790000-0000-4000-8000-0000000000ab', 'c2790000-0000-4000-8000-0000000000ac', 'run-7', 'run-77']
  await run(['replay', 'c2790000-0000-4000-8000-0000000000ab'])
  const several = await run(['replay', 'c279'])
  expect(several).toMatchObject({ code: EXIT.usage, stdout: '' })
  expect(several.stderr).toContain(`"c279" matches several ids: ${listed[0]}, ${listed[1]}.`)
  await run(['archive', 'c2790000-0000-4000-8000-0000000000a', 'run-7', '--to', join(home, 'videos')])
  listed = ['c2790000-0000-4000-8000-0000000000ab', 'run-7', 'run-77']
  const one = await run(['archive', 'c279', 'run-7', '--to', join(home, 'videos'), '--at-once', '1'])
  expect(one.stderr).toContain(`"c279" is ${listed[0]}.`)
  expect(asked).toEqual([listed[0], listed[0], 'run-7'])
})

test('H44: an id that reads like a state is not found, and the answer is printed once', async () => {
  detail = (id) => `Session ${id} not found`
  const ran = await run(['replay', 'checkout-processing-1', '--wait', '12'])
  expect(ran).toMatchObject({ code: EXIT.notThere, stdout: '' })
  expect(ran.stderr).not.toContain('{')
  expect(asked).toEqual(['checkout-processing-1'])
})

const UPPER = '41E6D8A3-0000-4000-8000-0000000000AB'

test.each(['--ids', '--json'])('H03, H07, H08: every id that sessions %s lists is asked for as it is', async (form) => {
  listed = [UPPER, 'aGVsbG8+d29ybGQ=', 'ü-lauf-3', 'k7', 'run 77', 'a/b\u200b', '9007199254740993123', 'main']
  const list = await run(['sessions', form])
  const ran = await archive(list.stdout)
  expect(asked.toSorted()).toEqual(listed.toSorted())
  expect(ran).toMatchObject({ code: EXIT.notThere })
})

test('H01, H02, H04: reports what is not an id with examples, and in the exit code', async () => {
  const ran = await archive('# comment\nfailed logins of Monday\nrun-77\n')
  expect(asked).toEqual(['run-77'])
  expect(ran.stderr).toContain('1 entry of the list is not an id: "failed logins of Monday".')
  expect(ran.code).toBe(EXIT.several)
  const json = await archive('title,session_id\nx,\n', '--json')
  expect(json).toMatchObject({ code: EXIT.usage, stdout: '' })
  expect(JSON.parse(json.stderr).problem.message).toBe('No id was given. 1 entry of the list is not an id: "x,".')
  const both = await archive('title,session_id\nx,\n,run-78\n', '--json')
  expect(both.json()).toContainEqual(expect.objectContaining({ state: 'not-an-id', count: 1, examples: ['x,'] }))
})

test('H02: a list of Windows PowerShell, UTF-16 by its mark, is read', async () => {
  await archive(Buffer.from('\ufeffrun-77\r\nrun-78\r\n', 'utf16le'))
  expect(asked).toEqual(['run-77', 'run-78'])
  const swapped = Buffer.from('\ufeffrun-79\r\n', 'utf16le').swap16()
  await archive(swapped)
  expect(asked.at(-1)).toBe('run-79')
})

test('H12: a list in Latin-1 is refused, not asked for with other letters', async () => {
  const ran = await archive(Buffer.from('l\u00e4uf-3\n', 'latin1'))
  expect(ran).toMatchObject({ code: EXIT.usage })
  expect([ran.stderr, asked]).toEqual([expect.stringContaining('not UTF-8 text'), []])
})
