import { join } from 'node:path'
import { app, BrowserWindow, clipboard, dialog, powerMonitor, type SaveDialogOptions, session, shell } from 'electron'
import { titleOf } from '../contract/constants/session-constants.ts'
import { createOsKeychain } from '../core/account/keychain/keychain.ts'
import { createClock } from '../core/base/clock.ts'
import { createCore } from '../core/core.ts'
import { linkIn, type SessionLink } from '../core/deep-links.ts'
import { forgetToken } from '../core/desktop.ts'
import { openLibrary } from '../core/library/library.ts'
import { createSampleWorkspace } from '../sample/sample-workspace.ts'
import { activityActions } from './actions/activity-actions.ts'
import { archiveActions } from './actions/archive-folder-actions.ts'
import { cookieActions } from './actions/cookie-actions.ts'
import { createFrameSave, createSheetSave } from './actions/frame-save.ts'
import { reviewActions } from './actions/review-actions.ts'
import { createSecretClipboard } from './actions/secret-clipboard.ts'
import { emitTo, listen } from './ipc.ts'
import { createEnding } from './lifecycle/ending.ts'
import { openLibraryOrAsk } from './lifecycle/open-library.ts'
import { createSaveBeforeQuit, onSignal } from './lifecycle/save-before-quit.ts'
import { createLog } from './log.ts'
import { type Command, setUpMenu } from './menu.ts'
import { createExpiryNotices, createNotifications } from './notifications.ts'
import { registerScheme, serveScheme } from './page/app-protocol.ts'
import { restrictNavigation } from './page/navigation-guard.ts'
import { createPageInbox, settlingLinks } from './page/page-inbox.ts'
import { restrictPermissions } from './page/page-permissions.ts'
import { registerLinks } from './register-link-scheme.ts'
import { askAboutLibrary, askForFile, askForFolder, askToQuit, askToReload, askWhereToSave } from './system-dialogs.ts'
import { systemFolders } from './system-folders.ts'
import { createFullscreenExit } from './window/leave-fullscreen.ts'
import { recoverPage } from './window/recovery.ts'
import { showWhenReady } from './window/show-when-ready.ts'
import { createWindow, loadStart } from './window/window.ts'

// The table of contents of the program: each line is where it must be.
const preload = join(import.meta.dirname, '../preload/index.cjs')
const page = join(import.meta.dirname, '../renderer')
const sampleFolder = join(import.meta.dirname, '../../assets/sample')
const archiveThread = join(import.meta.dirname, 'archive-thread.js')
const hosted = process.env.REPLAY_DESK_RUNTIME === 'chromium-host'

app.setName('Replay Desk')
forgetToken(process.env) // before anything is started: the key of this program is the keychain's
registerScheme() // only before ready
app.enableSandbox() // only before ready
restrictNavigation(app, shell.openExternal) // before any window
app.commandLine.appendSwitch('autoplay-policy', 'no-user-gesture-required') // a selected replay starts by itself

const clock = createClock()
const links = createPageInbox<SessionLink>(settlingLinks(clock))
const commands = createPageInbox<Command>()
app.on('open-url', (event, url) => {
  event.preventDefault()
  links.put(linkIn([url]))
}) // before ready: macOS hands over the link that starts the program right away

const start = async (): Promise<void> => {
  await app.whenReady()
  const windows = (): BrowserWindow[] => BrowserWindow.getAllWindows()
  const emit = emitTo(windows)
  const data = app.getPath('userData')
  const log = createLog(data)
  const folders = systemFolders(app)
  const videos = folders.videos()
  restrictPermissions(session.defaultSession)

  const library = await openLibraryOrAsk({
    open: () => openLibrary({ folder: data, clock, log, mayReplace: true }),
    ask: askAboutLibrary,
    showFolder: () => void shell.openPath(data),
    clock,
  }) // before anything that keeps something in it
  if (!library) return app.quit()
  const core = createCore({
    library,
    fetch, // Node's, everywhere: Electron's own cannot hand out a redirect unfollowed (X07)
    keychain: createOsKeychain({ service: 'Replay Desk', log }),
    clock,
    paths: { data, cache: join(data, 'media-cache'), ...(videos === null ? {} : { videos }) },
    trash: (path) => shell.trashItem(path),
    onBattery: () => powerMonitor.isOnBatteryPower(),
    log,
    version: app.getVersion(),
    runtime: hosted ? 'chromium-host' : 'electron',
    sample: createSampleWorkspace(sampleFolder),
    archiveThread,
    demo: process.argv.includes('--demo'),
    platform: process.platform,
  })
  const copied = createSecretClipboard({ clipboard, clock })
  const fullscreen = createFullscreenExit()
  const saves = createSaveBeforeQuit({ clock, request: () => emit('app.flush', null), ask: askToQuit })
  onSignal(() => {
    saves.signalled()
    app.quit()
  })
  const ending = createEnding({
    app,
    power: powerMonitor,
    clock,
    log: core.log,
    windows,
    // Elsewhere nothing would show that the program still runs, nor in the host.
    endsWithLastWindow: process.platform !== 'darwin' || hosted,
    mayClose: saves.mayClose,
    beforeClose: { fullscreen: fullscreen.leave },
    beforeQuit: { clipboard: copied.clear },
    afterClose: { core: core.dispose },
  })
  const { open, reveal } = createWindow({
    preload,
    mayOpen: () => !ending.isEnding(),
    prepare: (window) => {
      const noPage = (): void => {
        links.pause()
        commands.pause()
        saves.pageGone()
      }
      window.on('closed', noPage)
      window.webContents.on('render-process-gone', noPage)
      fullscreen.watch(window)
      ending.watch(window)
      showWhenReady(window, clock)
      recoverPage(window, {
        log: core.log,
        now: clock.now,
        load: () => loadStart(window),
        ask: (failure) => askToReload(window, failure),
        quit: () => app.quit(),
      })
    },
  })
  const inFront = (window: BrowserWindow): boolean => window.isVisible() && !window.isMinimized() && window.isFocused()
  const showNotification = createNotifications(log)
  const notices = createExpiryNotices({
    hidden: () => !windows().some(inFront),
    enabled: () => core.settings().notifyOnExpiry,
    show: (title, body) => showNotification(title, body, reveal),
  })
  core.onAnyEvent((name, payload) => {
    emit(name, payload)
    if (name !== 'replay.changed') return
    const replay = payload as Parameters<typeof notices>[0]
    if (!core.archive.isArchived(replay.accountId, replay.sessionId)) notices(replay)
  })

  const pictureSaves = {
    folder: folders.forDialog('pictures'),
    titleOf: async (sessionId: string) => {
      const row = await core.handlers['sessions.get']({ sessionId })
      return row.ok ? titleOf(row.value) : null
    },
    ask: (options: SaveDialogOptions) => askWhereToSave(windows()[0], options),
  }
  const archive = archiveActions({
    archive: core.archive,
    setFolder: core.archive.setFolder,
    askForFolder: (options) => askForFolder(windows()[0], options),
    reveal: (path) => shell.showItemInFolder(path),
    open: (path) => shell.openPath(path),
  })
  const cookies = cookieActions({
    cookies: core.cookies,
    clipboard: copied,
    folder: folders.forDialog('downloads'),
    ask: (options) => askWhereToSave(windows()[0], options),
  })
  const activity = activityActions({
    activity: core.activity,
    folder: folders.forDialog('documents'),
    now: Date.now,
    ask: (options) => askWhereToSave(windows()[0], options),
  })
  const reviews = reviewActions({
    handOver: core.handOver,
    folder: folders.forDialog('documents'),
    now: Date.now,
    ask: (options) => askWhereToSave(windows()[0], options),
    askForFile: (options) => askForFile(windows()[0], options),
  })
  const listAccounts: (typeof core.handlers)['accounts.list'] = (input) => {
    // The page's first question; it listens to events since the moment before.
    saves.pageReady()
    links.ready((link) => {
      reveal()
      core.linkArrived(link)
    })
    commands.ready((name) => emit('command', { name }))
    return core.handlers['accounts.list'](input)
  }
  listen(
    {
      ...core.handlers,
      ...archive,
      ...cookies,
      ...activity,
      ...reviews,
      'accounts.list': listAccounts,
      'app.flushed': saves.flushed,
      'frame.save': createFrameSave(pictureSaves),
      'sheet.save': createSheetSave(pictureSaves),
    },
    core.log,
  ) // before the page can ask
  serveScheme(page, core.gateway) // before the window loads
  const showKeys = setUpMenu(
    app,
    (name) => {
      commands.put(name)
      if (windows().length === 0) reveal() // macOS keeps the menu
    },
    core.settings(),
  )
  core.onAnyEvent((name) => {
    if (name === 'settings.changed') showKeys(core.settings())
  })
  powerMonitor.on('resume', () => core.onWake())

  app.on('second-instance', (_event, argv) => {
    reveal()
    links.put(linkIn(argv))
  })
  app.on('activate', reveal)
  app.on('open-url', reveal) // a link may come while macOS keeps the program without a window

  links.put(linkIn(process.argv))
  open()
  core.start() // keychain and network after the window: neither may delay the first paint
  // After the window too: on Linux the system's own tool is run for it, and waited for.
  registerLinks(app, { defaultApp: process.defaultApp === true, execPath: process.execPath, argv: process.argv }, log)
}

if (app.requestSingleInstanceLock()) {
  start().catch((error: unknown) => {
    // A program without a window would run on unseen.
    dialog.showErrorBox('Replay Desk could not start', error instanceof Error ? error.message : String(error))
    app.exit(1)
  })
} else {
  app.quit() // the first instance has received our arguments
}
