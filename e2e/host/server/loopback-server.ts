import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import { APP_ORIGIN, PAGE_ORIGIN } from '../state.ts'
import { asCustomScheme } from './media-loader.ts'
import { inboundHeaders, outboundHeaders, refusalOf } from './scheme-headers.ts'

/** An empty page of our origin, where a window waits until the bindings are in place. */
export const BLANK_PATH = '/__desk_blank'

type ProtocolHandler = (request: Request) => Response | Promise<Response>

/** Answers true when main's `webRequest` listener cancels the request. */
export type RequestGate = (details: { url: string; method: string; resourceType: string }) => Promise<boolean>

export type HostServer = {
  port: number
  /** `reason path` of each refused request, newest last. */
  refused: string[]
  setHandler: (handler: ProtocolHandler | null) => void
  setGate: (gate: RequestGate | null) => void
  close: () => Promise<void>
}

const RESOURCE_TYPES: Record<string, string> = {
  document: 'mainFrame',
  iframe: 'subFrame',
  style: 'stylesheet',
  script: 'script',
  image: 'image',
  font: 'font',
  video: 'media',
  audio: 'media',
  empty: 'xhr',
}

/** Only what the page's `<video>` and `<audio>` load; scripts see the answer as it is. */
const isMedia = ({ headers }: IncomingMessage): boolean => RESOURCE_TYPES[String(headers['sec-fetch-dest'])] === 'media'

const toRequest = (incoming: IncomingMessage): Request => {
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // No signal on purpose: Electron's protocol.handle does not abort it either; a lost page cancels the body stream.
  const request = new Request(APP_ORIGIN + (incoming.url ?? '/'), {
    method,
    headers: inboundHeaders(incoming.rawHeaders),
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array<ArrayBuffer>>, duplex: 'half' } : {}),
  })
  // Electron's own field. Only our page gets this far; a load that main began has no initiator.
  const initiatorOrigin = incoming.headers['sec-fetch-site'] === 'same-origin' ? APP_ORIGIN : undefined
  return Object.defineProperty(request, 'initiatorOrigin', { value: initiatorOrigin, enumerable: true })
}

const send = async (answer: Response, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  // As net::ERR_FAILED in Electron: a network error without a status.
  if (answer.type === 'error') {
    outgoing.destroy()
    return
  }
  const head = { status: answer.status, headers: outboundHeaders(answer.headers) }
  const { status, headers } = isMedia(incoming) ? asCustomScheme(head, incoming.headers.range) : head
  outgoing.sendDate = false // nothing adds one there
  outgoing.writeHead(status, status === answer.status ? answer.statusText || undefined : undefined, headers)
  if (!answer.body || incoming.method === 'HEAD') {
    await answer.body?.cancel()
    outgoing.end()
    return
  }
  outgoing.flushHeaders()
  // A lost client destroys the Readable, which cancels the web stream: the same path as in Electron.
  await pipeline(Readable.fromWeb(answer.body as NodeWebStream), outgoing)
}

const isLostClient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/**
 * The loopback server behind `protocol.handle('app', …)`. Listens on 127.0.0.1 alone, on a port the system picks, and
 * hands only requests of our own page to the handler; everything else gets 403.
 */
export const startServer = async (secret: string): Promise<HostServer> => {
  let handler: ProtocolHandler | null = null
  let gate: RequestGate | null = null
  const refused: string[] = []

  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { headers } = incoming
    if (incoming.url === BLANK_PATH && headers.host === new URL(PAGE_ORIGIN).host) {
      outgoing.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "default-src 'none'" }).end()
      return
    }
    const site = headers['sec-fetch-site']
    const caller = { host: headers.host, cookie: headers.cookie, site: typeof site === 'string' ? site : undefined }
    const reason = refusalOf(caller, secret)
    if (reason) {
      refused.push(`${reason} ${incoming.url}`)
      outgoing.writeHead(403).end()
      return
    }
    if (!handler) {
      outgoing.writeHead(503).end()
      return
    }
    const resourceType = RESOURCE_TYPES[String(headers['sec-fetch-dest'])] ?? 'other'
    const details = { url: APP_ORIGIN + incoming.url, method: incoming.method ?? 'GET', resourceType }
    if (await gate?.(details)) {
      outgoing.destroy()
      return
    }
    await send(await handler(toRequest(incoming)), incoming, outgoing)
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      if (outgoing.destroyed || isLostClient(error)) return
      console.error('[host] The protocol handler failed:', error)
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(500).end()
    })
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', listening)
  })

  return {
    port: (server.address() as AddressInfo).port,
    refused,
    setHandler: (next) => {
      handler = next
    },
    setGate: (next) => {
      gate = next
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
