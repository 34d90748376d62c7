import { EventEmitter } from 'node:events'
import { getHost } from '../state.ts'
import { protocol } from './scheme-protocol.ts'
import type { CheckHandler, PermissionHandlers, RequestHandler } from './session-permissions.ts'
import { strict } from './strict.ts'

type BeforeRequest = (
  details: { id: number; url: string; method: string; resourceType: string },
  callback: (response: { cancel?: boolean }) => void,
) => void

const handlers: PermissionHandlers = { check: null, request: null }
/** Emits `permissions` when a handler changes, so that open windows follow. */
export const sessionChanges = new EventEmitter()
export const permissionHandlers = (): PermissionHandlers => handlers

let beforeRequest: BeforeRequest | null = null
let lastRequestId = 0

/** Asks main's `onBeforeRequest` listener; true cancels. */
export const askBeforeRequest = async (details: {
  url: string
  method: string
  resourceType: string
}): Promise<boolean> => {
  const listener = beforeRequest
  if (!listener) return false
  lastRequestId += 1
  const { cancel } = await new Promise<{ cancel?: boolean }>((resolve) =>
    listener({ id: lastRequestId, ...details }, resolve),
  )
  return cancel === true
}

const onBeforeRequest = (...args: [BeforeRequest | null] | [Electron.WebRequestFilter, BeforeRequest | null]): void => {
  const listener = args.length === 1 ? args[0] : args[1]
  const patterns = args.length === 1 ? ['<all_urls>'] : args[0].urls
  if (patterns.some((pattern) => pattern !== '<all_urls>' && pattern !== '*://*/*')) {
    throw new Error('The Chromium host takes webRequest listeners for <all_urls> alone.')
  }
  beforeRequest = listener
  getHost().server?.setGate(listener ? askBeforeRequest : null)
}

const defaultSession = strict(
  'session.defaultSession',
  Object.assign(new EventEmitter(), {
    protocol,
    setPermissionCheckHandler: (handler: CheckHandler) => {
      handlers.check = handler
      sessionChanges.emit('permissions')
    },
    setPermissionRequestHandler: (handler: RequestHandler) => {
      handlers.request = handler
      sessionChanges.emit('permissions')
    },
    // No page can name a device here: WebHID, WebUSB and serial ports need a chooser, and there is none.
    setDevicePermissionHandler: () => {},
    webRequest: strict('webRequest', { onBeforeRequest }),
    clearCache: async () => {},
    setSpellCheckerEnabled: () => {},
  }),
)

export const session = strict('session', { defaultSession })
