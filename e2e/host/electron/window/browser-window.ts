import { EventEmitter } from 'node:events'
import type { HostPage } from '../../chromium/host-pages.ts'
import { getHost } from '../../state.ts'
import { app, closeRefused, lastWindowClosed } from '../app.ts'
import { cancelable } from '../cancelable.ts'
import { checkOptions } from '../platform-tags.ts'
import { record } from '../recorded.ts'
import { strict, untilDestroyed } from '../strict.ts'
import { WebContents } from './web-contents.ts'
import { addWindow, liveWindows, removeWindow } from './window-list.ts'
import { createPlacement, type Placement } from './window-placement.ts'
import { forgetWindow } from './window-state.ts'

let lastId = 0

/** What Electron refuses once the window is gone. */
const USES = new Set<string>()

/** A window is a page of Chromium. What the page cannot know (shown, focused) is kept as main last asked for it. */
export class HostWindow extends EventEmitter {
  readonly id: number
  readonly name: string
  readonly webContents: WebContents
  private readonly self: HostWindow
  private readonly placement: Placement
  private title: string
  private visible: boolean
  private focused = false
  private minimized = false
  private menuBarHides: boolean
  private menuBarVisible: boolean
  private closing = false
  private destroyed = false

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    if (!getHost().isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    this.name = options.name ?? ''
    if (this.name !== '' && liveWindows().some(({ name }) => name === this.name))
      throw new TypeError(`Window name '${this.name}' is already in use. Window names must be unique.`)
    lastId += 1
    this.id = lastId
    checkOptions('BaseWindowConstructorOptions', options)
    checkOptions('WebPreferences', options.webPreferences)
    this.title = options.title ?? app.getName()
    this.visible = options.show !== false
    this.menuBarHides = options.autoHideMenuBar === true
    this.menuBarVisible = !this.menuBarHides
    this.placement = createPlacement({
      options,
      emit: (name) => this.emit(name),
      moved: (bounds) => void this.place(bounds).catch(() => {}),
    })
    this.self = untilDestroyed(strict('BrowserWindow', this), USES, () => this.destroyed)
    this.webContents = new WebContents(this.id, options.webPreferences ?? {}, (page) => this.adopt(page))
    this.webContents.on('did-finish-load', () => process.nextTick(() => this.emit('ready-to-show')))
    this.webContents.on('render-process-gone', (event, details) =>
      app.emit('render-process-gone', event, this.webContents, details),
    )
    this.webContents.on('host-fullscreen', (entered: boolean) => this.placement.followPage(entered))
    this.webContents.on('host-menu-key', () => this.onMenuKey())
    addWindow(this.self)
    record('window', { id: this.id, webPreferences: { ...options.webPreferences } })
    app.emit('web-contents-created', cancelable(), this.webContents)
    app.emit('browser-window-created', cancelable(), this.self)
    if (this.visible) this.placement.shown()
    // biome-ignore lint/correctness/noConstructorReturn: main must hold the strict proxy.
    return this.self
  }

  private async adopt(page: HostPage): Promise<void> {
    void page.closed.then(() => this.gone())
    await this.place(this.placement.normalBounds(), page)
  }
  private async place({ width, height }: Electron.Size, page = this.webContents.page): Promise<void> {
    if (!page) return
    const { cdp } = page
    if (!getHost().headed) {
      const screen = { screenWidth: width, screenHeight: height, deviceScaleFactor: 1, mobile: false }
      await cdp.send('Emulation.setDeviceMetricsOverride', { width, height, ...screen })
      return
    }
    const { windowId } = await cdp.send('Browser.getWindowForTarget')
    await cdp.send('Browser.setWindowBounds', { windowId, bounds: { width, height } }) // the desktop is real: it knows where
  }

  /** The page is closed: by main, by the person, or because Chromium ended. */
  private gone(): void {
    if (this.destroyed) return
    const { webContents } = this // refused from the next line on
    this.destroyed = true
    this.visible = false
    removeWindow(this.self)
    this.placement.closed()
    webContents.markDestroyed()
    this.emit('closed')
    if (liveWindows().length === 0) lastWindowClosed()
  }

  close(): void {
    if (this.closing) return
    const event = cancelable()
    this.emit('close', event)
    if (event.defaultPrevented) closeRefused()
    else this.destroy()
  }
  destroy(): void {
    this.closing = true
    const closing = this.webContents.page?.close() ?? Promise.resolve()
    void closing.catch(() => {}).then(() => this.gone())
  }
  /** For tests: Windows ends the session. Electron ends the process at once, unless main quits by then. */
  endSession(): void {
    const details = { reasons: ['shutdown'] }
    const asked = cancelable(details)
    this.emit('query-session-end', asked)
    if (asked.defaultPrevented) return
    setTimeout(() => {
      this.emit('session-end', cancelable(details))
      if (!getHost().isQuitting) process.exit(0)
    }, 50)
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url)
  }
  reload(): void {
    this.webContents.reload()
  }

  private setFlags(flags: { visible?: boolean; focused?: boolean; minimized?: boolean }): void {
    const before = { visible: this.visible, focused: this.focused, minimized: this.minimized }
    Object.assign(this, flags)
    if (this.visible !== before.visible) this.emit(this.visible ? 'show' : 'hide')
    if (this.minimized !== before.minimized) this.emit(this.minimized ? 'minimize' : 'restore')
    if (this.focused !== before.focused) this.emit(this.focused ? 'focus' : 'blur')
  }
  show(): void {
    this.placement.shown()
    this.setFlags({ visible: true, focused: true })
  }
  showInactive(): void {
    this.placement.shown()
    this.setFlags({ visible: true })
  }
  hide(): void {
    this.setFlags({ visible: false, focused: false })
  }
  focus(): void {
    this.webContents.focus()
    this.setFlags({ focused: this.visible })
  }
  blur(): void {
    this.setFlags({ focused: false })
  }
  minimize(): void {
    this.setFlags({ minimized: true, focused: false })
  }
  restore(): void {
    this.setFlags({ minimized: false })
  }
  isVisible(): boolean {
    return this.visible
  }
  isFocused(): boolean {
    return this.focused
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isDestroyed(): boolean {
    return this.destroyed
  }

  setTitle(title: string): void {
    this.title = title
  }
  getTitle(): string {
    return this.title
  }
  getBounds(): Electron.Rectangle {
    return this.placement.bounds()
  }
  getNormalBounds(): Electron.Rectangle {
    return this.placement.normalBounds()
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.placement.setBounds(bounds)
  }
  getMinimumSize(): [number, number] {
    const { width, height } = this.placement.leastSize()
    return [width, height]
  }
  setMinimumSize(width: number, height: number): void {
    this.placement.setLeastSize({ width, height })
  }
  isFullScreen(): boolean {
    return this.placement.isFullScreen()
  }
  setFullScreen(to: boolean): void {
    this.placement.setFullScreen(to)
  }
  isMaximized(): boolean {
    return this.placement.isMaximized()
  }
  maximize(): void {
    this.placement.maximize(true)
  }
  unmaximize(): void {
    this.placement.maximize(false)
  }
  setBackgroundColor(): void {}

  setMenuBarVisibility(visible: boolean): void {
    this.menuBarVisible = visible
  }
  isMenuBarVisible(): boolean {
    return this.menuBarVisible
  }
  setAutoHideMenuBar(hides: boolean): void {
    this.menuBarHides = hides
  }
  isMenuBarAutoHide(): boolean {
    return this.menuBarHides
  }
  /** Alt alone, as RootView::HandleKeyEvent takes it: an auto-hidden bar comes or goes, a visible one has the focus. */
  private onMenuKey(): void {
    if (this.menuBarHides) this.menuBarVisible = !this.menuBarVisible
    if (this.menuBarVisible) record('menu-bar-focus', { id: this.id })
  }

  static getAllWindows(): HostWindow[] {
    return liveWindows() as HostWindow[]
  }
  static getFocusedWindow(): HostWindow | null {
    return HostWindow.getAllWindows().find((window) => window.isFocused()) ?? null
  }
  static clearPersistedState(name: string): void {
    forgetWindow(name)
  }
  static fromId(id: number): HostWindow | null {
    return HostWindow.getAllWindows().find((window) => window.id === id) ?? null
  }
  static fromWebContents(contents: { id: number }): HostWindow | null {
    return HostWindow.fromId(contents.id)
  }
}

const OWN = new Set(['constructor', 'adopt', 'place', 'gone', 'setFlags', 'onMenuKey', 'isDestroyed', 'endSession'])
for (const name of ['webContents', ...Object.getOwnPropertyNames(HostWindow.prototype)])
  if (!OWN.has(name)) USES.add(name)

export const BrowserWindow: typeof HostWindow = strict('BrowserWindow', HostWindow)
