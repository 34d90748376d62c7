import { MEDIA_PREFIX } from '../contract/media-paths.ts'
import { isOurUrl } from './origin.ts'

type Answer = (request: Request) => Response | Promise<Response>

/** `app://desk/media/…` goes to the media gateway, everything else is a file of the page. */
export const createSchemeHandler =
  (files: Answer, gateway: Answer): Answer =>
  (request) => {
    // Chromium names who asked; a foreign initiator gets nothing (X05), not even a status: see the gateway.
    const initiator = (request as Request & { initiatorOrigin?: string }).initiatorOrigin
    if (!isOurUrl(request.url) || (initiator !== undefined && !isOurUrl(`${initiator}/`))) return Response.error()
    return new URL(request.url).pathname.startsWith(MEDIA_PREFIX) ? gateway(request) : files(request)
  }
