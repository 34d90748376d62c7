import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { getHost } from '../state.ts'
import { cancelable } from './cancelable.ts'
import { checkOptions } from './platform-tags.ts'
import { record, tell } from './recorded.ts'
import { strict } from './strict.ts'

/** The desktop's own opener, without a shell in between: the address stays one argument. */
const openByDesktop = (target: string): void => {
  if (!getHost().interactive) return
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', target]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', target]
        : ['xdg-open', target]
  spawn(command ?? 'xdg-open', args, { stdio: 'ignore', detached: true })
    .on('error', () => tell(`Open it yourself: ${target}`))
    .unref()
}

export const shell = strict('shell', {
  openExternal: async (url: string): Promise<void> => {
    record('openExternal', { url })
    openByDesktop(url)
  },
  openPath: async (path: string): Promise<string> => {
    record('openPath', { path })
    openByDesktop(path)
    return ''
  },
  showItemInFolder: (path: string): void => {
    record('showItemInFolder', { path })
    openByDesktop(dirname(path))
  },
  trashItem: async (path: string): Promise<void> => {
    record('trashItem', { path })
    await rm(path, { recursive: true }) // no bin here; tests see it gone
  },
  beep: (): void => record('beep'),
} satisfies Partial<Electron.Shell>)

/** Nothing here holds it: without a reference in main it is collected, and its listeners with it, as in Electron. */
export class HostNotification extends EventEmitter {
  private readonly options: Electron.NotificationConstructorOptions
  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super()
    if (!getHost().isReady) throw new Error('Cannot create Notification before app is ready')
    checkOptions('NotificationConstructorOptions', options)
    this.options = options
  }
  static isSupported(): boolean {
    return true
  }
  show(): void {
    const { title = '', body = '' } = this.options
    getHost().notifications.push(new WeakRef(this))
    record('notification', { title, body })
    tell(`${title}. ${body}`)
    this.emit('show', cancelable())
  }
  close(): void {
    this.emit('close', cancelable())
  }
}
export const Notification: typeof HostNotification = strict('Notification', HostNotification)

/** Tests emit `suspend` and `resume` themselves. */
export const powerMonitor = strict(
  'powerMonitor',
  Object.assign(new EventEmitter(), { getSystemIdleTime: () => 0, isOnBatteryPower: () => false }),
)

export const net = strict('net', { fetch: globalThis.fetch, isOnline: () => true, online: true })

export const crashReporter = strict('crashReporter', {
  start: (options: Electron.CrashReporterStartOptions): void => record('crash-reporter', { ...options }),
} satisfies Partial<Electron.CrashReporter>)
