import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { createSchemeHandler, serveScheme } from './app-protocol.ts'

const served = vi.hoisted(() => new Map<string, (request: unknown) => Promise<Response>>())
vi.mock('electron', () => ({
  protocol: {
    handle: (scheme: string, answer: (request: unknown) => Promise<Response>) => void served.set(scheme, answer),
  },
}))

const folder = mkdtempSync(join(tmpdir(), 'desk-protocol-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each document has a nonce of 128 random bits, and foreign initiators get nothing', async () => {
  writeFileSync(join(folder, 'index.html'), '<meta name="csp-nonce" content="__CSP_NONCE__">')
  serveScheme(folder, async () => new Response('media'))
  const load = async (initiatorOrigin?: string): Promise<Response | undefined> =>
    served.get('app')?.({ url: 'app://desk/', method: 'GET', initiatorOrigin })
  const nonces = new Set<string>()
  for (let n = 0; n < 20; n += 1) {
    const nonce = /'nonce-([^']*)'/.exec((await load())?.headers.get('content-security-policy') ?? '')?.[1] ?? ''
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(20)
  expect((await load('https://evil.example'))?.type).toBe('error')
})

const handler = createSchemeHandler(
  () => new Response('file'),
  async () => new Response('media'),
)
/** Node's Request takes only http; Electron's carries the scheme and names who asked. */
const ask = async (url: string, initiatorOrigin?: string): Promise<string> => {
  const answer = await handler({ url, initiatorOrigin } as unknown as Request)
  return answer.type === 'error' ? 'network error' : answer.text()
}

test('X05: our page reaches its files and its media', async () => {
  expect(await ask('app://desk/')).toBe('file')
  expect(await ask('app://desk/assets/index.js', 'app://desk')).toBe('file')
  expect(await ask('app://desk/media/session/list.m3u8', 'app://desk')).toBe('media')
})

test('X05: a foreign page, a frame without an origin and another host get nothing', async () => {
  for (const foreign of ['https://evil.example', 'null', 'app://desk.evil', 'app://other', '']) {
    expect(await ask('app://desk/media/session/list.m3u8', foreign)).toBe('network error')
  }
  for (const url of ['app://other/', 'app://desk.evil/', 'https://desk/']) expect(await ask(url)).toBe('network error')
})
