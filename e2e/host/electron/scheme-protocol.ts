import { APP_ORIGIN, getHost } from '../state.ts'
import { record } from './recorded.ts'
import { strict } from './strict.ts'

const SCHEME = new URL(APP_ORIGIN).protocol.slice(0, -1)
let isHandled = false

const onlyOurs = (scheme: string): void => {
  if (scheme !== SCHEME) throw new Error(`The Chromium host serves ${SCHEME}: alone, not ${scheme}:.`)
}

/** `protocol.handle` becomes the loopback server; privileges are noted, Chromium gives http://desk.localhost the same. */
export const protocol = strict('protocol', {
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => {
    if (getHost().isReady) {
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    }
    record('schemes', { schemes: schemes.map(({ scheme, privileges }) => ({ scheme, ...privileges })) })
  },
  handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>) => {
    onlyOurs(scheme)
    isHandled = true
    getHost().server?.setHandler(handler)
  },
  unhandle: (scheme: string) => {
    onlyOurs(scheme)
    isHandled = false
    getHost().server?.setHandler(null)
  },
  isProtocolHandled: (scheme: string) => scheme === SCHEME && isHandled,
} satisfies Partial<Electron.Protocol>)
