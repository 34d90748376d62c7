import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { serveScheme } from './protocol.ts'

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
