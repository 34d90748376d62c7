import { join } from 'node:path'
import { app, BrowserWindow, powerMonitor, session, shell } from 'electron'
import { createOsKeychain } from '../core/account/keychain.ts'
import { createClock } from '../core/clock.ts'
import { createCore } from '../core/core.ts'
import { LINK_SCHEME, linkIn, type SessionLink } from '../core/links.ts'
import { trustSystemCertificates } from './certificates.ts'
import { createFrameSave } from './frame-save.ts'
import { emitTo, listen } from './ipc.ts'
import { createLog } from './log.ts'
import { setUpMenu } from './menu.ts'
import { restrictNavigation } from './navigation.ts'
import { createExpiryNotices } from './notify.ts'
import { restrictPermissions } from './permissions.ts'
import { registerScheme, serveScheme } from './protocol.ts'
import { openWindow, revealWindow } from './window.ts'

// The table of contents of the program: each line stands where it must.
const preload = join(import.meta.dirname, '../preload/index.cjs')
const page = join(import.meta.dirname, '../renderer')
const sampleFolder = join(import.meta.dirname, '../../assets/sample')
const hosted = process.env.REPLAY_DESK_RUNTIME === 'chromium-host'

app.setName('Replay Desk')
registerScheme() // only before ready
app.enableSandbox() // only before ready
restrictNavigation(app, shell.openExternal) // before any window
app.commandLine.appendSwitch('autoplay-policy', 'no-user-gesture-required') // a chosen replay starts by itself

const start = async (): Promise<void> => {
  await app.whenReady()
  const windows = (): BrowserWindow[] => BrowserWindow.getAllWindows()
  const emit = emitTo(windows)
  const data = app.getPath('userData')
  const log = createLog(data)
  trustSystemCertificates() // before the first request
  restrictPermissions(session.defaultSession)

  const core = await createCore({
    fetch, // Node's, everywhere: Electron's own cannot hand out a redirect unfollowed (X07)
    keychain: createOsKeychain({ service: 'Replay Desk', log }),
    clock: createClock(),
    paths: { data, cache: join(data, 'media-cache') },
    log,
    version: app.getVersion(),
    runtime: hosted ? 'chromium-host' : 'electron',
    sampleFolder,
    demo: process.argv.includes('--demo'),
    platform: process.platform,
  })
  const reveal = (): BrowserWindow => revealWindow(preload)
  const notices = createExpiryNotices(windows, () => core.settings().notifyOnExpiry, reveal)
  core.onAnyEvent((name, payload) => {
    emit(name, payload)
    if (name === 'replay.changed') notices(payload as Parameters<typeof notices>[0])
  })

  listen({ ...core.handlers, 'frame.save': createFrameSave(app, () => windows()[0] ?? null) }, log) // before the page can ask
  serveScheme(page, core.gateway) // before the window loads
  setUpMenu(app, (name) => emit('command', { name }))
  powerMonitor.on('resume', () => core.onWake())

  const follow = (link: SessionLink | null): void => {
    const window = reveal()
    if (link) void core.openLink(link).then(() => window.focus())
  }
  app.on('second-instance', (_event, argv) => follow(linkIn(argv)))
  app.on('open-url', (event, url) => {
    event.preventDefault()
    follow(linkIn([url]))
  })
  app.on('activate', () => void reveal())
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    // Once: the database is closed cleanly, then the quit goes on.
    if (core.disposed()) return
    event.preventDefault()
    void core.dispose().finally(() => app.quit())
  })

  openWindow(preload)
  const first = linkIn(process.argv)
  if (first) void core.openLink(first)
  core.start() // keychain and network after the window: neither may delay the first paint
}

if (app.requestSingleInstanceLock()) {
  app.setAsDefaultProtocolClient(LINK_SCHEME)
  void start()
} else {
  app.quit() // the first instance has received our arguments
}
