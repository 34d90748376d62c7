import { EventEmitter } from 'node:events'
import { basename } from 'node:path'
import { getHost } from '../state.ts'
import { getPath } from './app-paths.ts'
import { cancelable } from './cancelable.ts'
import { record } from './recorded.ts'
import { lockInstance } from './single-instance.ts'
import { strict } from './strict.ts'
import { commandLine } from './switches.ts'
import { liveWindows } from './window/window-list.ts'

let unlock: (() => void) | null = null
let displayName = ''

const requestSingleInstanceLock = (): boolean => {
  if (unlock) return true
  unlock = lockInstance(getHost().userData, ({ argv, cwd }) => {
    emitter.emit('second-instance', cancelable(), argv, cwd, undefined)
  })
  return unlock !== null
}

const releaseSingleInstanceLock = (): void => {
  unlock?.()
  unlock = null
}

const willQuit = (): void => {
  const host = getHost()
  const event = cancelable()
  emitter.emit('will-quit', event)
  host.isQuitting = !event.defaultPrevented
  if (event.defaultPrevented) return
  emitter.emit('quit', cancelable(), 0)
  releaseSingleInstanceLock()
  void host.shutdown(0)
}

/**
 * Electron's order (shell/browser/browser.cc): before-quit, each window closes, will-quit, quit. A listener that
 * prevents, or a window that refuses, takes the whole quit back; asked again, all of it is reported again.
 */
const quit = (): void => {
  const host = getHost()
  if (host.isQuitting) return
  const event = cancelable()
  emitter.emit('before-quit', event)
  if (event.defaultPrevented) return
  host.isQuitting = true
  const windows = liveWindows()
  for (const window of windows) window.close()
  if (windows.length === 0) willQuit()
}

/** A window did not close: the quit it was part of is off. */
export const closeRefused = (): void => {
  const host = getHost()
  host.isQuitting = host.isEnding
}

export const lastWindowClosed = (): void => {
  const host = getHost()
  if (host.isEnding) return
  if (host.isQuitting) willQuit()
  else if (!emitter.emit('window-all-closed')) quit() // Electron quits by itself when there is no listener
}

const methods = {
  isPackaged: false,
  commandLine,
  whenReady: () => getHost().ready.promise,
  isReady: () => getHost().isReady,
  getName: () => displayName || basename(getHost().appFolder),
  setName: (name: string) => {
    displayName = name
  },
  getVersion: () => getHost().packageVersion,
  getAppPath: () => getHost().appFolder,
  getLocale: () => Intl.DateTimeFormat().resolvedOptions().locale,
  getPath,
  setPath: (name: string, path: string) => {
    if (name !== 'userData') throw new Error(`The Chromium host cannot set the path '${name}'.`)
    if (getHost().isReady) throw new Error('The Chromium host takes the userData path only before ready.')
    getHost().userData = path
  },
  requestSingleInstanceLock,
  hasSingleInstanceLock: () => unlock !== null,
  releaseSingleInstanceLock,
  setAsDefaultProtocolClient: (protocol: string, path?: string, args?: string[]) => {
    record('protocol-client', { protocol, args: path === undefined ? [] : [path, args ?? []] })
    return true
  },
  isDefaultProtocolClient: () => false,
  removeAsDefaultProtocolClient: () => true,
  setAppUserModelId: (id: string) => record('app-user-model-id', { id }),
  enableSandbox: () => record('sandbox'),
  focus: () => {
    liveWindows()[0]?.focus()
  },
  quit,
  exit: (exitCode = 0) => {
    void getHost().shutdown(exitCode)
  },
} satisfies Partial<Electron.App>

const emitter = Object.assign(new EventEmitter(), methods)
export const app = strict('app', emitter)
