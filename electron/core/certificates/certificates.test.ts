import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClock } from '../base/clock.ts'
import { createOpenObject, DEFAULT_TIMING } from '../media/storage/open-object.ts'
import { systemResolve } from '../media/storage/resolver.ts'
import { createTransport, TransportFault } from '../media/storage/storage-transport.ts'
import { exchange } from '../service/http/exchange.ts'
import { certificateFault } from './fault.ts'
import { problemOfCertificate } from './problem.ts'

const listening = async (server: TcpServer): Promise<number> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return (server.address() as AddressInfo).port
}

/** Certificates are made by a program that is not ours. */
const hasOpenssl = ((): boolean => {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write('skipped: openssl is not on this machine, so no certificate can be made\n')
    return false
  }
})()

test('the code decides, wherever fetch puts it', () => {
  const inner = Object.assign(new Error('any words'), { code: 'CERT_HAS_EXPIRED' })
  expect(certificateFault(new TypeError('fetch failed', { cause: inner }))).toEqual({
    kind: 'expired',
    code: 'CERT_HAS_EXPIRED',
  })
  expect(certificateFault(new Error('self-signed certificate'))).toBeNull()
})

describe.runIf(hasOpenssl)('certificates over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'desk-certificates-'))
  const at = (name: string): string => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const servers: Server[] = []
  let connections = 0
  let requests = 0
  let [trusted, expired, otherName, selfSigned] = ['', '', '', '']

  /** A leaf of our authority; `extra` sets its time. */
  const issue = (name: string, names: string, ...extra: string[]): void => {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    openssl('req', ...curve, '-keyout', at(`${name}.key`), '-out', at(`${name}.csr`), '-subj', '/CN=leaf')
    writeFileSync(at(`${name}.ext`), `subjectAltName=${names}\n`)
    const by = ['-config', at('ca.cnf'), '-cert', at('ca.pem'), '-keyfile', at('ca.key'), '-extfile', at(`${name}.ext`)]
    openssl(
      'ca',
      '-batch',
      '-notext',
      '-rand_serial',
      ...by,
      '-in',
      at(`${name}.csr`),
      '-out',
      at(`${name}.pem`),
      ...extra,
    )
  }
  const serve = async (name: string): Promise<string> => {
    const pair = { key: readFileSync(at(`${name}.key`)), cert: readFileSync(at(`${name}.pem`)) }
    const server = createServer(pair, (_request, response) => {
      requests += 1
      response.end('{}')
    })
    server.on('connection', () => {
      connections += 1
    })
    servers.push(server)
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  beforeAll(async () => {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '9']
    openssl(
      'req',
      '-x509',
      ...curve,
      '-keyout',
      at('ca.key'),
      '-out',
      at('ca.pem'),
      '-subj',
      '/O=Example Works/CN=Root',
    )
    writeFileSync(at('index.txt'), '')
    const ca = [
      `database = ${at('index.txt')}`,
      `new_certs_dir = ${folder}`,
      'default_md = sha256',
      'policy = p',
      'rand_serial = yes',
    ]
    writeFileSync(
      at('ca.cnf'),
      `[ca]\ndefault_ca = d\n[d]\n${ca.join('\n')}\nunique_subject = no\n[p]\ncommonName = supplied\n`,
    )
    const own = ['-subj', '/CN=nas.example', '-addext', 'subjectAltName=IP:127.0.0.1']
    openssl('req', '-x509', ...curve, '-keyout', at('self.key'), '-out', at('self.pem'), ...own)
    issue('good', 'IP:127.0.0.1', '-days', '5')
    issue('old', 'IP:127.0.0.1', '-startdate', '20200101000000Z', '-enddate', '20200301000000Z')
    issue('other', 'DNS:files.example,DNS:www.example', '-days', '5')
    trusted = await serve('good')
    expired = await serve('old')
    otherName = await serve('other')
    selfSigned = await serve('self')
  }, 60_000)
  afterAll(() => {
    for (const server of servers) {
      server.close()
      server.closeAllConnections()
    }
    rmSync(folder, { recursive: true, force: true })
  })

  const clock = createClock()
  const ask = async (url: string) =>
    (await exchange({ fetch, clock, timeoutMs: 20_000 }, { url, method: 'GET', headers: {} })).problem

  test('H50: reports a self-signed certificate at once, with its issuer', { timeout: 60_000 }, async () => {
    const problem = await ask(selfSigned)
    expect(problem).toMatchObject({ code: 'certificate', details: 'DEPTH_ZERO_SELF_SIGNED_CERT', unsent: true })
    expect(problem?.message).toBe('The certificate of 127.0.0.1 is not trusted: it is self-signed (nas.example).')
    expect(problem?.next).toContain('add its root certificate to the system')
  })

  test('H50: does not retry storage of an unknown authority endlessly', { timeout: 60_000 }, async () => {
    const line = createTransport({
      clock,
      resolve: systemResolve,
      headTimeoutMs: 20_000,
      service: () => 'loopback',
    })
    const open = createOpenObject({ transport: line.transport, clock, timing: DEFAULT_TIMING })
    const source = {
      link: () => ({ ok: true as const, value: { url: `${trusted}/x.mp4`, generation: 1 } }),
      renew: () => Promise.reject(new Error('a certificate is no refused link')),
      rejected: () => ({ code: 'links-expired' as const, message: '' }),
      worked: () => {},
    }
    await ask(selfSigned) // the system's roots are read by now
    const before = connections
    requests = 0
    const fault = await open(source, null, 'opaque', new AbortController().signal).catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(TransportFault)
    const { problem } = fault as TransportFault
    expect(problem).toMatchObject({ code: 'certificate', details: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })
    expect(problem.message).toContain('issued by Example Works, which this computer does not trust')
    expect(connections - before).toBeLessThanOrEqual(3) // once, once more with the system's roots, the look
    expect(requests).toBe(0)
    line.dispose()
  })

  test('H50: the look at a refused certificate sends no byte', { timeout: 60_000 }, async () => {
    const pair = { key: readFileSync(at('self.key')), cert: readFileSync(at('self.pem')) }
    // Up to TLS 1.2 the type of a record says what is in it: 23 is data of the application (RFC 5246, 6.2.1).
    const server = createTlsServer({ ...pair, maxVersion: 'TLSv1.2' }, (socket) => socket.on('error', () => {}))
    const port = await listening(server)
    const sent: Buffer[] = []
    const over = Promise.withResolvers<void>()
    const between = createTcpServer((socket) => {
      const behind = connect(port, '127.0.0.1')
      socket.on('data', (bytes) => sent.push(bytes))
      socket.on('close', () => over.resolve())
      for (const one of [socket, behind]) one.on('error', () => {}) // the client closes the connection
      socket.pipe(behind).pipe(socket)
    })
    const peer = { host: '127.0.0.1', port: await listening(between) }
    const problem = await problemOfCertificate({ kind: 'issuer', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, peer)
    await over.promise
    server.close()
    between.close()
    expect(problem.message).toContain('self-signed (nas.example)')
    const all = Buffer.concat(sent)
    const types: number[] = []
    for (let start = 0; start + 5 <= all.length; start += 5 + all.readUInt16BE(start + 3)) types.push(all[start] ?? 0)
    expect(types).toContain(22)
    expect(types).not.toContain(23)
  })

  /** What a new process makes of these addresses, one after the other; environment decides what it trusts. */
  const inProcess = async (env: Record<string, string>, ...urls: string[]): Promise<(string | null)[]> => {
    const script = `
      const { exchange } = await import(process.argv[2])
      const { createClock } = await import(process.argv[3])
      const found = []
      for (const url of process.argv.slice(4)) {
        const { problem } = await exchange({ fetch, clock: createClock(), timeoutMs: 20000 }, { url, method: 'GET', headers: {} })
        found.push(problem && problem.details ? problem.details + ': ' + problem.message : problem?.code ?? null)
      }
      console.log(JSON.stringify(found))`
    const modules = ['../service/http/exchange.ts', '../base/clock.ts'].map(
      (path) => new URL(path, import.meta.url).href,
    )
    writeFileSync(at('ask.mjs'), script)
    const args = [at('ask.mjs'), ...modules, ...urls]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH, ...env } })
    return JSON.parse(stdout)
  }

  test('H49: NODE_EXTRA_CA_CERTS stays trusted after the system’s roots were added', { timeout: 60_000 }, async () => {
    const env = { NODE_EXTRA_CA_CERTS: at('ca.pem') }
    const [self, good] = await inProcess(env, selfSigned, trusted)
    expect(self).toContain('DEPTH_ZERO_SELF_SIGNED_CERT')
    expect(good).toBeNull()
  })

  test('a root of the system is trusted, without a restart', { timeout: 60_000 }, async () => {
    expect(await inProcess({ SSL_CERT_FILE: at('ca.pem') }, trusted)).toEqual([null])
    expect((await inProcess({ SSL_CERT_FILE: at('self.pem') }, trusted))[0]).toContain(
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    )
  })

  test('H50: expired, and for another name, by their own words', { timeout: 60_000 }, async () => {
    const [old, other] = await inProcess({ NODE_EXTRA_CA_CERTS: at('ca.pem') }, expired, otherName)
    expect(old).toBe('CERT_HAS_EXPIRED: The certificate of 127.0.0.1, issued by Example Works, expired on 2020-03-01.')
    expect(other).toBe(
      'ERR_TLS_CERT_ALTNAME_INVALID: The certificate of 127.0.0.1 is for files.example, www.example, not for this host; it is issued by Example Works.',
    )
  })
})
