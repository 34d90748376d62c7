import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pageCsp } from '../../electron/shell/page/csp.ts'
import { createStaticFiles, NONCE_PLACEHOLDER } from './vite-files.ts'

const asked: string[] = []
const vite = createServer((request, response) => {
  asked.push(request.url ?? '')
  const html = request.url === '/'
  response.writeHead(request.url === '/gone.ts' ? 404 : 200, { 'content-type': html ? 'text/html' : 'text/javascript' })
  response.end(html ? `<script nonce="${NONCE_PLACEHOLDER}"></script>` : `'${NONCE_PLACEHOLDER}'`)
})
let host = ''
beforeAll(async () => {
  await new Promise<void>((done) => vite.listen(0, '127.0.0.1', done))
  host = `127.0.0.1:${(vite.address() as AddressInfo).port}`
  process.env.REPLAY_DESK_DEV_SERVER = `http://${host}`
})
afterAll(() => {
  delete process.env.REPLAY_DESK_DEV_SERVER
  vite.close()
})
/** Node's Request takes only http; Electron's carries the scheme. */
const load = (path: string): Promise<Response> =>
  createStaticFiles('', () => 'n1')({ url: `app://desk${path}`, headers: new Headers() } as unknown as Request)

test('the document comes from the dev server, with the nonce of this load', async () => {
  const document = await load('/')
  expect(await document.text()).toBe('<script nonce="n1"></script>')
  expect(document.headers.get('content-type')).toBe('text/html')
})

test('other files pass as they are, query and status included', async () => {
  expect(await (await load('/app/app.tsx?t=7')).text()).toBe(`'${NONCE_PLACEHOLDER}'`)
  expect(asked.at(-1)).toBe('/app/app.tsx?t=7')
  expect((await load('/gone.ts')).status).toBe(404)
})

test("the policy is the program's own but for the scripts of this load and the socket of the dev server", async () => {
  const rules = (await load('/')).headers.get('content-security-policy')?.split('; ') ?? []
  const own = pageCsp('n1').split('; ')
  expect(rules.filter((rule) => !own.includes(rule))).toEqual([
    "script-src 'self' 'nonce-n1'",
    `connect-src 'self' ws://${host}`,
  ])
  expect(rules).toHaveLength(own.length)
})
