import type { EventEmitter } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { INVOKE_CHANNEL } from '../contract/channels.ts'
import { ok } from '../contract/result.ts'

type Calls = [name: string, ...args: unknown[]][]
type Frame = { origin: string; parent: unknown } | null

/** What main did to Electron, in order, and a clipboard and windows to look at. */
const seen = vi.hoisted(() => ({
  calls: [] as [string, ...unknown[]][],
  handlers: new Map<string, (...args: never[]) => unknown>(),
  clipboardText: '',
  windowOptions: [] as unknown[],
}))

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events')
  const told =
    (name: string, answer?: unknown) =>
    (...args: unknown[]) => {
      seen.calls.push([name, ...args])
      return answer
    }
  const app = Object.assign(new Emitter(), {
    setName: told('setName'),
    enableSandbox: told('enableSandbox'),
    commandLine: { appendSwitch: told('appendSwitch') },
    whenReady: async () => void seen.calls.push(['ready']),
    getPath: (name: string) => `/not-there/${name}`,
    getVersion: () => '1.0.0',
    requestSingleInstanceLock: () => true,
    setAsDefaultProtocolClient: () => true,
    setAppUserModelId: () => {},
    quit: told('quit'),
    exit: told('exit'),
  })
  class BrowserWindow extends Emitter {
    static getAllWindows = () => []
    static getFocusedWindow = () => null
    webContents = new Emitter()
    constructor(options: unknown) {
      super()
      seen.windowOptions.push(options)
    }
    setMenuBarVisibility = () => {}
    loadURL = async (url: string) => void seen.calls.push(['loadURL', url])
    isDestroyed = () => false
    show = () => {}
  }
  return {
    app,
    BrowserWindow,
    clipboard: {
      readText: async () => seen.clipboardText,
      writeText: async (text: string) => {
        seen.clipboardText = text
      },
      clear: () => {
        seen.clipboardText = ''
      },
    },
    dialog: { showErrorBox: told('showErrorBox') },
    ipcMain: {
      handle: (channel: string, handler: (...args: never[]) => unknown) => {
        seen.calls.push(['ipcMain.handle', channel])
        seen.handlers.set('ipc', handler)
      },
    },
    Menu: { setApplicationMenu: () => {}, buildFromTemplate: () => ({}), getApplicationMenu: () => null },
    nativeTheme: { shouldUseDarkColors: false },
    Notification: { isSupported: () => false },
    powerMonitor: new Emitter(),
    protocol: {
      registerSchemesAsPrivileged: told('registerSchemesAsPrivileged'),
      handle: told('protocol.handle'),
    },
    screen: { getPrimaryDisplay: () => ({ workAreaSize: { width: 1920, height: 1040 } }) },
    session: {
      defaultSession: {
        setPermissionRequestHandler: told('setPermissionRequestHandler'),
        setPermissionCheckHandler: told('setPermissionCheckHandler'),
        setDevicePermissionHandler: told('setDevicePermissionHandler'),
      },
    },
    shell: { openExternal: told('openExternal'), openPath: told('openPath') },
  }
})

vi.mock('./log.ts', () => ({ createLog: () => ({ info: () => {}, warn: () => {}, error: () => {} }) }))
vi.mock('../core/library/library.ts', () => ({ openLibrary: () => ok({}) }))
vi.mock('../core/core.ts', () => ({
  createCore: () => ({
    log: { info: () => {}, warn: () => {}, error: () => {} },
    handlers: { 'settings.get': async () => ok('settings of the person') },
    gateway: async () => new Response('media'),
    cookies: { valueOf: () => ok('a-secret-value'), exportOf: () => ok({ fileName: 'x.txt', text: 'x', count: 1 }) },
    archive: { folder: () => '/not-there', isArchived: () => false },
    activity: {},
    settings: () => ({ notifyOnExpiry: false, shortcuts: {} }),
    onAnyEvent: () => {},
    onWake: () => {},
    linkArrived: () => {},
    start: () => void seen.calls.push(['core.start']),
    dispose: async () => void seen.calls.push(['core.dispose']),
  }),
}))

const names = (calls: Calls): string[] => calls.map(([name]) => name)
const invoke = (senderFrame: Frame, name: string, input?: unknown): Promise<unknown> =>
  seen.handlers.get('ipc')?.({ senderFrame } as never, name as never, input as never) as Promise<unknown>
const page: Frame = { origin: 'app://desk', parent: null }
let app: EventEmitter

beforeAll(async () => {
  process.env.REPLAY_DESK_TOKEN = 'planted'
  app = (await import('electron')).app as unknown as EventEmitter
  await import('./main.ts')
  await vi.waitUntil(() => names(seen.calls).includes('core.start'), { timeout: 15_000 })
})
afterAll(() => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.removeAllListeners(signal)
})

test('the sandbox is on and the scheme privileged before Electron is ready', () => {
  const before = names(seen.calls).slice(0, names(seen.calls).indexOf('ready'))
  expect(before).toContain('enableSandbox')
  expect(before).toContain('registerSchemesAsPrivileged')
  const [, schemes] = seen.calls.find(([name]) => name === 'registerSchemesAsPrivileged') ?? []
  expect(schemes).toEqual([
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
    },
  ])
})

test('navigation is limited before any window, and permissions before the page is loaded', () => {
  expect(app.listenerCount('web-contents-created')).toBe(1)
  const order = names(seen.calls)
  for (const handler of [
    'setPermissionRequestHandler',
    'setPermissionCheckHandler',
    'setDevicePermissionHandler',
    'protocol.handle',
    'ipcMain.handle',
  ]) {
    expect(order.indexOf(handler), handler).toBeGreaterThan(-1)
    expect(order.indexOf(handler), handler).toBeLessThan(order.indexOf('loadURL'))
  }
  expect(seen.calls.find(([name]) => name === 'loadURL')?.[1]).toBe('app://desk/')
})

test('the token of the command line is forgotten at once', () => {
  expect(process.env.REPLAY_DESK_TOKEN).toBeUndefined()
})

test('the window has the options of the checklist', () => {
  expect(seen.windowOptions).toHaveLength(1)
  expect(seen.windowOptions[0]).toMatchObject({
    webPreferences: { sandbox: true, contextIsolation: true, nodeIntegration: false },
  })
})

test('the frame that sent a message is the one that is checked', async () => {
  expect(seen.calls.find(([name]) => name === 'ipcMain.handle')?.[1]).toBe(INVOKE_CHANNEL)
  expect(await invoke(page, 'settings.get')).toEqual(ok('settings of the person'))
  for (const foreign of [null, { origin: 'https://evil.example', parent: null }, { ...page, parent: {} }]) {
    expect(await invoke(foreign, 'settings.get')).toMatchObject({ ok: false, problem: { code: 'untrusted' } })
  }
})

test('a copied value goes to the clipboard that forgets it when the program ends', async () => {
  expect(await invoke(page, 'cookies.copyValue', { readId: 'r', id: 'c' })).toMatchObject({ ok: true })
  expect(seen.clipboardText).toBe('a-secret-value')
  app.emit('before-quit', { preventDefault: () => {} })
  await vi.waitUntil(() => seen.clipboardText === '', { timeout: 5_000 })
})
