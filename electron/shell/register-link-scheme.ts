import { resolve } from 'node:path'
import type { App } from 'electron'
import type { Log } from '../core/base/ports.ts'
import { LINK_SCHEME } from '../core/deep-links.ts'

type Program = {
  /** Electron runs a folder or script instead of a packaged program. */
  defaultApp: boolean
  execPath: string
  argv: readonly string[]
}

/**
 * Asks the system to hand `replaydesk:` links to this program. Without a package the executable is Electron itself,
 * which must be told what to run; only Windows looks at that. A refusal is noted alone: the program itself works.
 */
export const registerLinks = (
  app: Pick<App, 'setAsDefaultProtocolClient'>,
  { defaultApp, execPath, argv }: Program,
  log: Log,
): void => {
  const entry = argv[1]
  const registered =
    defaultApp && entry !== undefined
      ? app.setAsDefaultProtocolClient(LINK_SCHEME, execPath, [resolve(entry)])
      : app.setAsDefaultProtocolClient(LINK_SCHEME)
  if (!registered) log.info(`the system did not register ${LINK_SCHEME}: links`)
}
