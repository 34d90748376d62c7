import { PAGE_ORIGIN } from '../state.ts'
import { type Codec, makeCodec } from './clone-codec.ts'

export type PageSettings = {
  /** Name of the CDP binding; the page deletes it before its own scripts run. */
  binding: string
  /** Name of the function that main calls to answer and to push. */
  dispatch: string
  origin: string
  preloadPath: string
  versions: Record<string, string>
  platform: string
}

/** What the page posts to main. */
export type PageMessage =
  | { kind: 'invoke'; id: number; channel: string; args: string }
  | { kind: 'send'; channel: string; args: string }
  | { kind: 'open'; url: string }
  | { kind: 'fullscreen'; entered: boolean }
  | { kind: 'menu-key' }
  | { kind: 'preload-error'; message: string }

/** What main delivers to the page; the body of a `part` is put in front of the body of the next message. */
export type HostMessage =
  | { kind: 'part'; body: string }
  | { kind: 'reply'; id: number; body: string }
  | { kind: 'failure'; id: number; body: string }
  | { kind: 'push'; channel: string; body: string }

/**
 * The text that Chromium evaluates in every new document before the page's own scripts. Node has already removed the
 * types, so the functions' source can be shipped unchanged.
 */
export const pageScript = (settings: Omit<PageSettings, 'origin'>, preloadSource: string): string => {
  const full: PageSettings = { ...settings, origin: PAGE_ORIGIN }
  const preload = `function (require, module, exports, process, __filename, __dirname) {\n${preloadSource}\n}`
  return `(${runInPage})(${JSON.stringify(full)}, (${makeCodec})(), ${preload})`
}

type Preload = (
  require: (id: string) => unknown,
  module: { exports: object },
  exports: object,
  process: object,
  filename: string,
  folder: string,
) => void

/** Runs in the page: `ipcRenderer`, `contextBridge` and the preload, for the top frame of our origin alone. */
const runInPage = (settings: PageSettings, codec: Codec, preload: Preload): void => {
  const scope = globalThis as unknown as Record<string, unknown>
  const raw = scope[settings.binding] as ((text: string) => void) | undefined
  delete scope[settings.binding]
  if (!raw || window !== window.top || location.origin !== settings.origin) return

  type Listener = (event: object, ...args: unknown[]) => void
  const post = (message: PageMessage) => raw(JSON.stringify(message))
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  const listeners = new Map<string, { listener: Listener; once: boolean }[]>()
  let lastId = 0

  const on = (channel: string, listener: Listener, once = false) => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }])
    return ipcRenderer
  }
  const off = (channel: string, listener: Listener) => {
    const list = listeners.get(channel) ?? []
    const at = list.findIndex((entry) => entry.listener === listener)
    listeners.set(channel, at < 0 ? list : list.toSpliced(at, 1))
    return ipcRenderer
  }
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) =>
      new Promise((resolve, reject) => {
        const text = codec.encode(args)
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        post({ kind: 'invoke', id: lastId, channel, args: text })
      }),
    send: (channel: string, ...args: unknown[]) => post({ kind: 'send', channel, args: codec.encode(args) }),
    sendSync: () => {
      throw new Error('The Chromium host has no ipcRenderer.sendSync.')
    },
    on: (channel: string, listener: Listener) => on(channel, listener),
    addListener: (channel: string, listener: Listener) => on(channel, listener),
    once: (channel: string, listener: Listener) => on(channel, listener, true),
    off,
    removeListener: off,
    removeAllListeners: (channel?: string) => {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return ipcRenderer
    },
  }

  const parts: string[] = []
  const receive = (message: HostMessage) => {
    if (message.kind === 'part') {
      parts.push(message.body)
      return
    }
    const body = parts.splice(0).join('') + message.body
    if (message.kind === 'push') {
      const args = codec.decode(body) as unknown[]
      for (const { listener, once } of listeners.get(message.channel) ?? []) {
        if (once) off(message.channel, listener)
        listener({ sender: ipcRenderer, ports: [] }, ...args)
      }
      return
    }
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'reply') call?.resolve(codec.decode(body))
    else call?.reject(new Error(body))
  }
  Object.defineProperty(globalThis, settings.dispatch, { value: receive, enumerable: false })

  // contextBridge: functions become proxies, all else is copied and frozen, as Electron documents it.
  type AnyFunction = (...args: unknown[]) => unknown
  const cross = (value: unknown, seen = new Map<object, unknown>()): unknown => {
    if (typeof value === 'function') return wrap(value as AnyFunction)
    if (typeof value === 'symbol') throw new TypeError('A symbol cannot cross the bridge.')
    if (value === null || typeof value !== 'object') return value
    if (seen.has(value)) return seen.get(value)
    if (value instanceof Promise) {
      return value.then(
        (result) => cross(result),
        (error) => {
          throw new Error(error instanceof Error ? error.message : String(error))
        },
      )
    }
    if (value instanceof Error) return new Error(value.message)
    if (value instanceof Node || value instanceof Blob) return value
    if (Array.isArray(value)) {
      const list: unknown[] = []
      seen.set(value, list)
      for (const item of value) list.push(cross(item, seen))
      return Object.freeze(list)
    }
    const prototype = Object.getPrototypeOf(value)
    if (prototype !== Object.prototype && prototype !== null) return structuredClone(value)
    const record: Record<string, unknown> = {}
    seen.set(value, record)
    for (const [key, item] of Object.entries(value)) record[key] = cross(item, seen)
    return Object.freeze(record)
  }
  const wrap =
    (inner: AnyFunction): AnyFunction =>
    (...args) =>
      cross(inner(...args.map((arg) => cross(arg))))

  const contextBridge = {
    exposeInMainWorld: (key: string, api: unknown) => {
      if (Object.hasOwn(globalThis, key)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object')
      }
      Object.defineProperty(globalThis, key, { value: cross(api), enumerable: true })
    },
  }
  const modules: Record<string, object> = { contextBridge, ipcRenderer }
  const strict = new Proxy(modules, {
    get: (target, key) => {
      if (typeof key === 'symbol' || key === '__esModule' || key in target) return Reflect.get(target, key)
      throw new Error(`The Chromium host has no ${key} in the preload.`)
    },
  })
  const require = (id: string) => {
    if (id === 'electron' || id === 'electron/renderer') return strict
    throw new Error(`module not found: ${id}`) // a sandboxed preload has no other modules either
  }

  window.open = (url = 'about:blank') => {
    post({ kind: 'open', url: new URL(url, location.href).href })
    return null
  }

  document.addEventListener('fullscreenchange', () =>
    post({ kind: 'fullscreen', entered: document.fullscreenElement !== null }),
  )
  // Electron's menu bar sees the keys that the page left alone: Alt released right after Alt pressed is its key.
  let altAlone = false
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented) return
    if (event.key === 'Alt' && event.type === 'keyup' && altAlone) post({ kind: 'menu-key' })
    altAlone = event.key === 'Alt' && event.type === 'keydown'
  }
  const afterThePage = (event: KeyboardEvent) => void setTimeout(() => onKey(event))
  window.addEventListener('keydown', afterThePage)
  window.addEventListener('keyup', afterThePage)

  const { versions, platform, preloadPath } = settings
  const module = { exports: {} }
  const process = { type: 'renderer', sandboxed: true, contextIsolated: true, versions, platform, env: {}, argv: [] }
  try {
    preload(
      require,
      module,
      module.exports,
      Object.freeze(process),
      preloadPath,
      preloadPath.replace(/[\\/][^\\/]*$/, ''),
    )
  } catch (error) {
    post({ kind: 'preload-error', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    throw error
  }
}
