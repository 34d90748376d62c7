/**
 * The other side of the archive's bench, in a process of its own: the sample service, and in front of it the same over
 * TLS. `node storage.ts CERTIFICATE KEY`; told which file to serve at which rate, it answers where.
 */
import { createReadStream, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { startSampleService } from '../../../../electron/sample/sample-service.ts'
import { sampleIds } from '../../../../electron/sample/sessions/hand-made-sessions.ts'

export type Ask = {
  file: string
  /** Bytes per second of each connection; null: as fast as it goes. Over TLS never limited. */
  pace: number | null
}
export type Served = {
  url: string
  tlsUrl: string
  /** The service over TLS, which names the file of `tlsUrl` as the MP4 of `sessionId`. */
  baseUrl: string
  key: string
  sessionId: string
}

const OBJECT = '/desk-samples/bench/large.mp4'
const READ_BYTES = 256 * 1024

const sendFile = (file: string, request: IncomingMessage, response: ServerResponse): void => {
  const { size } = statSync(file)
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
  createReadStream(file, { start, end, highWaterMark: READ_BYTES }).pipe(response)
}

const [certificate = '', privateKey = ''] = process.argv.slice(2)
const service = await startSampleService({
  folder: join(import.meta.dirname, '../../../../assets/sample'),
  linkLifeMs: 86_400_000,
})
const { origin, pathname } = new URL(service.baseUrl)
const { promise: listening, resolve } = Promise.withResolvers<string>()
let file = ''

/** The answer of the service itself, with the MP4's link leading here. */
const relay = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const authorization = request.headers.authorization ?? ''
  const answer = await fetch(`${origin}${request.url}`, { headers: { authorization } })
  const text = await answer.text()
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(text.replace(/"mp4_url":\s*"[^"]*"/, `"mp4_url":"${await listening}${OBJECT}"`))
}
const tls = createServer({ cert: readFileSync(certificate), key: readFileSync(privateKey) }, (request, response) => {
  if (request.url === OBJECT) return sendFile(file, request, response)
  relay(request, response).catch(() => response.destroy())
})
tls.listen(0, '127.0.0.1', () => resolve(`https://127.0.0.1:${(tls.address() as AddressInfo).port}`))

process.on('message', async (ask: Ask) => {
  file = ask.file
  service.addObject(OBJECT, { file })
  service.faults.media.bytesPerSecond = ask.pace
  const here = await listening
  const served: Served = {
    url: service.sign(OBJECT),
    tlsUrl: `${here}${OBJECT}`,
    baseUrl: `${here}${pathname}`,
    key: service.key,
    sessionId: sampleIds.shopCheckout,
  }
  process.send?.(served)
})
