import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** One request as it arrived: the raw request target is the point of P21. */
type SeenRequest = { target: string; path: string; range: string | null; headers: http.IncomingHttpHeaders }
export type Exchange = SeenRequest & {
  /** How often this path was asked for before. */
  nth: number
  response: http.ServerResponse
  socket: Socket
}
/** Answers true when it took the exchange over. */
export type Behaviour = (exchange: Exchange) => boolean

export type StoredObject = { body: Buffer; etag?: string; type?: string }

export type StorageServer = Awaited<ReturnType<typeof startStorage>>

export const ACCESS_DENIED =
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>'

/** The storage's way to refuse a signature. */
export const deny = ({ response }: Exchange, status = 403): true => {
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': ACCESS_DENIED.length })
  response.end(ACCESS_DENIED)
  return true
}

/**
 * A real storage server on 127.0.0.1: objects with ranges and validators, and one hook that may do anything
 * to an exchange. Refuses HEAD and any credential, as storage does (docs/deployments.md, Replay; D11).
 */
export const startStorage = async () => {
  const objects = new Map<string, StoredObject>()
  const requests: SeenRequest[] = []
  const open = new Set<http.ServerResponse>()
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = () => false

  const serve = (object: StoredObject, { range, response }: Exchange) => {
    const { body, etag = `"${body.length}"`, type = 'application/octet-stream' } = object
    const match = /^bytes=(\d+)-(\d*)$/.exec(range ?? '')
    const common = { 'content-type': type, etag, 'accept-ranges': 'bytes' }
    if (!match) {
      response.writeHead(200, { ...common, 'content-length': body.length })
      return response.end(body)
    }
    const first = Number(match[1])
    const last = Math.min(match[2] === '' ? body.length - 1 : Number(match[2]), body.length - 1)
    if (first >= body.length) {
      response.writeHead(416, { 'content-range': `bytes */${body.length}` })
      return response.end()
    }
    response.writeHead(206, {
      ...common,
      'content-length': last - first + 1,
      'content-range': `bytes ${first}-${last}/${body.length}`,
    })
    return response.end(body.subarray(first, last + 1))
  }

  const server = http.createServer((request, response) => {
    const target = request.url ?? ''
    const path = target.split('?', 1)[0] ?? ''
    const range = request.headers.range ?? null
    const nth = requests.filter((r) => r.path === path).length
    const seen = { target, path, range, headers: request.headers }
    requests.push(seen)
    open.add(response)
    response.on('close', () => open.delete(response))
    const exchange: Exchange = { ...seen, nth, response, socket: request.socket }
    if (request.method !== 'GET') return void deny(exchange)
    if (request.headers.authorization || request.headers.cookie) return void deny(exchange, 400)
    if (behaviour(exchange)) return
    const object = objects.get(path)
    if (object) return void serve(object, exchange)
    response.writeHead(404, { 'content-type': 'application/xml' })
    response.end('<Error><Code>NoSuchKey</Code></Error>')
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    /** Requests for one path. */
    of: (path: string) => requests.filter((r) => r.path === path),
    put: (path: string, body: Buffer, rest: Omit<StoredObject, 'body'> = {}) => objects.set(path, { body, ...rest }),
    behave: (next: Behaviour) => {
      behaviour = next
    },
    serve: (exchange: Exchange) => {
      const object = objects.get(exchange.path)
      if (object) serve(object, exchange)
    },
    /** Answers that are not finished and whose connection is open. */
    openAnswers: () => open.size,
    sockets: () => sockets.size,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
