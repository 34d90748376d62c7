import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ok } from '../../../contract/result.ts'
import { createClock } from '../../base/clock.ts'
import { adoptTrusted } from '../../certificates/system-roots.ts'
import { createFollow } from '../../media/storage/follow.ts'
import { createOpenObject, DEFAULT_TIMING } from '../../media/storage/open-object.ts'
import { systemResolve } from '../../media/storage/resolver.ts'
import { createTransport } from '../../media/storage/storage-transport.ts'
import type { RecordLinks } from '../archive-types.ts'
import { createEngineClient } from '../worker/engine-client.ts'
import { fetchMp4With } from './fetch-mp4.ts'
import { createThrottle } from './speed-limit.ts'
import { movie } from './testing/test-connection.ts'

// Real links are https: the same reading as over plain loopback must hold through TLS.
const hasOpenssl = ((): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write('skipped: openssl is not on this machine, so no certificate can be made\n')
    return false
  }
})()

describe.runIf(hasOpenssl)('over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-tls-'))
  const body = movie(24 * 1024 * 1024)
  const before = hasOpenssl ? tls.getCACertificates('default') : []
  let server: Server
  let origin: string
  let chunked = false

  beforeAll(async () => {
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
    execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...name], { stdio: 'ignore' })
    tls.setDefaultCACertificates([...before, readFileSync(cert, 'utf8')])
    server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
      const first = Number(from ?? 0)
      const last = to ? Math.min(Number(to), body.length - 1) : body.length - 1
      const part = body.subarray(first, last + 1)
      response.writeHead(from === undefined ? 200 : 206, {
        'Content-Type': 'video/mp4',
        ETag: '"one"',
        ...(chunked ? {} : { 'Content-Length': part.length }),
        ...(from === undefined ? {} : { 'Content-Range': `bytes ${first}-${last}/${body.length}` }),
      })
      response.end(part)
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    tls.setDefaultCACertificates(before)
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  })

  const fetchOver = async (connections: number, name: string) => {
    const clock = createClock()
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const headTimeoutMs = DEFAULT_TIMING.headTimeoutMs
    const line = createTransport({ clock, resolve: systemResolve, headTimeoutMs, service: () => 'loopback' })
    const record = ok({
      mp4Url: `${origin}/x.mp4?sig=a`,
      playlist: null,
      expiresAt: null,
      startMs: null,
      durationMs: null,
    })
    const links: RecordLinks = { record: async () => record, renew: async () => record, dispose: () => {} }
    const partPath = join(folder, name)
    const transport = createFollow(line.transport)
    const result = await fetchMp4With(
      {
        links,
        partPath,
        connections,
        throttle: createThrottle({ clock, bytesPerSecond: () => 0 }),
        transport,
        openObject: createOpenObject({ transport, clock, timing: DEFAULT_TIMING }),
        clock,
        log,
        signal: new AbortController().signal,
        onProgress: () => {},
      },
      {},
    )
    line.dispose()
    return { result, same: body.equals(readFileSync(partPath)) }
  }

  test.each([1, 4])('%i connections bring the same bytes', { timeout: 60_000 }, async (connections) => {
    const { result, same } = await fetchOver(connections, `plain-${connections}.part`)
    expect(result.ok).toBe(true)
    expect(same).toBe(true)
  })

  test('the archive’s thread trusts what main has added of the system’s certificates', {
    timeout: 60_000,
  }, async () => {
    const record = ok({ mp4Url: `${origin}/x.mp4`, playlist: null, expiresAt: null, startMs: null, durationMs: null })
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    const fetchInThread = async (name: string) => {
      const client = createEngineClient({ clock: createClock(), log, bytesPerSecond: () => 0 })
      const partPath = join(folder, name)
      const links: RecordLinks = { record: async () => record, renew: async () => record, dispose: () => {} }
      const { signal } = new AbortController()
      const request = { baseUrl: origin, links, partPath, connections: 2, log, signal, onProgress: () => {} }
      const result = await client.fetchMp4(request)
      await client.dispose()
      return result.ok ? 'ok' : result.problem.code
    }
    expect(await fetchInThread('strange.part')).toBe('certificate')
    adoptTrusted(tls.getCACertificates('default'))
    expect(await fetchInThread('trusted.part')).toBe('ok')
  })

  test('D07: a body without a length comes the same', { timeout: 60_000 }, async () => {
    chunked = true
    const { result, same } = await fetchOver(1, 'chunked.part')
    chunked = false
    expect(result.ok).toBe(true)
    expect(same).toBe(true)
  })
})
