/**
 * The other side of the archive's bench, in a process of its own: the sample service, and beside it a server of one file
 * over http and TLS, which also stands in front of the service. `node storage.ts CERTIFICATE KEY`; told which file to
 * serve at which rate, it answers where.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { startSampleService } from '../../../../electron/sample/sample-service.ts'
import { sampleIds } from '../../../../electron/sample/sessions/hand-made-sessions.ts'

export type Ask = {
  file: string
  /** Bytes per second of each connection to `pacedUrl`. */
  pace: number | null
}
export type Served = {
  /** As fast as it goes, from memory. */
  url: string
  tlsUrl: string
  /** The service's own storage. */
  pacedUrl: string
  /** The service over TLS, which names the file of `tlsUrl` as the MP4 of `sessionId`. */
  baseUrl: string
  key: string
  sessionId: string
}

const OBJECT = '/desk-samples/bench/large.mp4'
const SENT_BYTES = 1024 ** 2

/** From memory: reading the file would take the service's process more time than a fast client takes in all. */
const sendFile = async (bytes: Buffer, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const size = bytes.length
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = Number(from ?? 0)
  const end = to ? Number(to) : size - 1
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': 'video/mp4',
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    etag: `"${size}"`,
    ...(from === undefined ? {} : { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  const closed = once(response, 'close')
  for (let at = start; at <= end && !response.destroyed; at += SENT_BYTES)
    if (!response.write(bytes.subarray(at, Math.min(end + 1, at + SENT_BYTES))))
      await Promise.race([once(response, 'drain'), closed])
  response.end()
}

const [certificate = '', privateKey = ''] = process.argv.slice(2)
const service = await startSampleService({
  folder: join(import.meta.dirname, '../../../../assets/sample'),
  linkLifeMs: 86_400_000,
})
const { origin, pathname } = new URL(service.baseUrl)
let bytes: Buffer = Buffer.alloc(0)

const originOf = async (server: Server, scheme: string): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The answer of the service itself, with the MP4's link leading here. */
const relay = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const authorization = request.headers.authorization ?? ''
  const told = await fetch(`${origin}${request.url}`, { headers: { authorization } })
  const text = await told.text()
  response.writeHead(told.status, { 'content-type': 'application/json' })
  response.end(text.replace(/"mp4_url":\s*"[^"]*"/, `"mp4_url":"${tlsOrigin}${OBJECT}"`))
}
const answer = (request: IncomingMessage, response: ServerResponse): void => {
  const sent = request.url === OBJECT ? sendFile(bytes, request, response) : relay(request, response)
  sent.catch(() => response.destroy())
}
const httpOrigin = await originOf(createHttpServer(answer), 'http')
const keys = { cert: readFileSync(certificate), key: readFileSync(privateKey) }
const tlsOrigin = await originOf(createServer(keys, answer), 'https')

process.on('message', ({ file, pace }: Ask) => {
  bytes = readFileSync(file)
  service.addObject(OBJECT, { file })
  service.faults.media.bytesPerSecond = pace
  const served: Served = {
    url: `${httpOrigin}${OBJECT}`,
    tlsUrl: `${tlsOrigin}${OBJECT}`,
    pacedUrl: service.sign(OBJECT),
    baseUrl: `${tlsOrigin}${pathname}`,
    key: service.key,
    sessionId: sampleIds.shopCheckout,
  }
  process.send?.(served)
})
