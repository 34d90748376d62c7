import { randomBytes } from 'node:crypto'
import { protocol } from 'electron'
import { MEDIA_PREFIX } from '../../contract/media-paths.ts'
import { isOurUrl, SCHEME } from './origin.ts'
import { createStaticFiles } from './static-files.ts'

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

/** Before `ready`: afterwards Chromium has already decided what the scheme may do (X05). */
export const registerScheme = (): void => {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
}

export const serveScheme = (pageFolder: string, gateway: (request: Request) => Promise<Response>): void => {
  const files = createStaticFiles(pageFolder, () => randomBytes(16).toString('base64'))
  protocol.handle(SCHEME, createSchemeHandler(files, gateway))
}
