import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Session } from '../../chromium/devtools-pipe.ts'
import type { HostPage } from '../../chromium/host-pages.ts'
import type { Frame } from '../../page/frames.ts'
import { LoadError, type Navigation, type Wire, wirePage } from '../../page/page-connection.ts'
import { APP_ORIGIN, getHost } from '../../state.ts'
import { cancelable } from '../cancelable.ts'
import { createIpc, emitMessage, type Ipc, invokeHandler, mainIpc } from '../ipc-main.ts'
import { applyTheme, themeChanges } from '../native-theme.ts'
import { record } from '../recorded.ts'
import { askBeforeRequest, permissionHandlers, session, sessionChanges } from '../session.ts'
import { applyPermissions } from '../session-permissions.ts'
import { strict, untilDestroyed } from '../strict.ts'

type OpenHandler = (details: { url: string; frameName: string; features: string; disposition: string }) => {
  action: 'allow' | 'deny'
}

/** Value of `mainFrame` until the page exists. */
const UNBORN: Frame = {
  url: '',
  origin: APP_ORIGIN,
  parent: null,
  get top() {
    return UNBORN
  },
  frameTreeNodeId: 0,
  detached: false,
  isDestroyed: () => false,
}

const USES = new Set([
  'send',
  'loadURL',
  'reload',
  'getURL',
  'getTitle',
  'focus',
  'mainFrame',
  'isLoading',
  'isCrashed',
  'ipc',
])

const readPreload = (path: string | undefined): { path: string; source: string } | null =>
  path === undefined ? null : { path, source: readFileSync(path, 'utf8') }

export class WebContents extends EventEmitter {
  readonly id: number
  readonly session = session.defaultSession
  readonly ipc: Ipc['api']
  /** The proxy that main holds: identity comparisons use it. */
  readonly self: WebContents
  page: HostPage | null = null
  private wire: Wire | null = null
  private readonly room: Ipc
  private readonly wired: Promise<void>
  private destroyed = false
  private crashed = false
  private loading = false
  private started = false
  private failed = false
  private openHandler: OpenHandler = () => ({ action: 'allow' })

  constructor(id: number, preferences: Electron.WebPreferences, onPage: (page: HostPage) => Promise<void>) {
    super()
    this.id = id
    this.room = createIpc('webContents.ipc')
    this.ipc = this.room.api
    this.self = untilDestroyed(strict('webContents', this), USES, () => this.destroyed)
    this.wired = this.open(readPreload(preferences.preload), onPage)
    // A window that fails to open is a failure of the run, not a line in a log.
    this.wired.catch((error: unknown) => {
      if (getHost().isQuitting || this.destroyed) return
      console.error('[host] The window could not be opened:', error)
      void getHost().shutdown(1)
    })
    // biome-ignore lint/correctness/noConstructorReturn: main must hold the strict proxy.
    return this.self
  }

  private async open(preload: { path: string; source: string } | null, onPage: (page: HostPage) => Promise<void>) {
    const host = getHost()
    await host.ready.promise
    const browser = await host.browser
    if (!browser) throw new Error('Chromium is not running.')
    const page = await browser.newPage()
    const { cdp } = page
    this.page = page
    // Not one after the other: each would cost a way to Chromium and back, before the page is asked for.
    const wiring = wirePage(
      cdp,
      { names: host.names, preload, versions: { ...process.versions } as Record<string, string> },
      {
        invoke: (channel, args, frame) =>
          invokeHandler([this.room, mainIpc], channel, this.ipcEvent(channel, frame), args),
        send: (channel, args, frame) => emitMessage([this.room, mainIpc], channel, this.ipcEvent(channel, frame), args),
        navigate: (navigation) => this.mayNavigate(navigation),
        open: (url) => this.openWindow(url),
        gate: askBeforeRequest,
        fullscreen: (entered) => this.emit('host-fullscreen', entered),
        menuKey: () => this.emit('host-menu-key'),
        preloadError: (message) => {
          console.error('[host] The preload threw:', message)
          this.emit('preload-error', cancelable(), preload?.path, new Error(message))
        },
        domReady: () => this.started && this.emit('dom-ready'),
        // The page that Chromium shows instead loads too.
        loaded: () => this.started && !this.failed && this.emit('did-finish-load'),
      },
    )
    // Not the page's own event: it comes the first time alone.
    cdp.on('Inspector.targetCrashed', () => {
      this.crashed = true
      this.emit('render-process-gone', cancelable(), { reason: 'crashed', exitCode: 1 })
    })
    const [wire] = await Promise.all([
      wiring,
      onPage(page),
      cdp.send('Inspector.enable'),
      this.followSession(cdp),
      // For the status of a load alone: bodies are not kept.
      cdp.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }),
    ])
    this.wire = wire
    this.followLoads(cdp, wire.mainFrameId)
  }

  private followLoads(cdp: Session, mainFrameId: string): void {
    let status: number | null = null
    cdp.on('Network.responseReceived', ({ type, frameId, response }) => {
      if (type === 'Document' && frameId === mainFrameId) status = response.status
    })
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id !== mainFrameId || !this.started || status === null) return
      const answered = status
      status = null // what comes without a response is no answer of ours
      if (frame.url.startsWith('chrome-error:')) return
      this.emit('did-navigate', cancelable(), this.mainFrame.url, answered, '')
    })
  }

  private async followSession(cdp: Session): Promise<void> {
    const setPermissions = () =>
      applyPermissions(cdp, permissionHandlers(), this.self as unknown as Electron.WebContents)
    const onPermissions = () => void setPermissions()
    const onTheme = () => void applyTheme(cdp)
    sessionChanges.on('permissions', onPermissions)
    themeChanges.on('change', onTheme)
    this.once('destroyed', () => {
      sessionChanges.off('permissions', onPermissions)
      themeChanges.off('change', onTheme)
    })
    await Promise.all([setPermissions(), applyTheme(cdp)])
  }

  private ipcEvent(channel: string, frame: Frame | null): object {
    const sender = this.self
    return {
      sender,
      senderFrame: frame,
      type: 'frame',
      processId: 1,
      frameId: frame?.frameTreeNodeId ?? -1,
      channel,
      preventDefault: () => {},
      reply: (answerChannel: string, ...args: unknown[]) => this.send(answerChannel, ...args),
    }
  }

  /** For tests: a message as if `frame` had sent it, so that refusals of foreign senders can be shown. */
  invokeAs(frame: Pick<Frame, 'url' | 'origin' | 'parent'> | null, channel: string, args: unknown[]): Promise<unknown> {
    return invokeHandler([this.room, mainIpc], channel, this.ipcEvent(channel, frame as Frame | null), args)
  }

  private mayNavigate({ url, isMainFrame, frame, isRedirect }: Navigation): boolean {
    const details = { url, isMainFrame, frame, isSameDocument: false, initiator: this.mainFrame }
    const ask = (name: string): boolean => {
      const event = cancelable(details)
      this.emit(name, event, url, false, isMainFrame, 1, frame?.frameTreeNodeId ?? -1)
      return !event.defaultPrevented
    }
    const names = isRedirect ? ['will-redirect'] : ['will-frame-navigate', ...(isMainFrame ? ['will-navigate'] : [])]
    const allowed = names.every(ask)
    if (!allowed) record('navigation-refused', { url, isMainFrame })
    return allowed
  }

  private openWindow(url: string): void {
    const details = { url, frameName: '', features: '', disposition: 'foreground-tab' }
    const { action } = this.openHandler(details)
    record('window-open', { url, action })
    if (action === 'allow')
      console.error(`[host] Main allows a new window, which the Chromium host does not open: ${url}`)
  }

  get mainFrame(): Frame {
    return this.wire?.mainFrame ?? UNBORN
  }

  async loadURL(url: string): Promise<void> {
    await this.wired
    this.started = true
    this.crashed = false
    this.failed = false
    this.loading = true
    this.emit('did-start-loading')
    try {
      await this.wire?.load(url)
    } catch (error) {
      if (error instanceof LoadError && !this.destroyed) this.tellFailure(error, url)
      throw error
    } finally {
      this.loading = false
      this.emit('did-stop-loading')
    }
  }

  private tellFailure({ errno, description }: LoadError, url: string): void {
    this.failed = true
    if (description !== 'ERR_ABORTED') this.emit('did-fail-load', cancelable(), errno, description, url, true, 1, 1)
  }

  /** Also brings a crashed page back, as in Electron. */
  reload(): void {
    void this.loadURL(this.getURL()).catch(() => {})
  }

  send(channel: string, ...args: unknown[]): void {
    const copy = structuredClone(args) // refuses now, and later changes do not travel
    void this.wired.then(() => this.wire?.push(channel, copy)).catch(() => {})
  }

  getURL(): string {
    return this.mainFrame.url
  }
  getTitle(): string {
    return ''
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  isCrashed(): boolean {
    return this.crashed
  }
  forcefullyCrashRenderer(): void {
    void this.page?.cdp.send('Page.crash').catch(() => {}) // no answer can come
  }
  isLoading(): boolean {
    return this.loading
  }
  focus(): void {
    void this.page?.cdp.send('Page.bringToFront').catch(() => {})
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }
  setBackgroundThrottling(): void {}
  openDevTools(): void {
    record('dev-tools')
  }

  markDestroyed(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('destroyed')
  }
}
