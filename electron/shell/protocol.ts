import { randomBytes } from 'node:crypto'
import { protocol } from 'electron'
import { SCHEME } from './origin.ts'
import { createSchemeHandler } from './scheme-handler.ts'
import { createStaticFiles } from './static-files.ts'

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
