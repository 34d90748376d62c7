import { EventEmitter } from 'node:events'
import type { Page } from 'playwright-core'
import { getHost } from '../state.ts'
import { app } from './app.ts'
import { cancelable } from './cancelable.ts'
import { checkOptions } from './platform-tags.ts'
import { record } from './recorded.ts'
import { strict } from './strict.ts'
import { WebContents } from './web-contents.ts'
import { addWindow, liveWindows, removeWindow } from './window-list.ts'

let lastId = 0

/** A window is a page of Chromium. What the page cannot know (shown, focused) is kept as main last asked for it. */
export class HostWindow extends EventEmitter {
  readonly id: number
  readonly webContents: WebContents
  private readonly self: HostWindow
  private readonly options: Electron.BrowserWindowConstructorOptions
  private title: string
  private visible: boolean
  private focused = false
  private minimized = false
  private destroyed = false

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super()
    lastId += 1
    this.id = lastId
    checkOptions('BaseWindowConstructorOptions', options)
    checkOptions('WebPreferences', options.webPreferences)
    this.options = options
    this.title = options.title ?? app.getName()
    this.visible = options.show !== false
    this.self = strict('BrowserWindow', this)
    this.webContents = new WebContents(this.id, options.webPreferences ?? {}, (page) => this.adopt(page))
    this.webContents.once('did-finish-load', () => this.emit('ready-to-show'))
    this.webContents.on('render-process-gone', (event, details) =>
      app.emit('render-process-gone', event, this.webContents, details),
    )
    addWindow(this.self)
    record('window', { id: this.id, webPreferences: { ...options.webPreferences } })
    app.emit('web-contents-created', cancelable(), this.webContents)
    app.emit('browser-window-created', cancelable(), this.self)
    // biome-ignore lint/correctness/noConstructorReturn: main must hold the strict proxy.
    return this.self
  }

  private async adopt(page: Page): Promise<void> {
    const { width = 800, height = 600 } = this.options
    page.on('close', () => this.gone())
    if (!getHost().headed) {
      await page.setViewportSize({ width, height })
      return
    }
    const cdp = await page.context().newCDPSession(page)
    const { windowId } = await cdp.send('Browser.getWindowForTarget')
    await cdp.send('Browser.setWindowBounds', { windowId, bounds: { width, height } })
    await cdp.detach()
  }

  /** The page is closed: by main, by the person, or because Chromium ended. */
  private gone(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.visible = false
    removeWindow(this.self)
    this.emit('closed')
    this.webContents.markDestroyed()
    if (liveWindows().length > 0 || getHost().isQuitting) return
    if (!app.emit('window-all-closed')) app.quit() // Electron quits by itself when nobody listens
  }

  async closeForQuit(): Promise<void> {
    this.emit('close', cancelable())
    await this.webContents.page?.close().catch(() => {})
    this.gone()
  }
  close(): void {
    const event = cancelable()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  destroy(): void {
    const closing = this.webContents.page?.close() ?? Promise.resolve()
    void closing.catch(() => {}).then(() => this.gone())
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
    this.setFlags({ visible: true, focused: true })
  }
  showInactive(): void {
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
    const { x = 0, y = 0, width = 800, height = 600 } = this.options
    return { x, y, width, height }
  }
  setBackgroundColor(): void {}
  setMenuBarVisibility(): void {}

  static getAllWindows(): HostWindow[] {
    return liveWindows() as HostWindow[]
  }
  static getFocusedWindow(): HostWindow | null {
    return HostWindow.getAllWindows().find((window) => window.isFocused()) ?? null
  }
  static fromId(id: number): HostWindow | null {
    return HostWindow.getAllWindows().find((window) => window.id === id) ?? null
  }
  static fromWebContents(contents: { id: number }): HostWindow | null {
    return HostWindow.fromId(contents.id)
  }
}

export const BrowserWindow: typeof HostWindow = strict('BrowserWindow', HostWindow)
