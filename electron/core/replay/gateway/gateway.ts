import { parseMediaPath } from '../../../contract/media-paths.ts'
import type { Problem, Result } from '../../../contract/result.ts'
import type { Log } from '../../ports.ts'
import type { ReplayMedia } from '../session/load-media.ts'
import type { MediaItem } from '../session/media.ts'
import type { LinkSource } from '../storage/open.ts'
import { TransportFault } from '../storage/transport.ts'
import { answer, problemAnswer } from './answers.ts'
import { type ItemContext, type ItemParts, serveItem } from './items.ts'
import { serveFile } from './local-file.ts'
import { serveVideo } from './video.ts'

/** An open replay, as the gateway sees it. */
export type OpenReplay = ItemContext & { media: () => ReplayMedia | null; video: () => LinkSource }

const NOT_OPEN: Problem = { code: 'not-found', message: 'This replay is not open.', next: 'Open it again.' }
const NO_SUCH: Problem = { code: 'not-found', message: 'This replay has no such part.' }

const servePlaylist = (text: string, head: boolean): Response =>
  answer(
    200,
    { 'content-type': 'application/vnd.apple.mpegurl', 'content-length': String(Buffer.byteLength(text)) },
    head ? null : text,
  )

type GatewayParts = ItemParts & {
  replay: (sessionId: string) => OpenReplay | null
  /** The path of a finished file of the archive, checked to lie in it. Absent: there is no archive. */
  archivedFile?: (id: string) => Promise<Result<string>>
  log: Log
}

/**
 * `Request → Response` for the page's media paths. GET and HEAD only, only parts of open replays and finished files of the
 * archive, only links of the present lease. Never rejects.
 */
export const createGateway = (parts: GatewayParts) => {
  const serveArchived = async (id: string, request: Request, ended: AbortController): Promise<Response> => {
    const file = (await parts.archivedFile?.(id)) ?? null
    if (file === null) return problemAnswer(NO_SUCH)
    return file.ok ? serveFile(file.value, request, ended) : problemAnswer(file.problem)
  }
  const serve = (request: Request, ended: AbortController): Promise<Response> | Response => {
    const route = URL.canParse(request.url) ? parseMediaPath(new URL(request.url).pathname) : null
    if (!route) return problemAnswer(NO_SUCH)
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, { allow: 'GET, HEAD' }, null)
    if (route.kind === 'archived') return serveArchived(route.id, request, ended)
    const replay = parts.replay(route.sessionId)
    const media = replay?.media() ?? null
    if (!replay || !media) return problemAnswer(NOT_OPEN)
    switch (route.kind) {
      case 'playlist':
        return media.list ? servePlaylist(media.list.text, request.method === 'HEAD') : problemAnswer(NO_SUCH)
      case 'video':
        return media.mp4 ? serveVideo(parts.openObject, replay.video(), request, ended) : problemAnswer(NO_SUCH)
      case 'item': {
        const item: MediaItem | undefined = media.list?.items[route.index]
        return item ? serveItem(parts, replay, route.index, item, request, ended) : problemAnswer(NO_SUCH)
      }
    }
  }

  return async (request: Request): Promise<Response> => {
    // Ends with the request; the body's own cancel closes what is open (see body.ts).
    const ended = new AbortController()
    const onAbort = () => ended.abort(request.signal.reason)
    if (request.signal.aborted) onAbort()
    else request.signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await serve(request, ended)
    } catch (error) {
      if (error instanceof TransportFault) return problemAnswer(error.problem)
      parts.log.error(`gateway: ${error instanceof Error ? error.name : 'fault'}`)
      return problemAnswer({ code: 'internal', message: 'The recording could not be delivered.', next: 'Try again.' })
    }
  }
}
