import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStaticFiles } from './static-files.ts'

let folder: string
let serve: (request: Request) => Promise<Response>
let nonces = 0

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'desk-static-'))
  mkdirSync(join(folder, 'page', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'page', 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">')
  writeFileSync(join(folder, 'page', 'assets', 'app.js'), 'export {}')
  writeFileSync(join(folder, 'page', 'assets', 'app.js.map'), '{}')
  writeFileSync(join(folder, 'page', 'notes'), 'of a type that no page needs')
  writeFileSync(join(folder, 'secret.js'), 'outside')
  serve = createStaticFiles(join(folder, 'page'), () => `n${++nonces}`)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const get = (path: string, method = 'GET') => serve(new Request(`app://desk${path}`, { method }))

test('the document carries the nonce of its own header, another one each time', async () => {
  const first = await get('/')
  const nonce = /'nonce-(n\d+)'/.exec(first.headers.get('content-security-policy') ?? '')?.[1]
  expect(nonce).toBeDefined()
  expect(await first.text()).toContain(`content="${nonce}"`)
  expect((await get('/')).headers.get('content-security-policy')).not.toContain(`'nonce-${nonce}'`)
})

test('the policy allows no inline script and no foreign source, as a whole value', async () => {
  const csp = (await get('/')).headers.get('content-security-policy') ?? ''
  expect(csp.replace(/'nonce-n\d+'/, "'nonce-N'").split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'nonce-N'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ])
})

test('a script carries the policy too, which is the one that a worker obeys', async () => {
  const csp = (await get('/assets/app.js')).headers.get('content-security-policy')
  expect(csp).toContain("default-src 'none'; script-src 'self'; ")
})

test.each(['/', '/assets/app.js'])('%s cannot be read, embedded or sniffed by another origin', async (path) => {
  const { headers } = await get(path)
  const names = ['x-content-type-options', 'cross-origin-opener-policy', 'cross-origin-resource-policy']
  expect(names.map((name) => headers.get(name))).toEqual(['nosniff', 'same-origin', 'same-origin'])
  expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store'])
})

test.each([
  '/../secret.js',
  '/%2e%2e/secret.js',
  '/..%2fsecret.js',
  '/assets/..%2f..%2fsecret.js',
  '/%00',
  '/nothing.js',
  '/assets/app.js.map',
  '/notes',
  '/assets',
])('%s is not found', async (path) => {
  expect((await get(path)).status).toBe(404)
})

test('a broken percent-encoding is a bad request', async () => {
  expect((await get('/%E0%A4%A')).status).toBe(400)
})

test('files have their type, other methods are refused', async () => {
  expect((await get('/assets/app.js')).headers.get('content-type')).toContain('text/javascript')
  expect((await get('/assets/app.js', 'POST')).status).toBe(405)
  expect(await (await get('/assets/app.js', 'HEAD')).text()).toBe('')
})
