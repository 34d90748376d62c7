import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApiHandler } from './api/api-server.ts'
import { cacheRoutes } from './api/cache-routes.ts'
import { functionRoutes } from './api/function-routes.ts'
import { profileRoutes } from './api/profile-routes.ts'
import { sessionRoutes } from './api/session-routes.ts'
import { statusRoutes } from './api/status-routes.ts'
import { createTokens } from './api/tokens.ts'
import { noFaults } from './faults.ts'
import { createMediaHandler } from './media/media-server.ts'
import { loadRecordings } from './media/recordings.ts'
import { createSigner } from './media/signing.ts'
import type { SampleOptions, SampleRequest, SampleService } from './sample-session.ts'
import { createGenerated } from './sessions/generated-sessions.ts'
import { handMadeSessions } from './sessions/hand-made-sessions.ts'
import { createSessionStore } from './sessions/sample-session-store.ts'

const REQUESTS_KEPT = 20_000
const DAY = 86_400_000

const listen = async (server: Server): Promise<string> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/**
 * Starts the service of the contract over real recordings, in this process, on two random loopback ports.
 * Throws when the recordings cannot be read or no port can be had.
 */
export const startSampleService = async (options: SampleOptions): Promise<SampleService> => {
  const recordings = await loadRecordings(options.folder)
  const faults = noFaults(options.rateLimit ?? { limit: 100, windowS: 60 })
  const now = (): number => (options.now ?? Date.now)() + faults.api.clockSkewMs
  const startedAt = now()
  const key = options.key ?? `sample-key-${randomBytes(12).toString('hex')}`
  const userName = options.userName ?? 'reviewer@sample.example'
  const password = options.password ?? randomBytes(9).toString('base64url')
  const prefix = options.prefix ?? '/v1'
  const closing = new AbortController()
  const requests: SampleRequest[] = []

  const serve = (name: SampleRequest['server'], handle: (q: IncomingMessage, s: ServerResponse) => Promise<void>) =>
    createServer((request, response) => {
      const target = request.url ?? '/'
      const entry: SampleRequest = {
        server: name,
        method: request.method ?? 'GET',
        path: target.split('?')[0] ?? target,
        target,
        status: 0,
        at: now(),
        headerNames: Object.keys(request.headers),
        range: request.headers.range ?? null,
      }
      requests.push(entry)
      if (requests.length > REQUESTS_KEPT) requests.splice(0, requests.length - REQUESTS_KEPT)
      const writeHead = response.writeHead.bind(response)
      response.writeHead = ((status: number, ...rest: [never]) => {
        entry.status = status
        return writeHead(status, ...rest)
      }) as typeof response.writeHead
      handle(request, response).catch((error: unknown) => {
        // The client left or the service closes: nothing to answer. Anything else is a bug and ends the connection.
        if (response.destroyed || closing.signal.aborted) return void response.destroy()
        if (!response.headersSent) response.writeHead(500, { 'Content-Type': 'text/plain' })
        response.end(String(error))
      })
    })

  const signer = createSigner(randomBytes(32), now, options.linkLifeMs ?? 15 * 60_000)
  const media = createMediaHandler({ options, recordings, signer, faults, now, startedAt, closing: closing.signal })
  const mediaServer = serve('media', media.handle)
  const mediaOrigin = await listen(mediaServer)

  const seed = options.seed ?? 1
  const store = createSessionStore(
    handMadeSessions(recordings, startedAt, options.processingMs ?? 45_000),
    createGenerated({
      count: options.sessionCount ?? 0,
      seed,
      before: startedAt - 3 * DAY,
      recordings: [...recordings.values()],
    }),
  )
  const tokens = createTokens({ key, userName, password, lifeMs: options.tokenLifeMs ?? 3_600_000, now })
  const routes = [
    ...statusRoutes(startedAt),
    ...tokens.routes,
    ...sessionRoutes({ store, recordings, signer, faults, mediaOrigin, now }),
    ...profileRoutes(faults, startedAt),
    ...functionRoutes(faults),
    ...cacheRoutes(options.headerPrefix ?? 'X-Service-'),
  ]
  const apiServer = serve(
    'api',
    createApiHandler({ prefix, routes, faults, caller: tokens.caller, now, closing: closing.signal }),
  )
  const apiOrigin = await listen(apiServer)

  const stop = (server: Server): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.close(() => resolve())
    server.closeAllConnections()
    return promise
  }

  return {
    baseUrl: apiOrigin + prefix,
    mediaOrigin,
    key,
    userName,
    password,
    faults,
    requests,
    add: (...sessions) => store.add(sessions),
    addObject: media.addObject,
    sign: (path) => mediaOrigin + signer.sign(path),
    expireTokens: tokens.expireAll,
    now,
    close: async () => {
      closing.abort()
      await Promise.all([stop(apiServer), stop(mediaServer)])
    },
  }
}
