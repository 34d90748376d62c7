import { PRIORITY_HEADER } from '../../../contract/constants/analysis-constants.ts'
import { type MediaRoute, parseMediaPath } from '../../../contract/media-paths.ts'
import { fail, type Problem, type Result } from '../../../contract/result.ts'
import type { Clock, Log } from '../../base/ports.ts'
import type { LinkSource } from '../../media/storage/open-object.ts'
import { TransportFault } from '../../media/storage/storage-transport.ts'
import type { ReplayMedia } from '../session/load-media.ts'
import type { MediaItem } from '../session/media.ts'
import { media } from './answers.ts'
import { createTurns } from './background-turns.ts'
import { bodyStream, bytesSource, type Exchange } from './body.ts'
import { type ItemContext, type ItemParts, serveItem } from './items.ts'
import { serveFile } from './local-file.ts'
import { createMediaFailures } from './media-failures.ts'
import { serveVideo } from './video.ts'

/** An open replay, as the gateway sees it. */
export type OpenReplay = ItemContext & { media: () => ReplayMedia | null; video: () => LinkSource }

const NOT_OPEN = fail('not-found', 'This replay is not open.', { next: 'Open it again.' })
const NO_SUCH = fail('not-found', 'This replay does not have this part.')
const READ_ONLY = fail('invalid-input', 'This media request is not supported.')
const FAULT: Problem = { code: 'internal', message: "Couldn't load the recording.", next: 'Retry.' }

const servePlaylist = (text: string, head: boolean): Result<Response> =>
  media(
    200,
    { 'content-type': 'application/vnd.apple.mpegurl', 'content-length': String(Buffer.byteLength(text)) },
    head ? null : text,
  )

type GatewayParts = ItemParts & {
  replay: (sessionId: string) => OpenReplay | null
  /** The path of a finished file of the archive, checked to lie in it. Absent: there is no archive. */
  archivedFile?: (id: string) => Promise<Result<string>>
  /** A thumbnail of the analysis, as WebP. Absent: there are none. */
  thumbnail?: (sessionId: string, key: string, index: number | 'end') => Promise<Uint8Array | null>
  log: Log
  clock: Pick<Clock, 'after'>
}

/** Of a whole address or of a path; null for what is neither, or not ours. */
const routeOf = (address: string): MediaRoute | null => parseMediaPath(URL.parse(address, 'app://desk')?.pathname ?? '')

/**
 * `Request → Response` for the page's media paths. GET and HEAD only, only parts of open replays and finished files of the
 * archive, only links of the present lease. Never rejects.
 *
 * It answers media (200, 206) or a network error, nothing else: for a custom scheme Chromium's media loader does not look
 * at the status, so that the text of an error would be taken for the recording and its length for the file's
 * (`ResourceMultiBufferDataProvider::DidReceiveResponse`). Why a part failed is reported by `problemOf`.
 */
export const createGateway = (parts: GatewayParts) => {
  const failures = createMediaFailures()
  /** Of the analysis: what it could not load says nothing about what plays. */
  const inBackground = createMediaFailures()
  const turns = createTurns(parts.clock)
  const problemIn = (error: unknown): Problem => {
    if (error instanceof TransportFault) return error.problem
    parts.log.error(`gateway: ${error instanceof Error ? error.name : 'fault'}`)
    return FAULT
  }

  const serveArchived = async (id: string, request: Request, exchange: Exchange): Promise<Result<Response>> => {
    const file = (await parts.archivedFile?.(id)) ?? NO_SUCH
    return file.ok ? serveFile(file.value, request, exchange) : file
  }
  const serveThumbnail = async (
    { sessionId, key, index }: Extract<MediaRoute, { kind: 'thumbnail' }>,
    exchange: Exchange,
  ): Promise<Result<Response>> => {
    const image = await parts.thumbnail?.(sessionId, key, index)
    if (!image) return NO_SUCH
    const headers = { 'content-type': 'image/webp', 'content-length': String(image.length) }
    return media(200, headers, bodyStream(bytesSource(image), exchange))
  }
  const serve = (
    route: MediaRoute,
    request: Request,
    exchange: Exchange,
  ): Promise<Result<Response>> | Result<Response> => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return READ_ONLY
    if (route.kind === 'thumbnail') return serveThumbnail(route, exchange)
    if (route.kind === 'archived') return serveArchived(route.id, request, exchange)
    const replay = parts.replay(route.sessionId)
    const open = replay?.media() ?? null
    if (!replay || !open) return NOT_OPEN
    switch (route.kind) {
      case 'playlist':
        return open.list ? servePlaylist(open.list.text, request.method === 'HEAD') : NO_SUCH
      case 'video':
        return open.mp4 ? serveVideo(parts.openObject, replay.video(), request, exchange) : NO_SUCH
      case 'item': {
        const item: MediaItem | undefined = open.list?.items[route.index]
        return item ? serveItem(parts, replay, route.index, item, request, exchange) : NO_SUCH
      }
    }
  }

  const answer = async (request: Request): Promise<Response> => {
    const route = routeOf(request.url)
    if (!route) return Response.error()
    const part = JSON.stringify(route)
    const background = request.headers.get(PRIORITY_HEADER) === 'background'
    const failed = (problem: Problem): void => {
      if (problem.code !== 'cancelled') (background ? inBackground : failures).failed(part, problem)
    }
    // Ends with the request; the body's own cancel closes what is open (see body.ts).
    const ended = new AbortController()
    const onAbort = () => ended.abort(request.signal.reason)
    if (request.signal.aborted) onAbort()
    else request.signal.addEventListener('abort', onAbort, { once: true })
    if (background) await turns.background(ended.signal)
    const small = route.kind === 'thumbnail' || route.kind === 'playlist'
    const onBodyEnd = background || small ? () => {} : turns.begin()
    try {
      const served = await serve(route, request, { ended, onBodyFault: (error) => failed(problemIn(error)), onBodyEnd })
      if (served.ok) {
        const known = background ? inBackground : failures
        known.delivered(part)
        if (served.value.body === null) onBodyEnd()
        return served.value
      }
      failed(served.problem)
    } catch (error) {
      failed(problemIn(error))
    }
    onBodyEnd()
    return Response.error()
  }

  return {
    answer,
    /** Why the part behind this path was not delivered last; null when it was, or was never asked for. */
    problemOf: (path: string): Problem | null => {
      const route = routeOf(path)
      return route ? failures.of(JSON.stringify(route)) : NO_SUCH.problem
    },
    /** The same for what the analysis requested. */
    backgroundProblemOf: (path: string): Problem | null => {
      const route = routeOf(path)
      return route && inBackground.of(JSON.stringify(route))
    },
  }
}
