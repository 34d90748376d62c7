// The host's process: prepares the `electron` stand-in, loads the built main bundle, then starts Chromium for it.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { launchBrowser } from './chromium/chromium.ts'
import { findForWindow, findHeadless } from './chromium/find-chromium.ts'
import { listenToParent } from './drive/control.ts'
import { appDataFolder } from './electron/app-paths.ts'
import { redirectElectron } from './hooks.ts'
import { startServer } from './server/loopback-server.ts'
import { type Faults, type Host, setHost } from './state.ts'

/** Ends in any case: a browser that does not answer must not keep the person waiting. */
const SHUTDOWN_MS = 5_000

const { values, positionals } = parseArgs({
  options: {
    main: { type: 'string' },
    'user-data': { type: 'string' },
    temporary: { type: 'boolean', default: false },
    headed: { type: 'boolean', default: false },
    interactive: { type: 'boolean', default: false },
    'debug-port': { type: 'boolean', default: false },
    'no-origin-mapping': { type: 'boolean', default: false },
  },
  allowPositionals: true,
})

const entry = resolve(values.main ?? 'out/main/main.js')

const { applyFaults, readFaults } = createRequire(import.meta.url)('./apply-faults.cjs') as {
  applyFaults: (electron: object, faults: Faults) => void
  readFaults: () => Faults
}

const findAppFolder = (folder: string): { folder: string; version: string } => {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version?: string }
    return { folder, version: manifest.version ?? '0.0.0' }
  } catch {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`There is no package.json above ${entry}.`)
    return findAppFolder(parent)
  }
}

const { folder: appFolder, version: packageVersion } = findAppFolder(dirname(entry))
const electronVersion = (createRequire(import.meta.url)('electron/package.json') as { version: string }).version

const removeUserData = (): void => {
  if (values.temporary) rmSync(host.userData, { recursive: true, force: true, maxRetries: 3 })
}

const shutdown = async (exitCode: number): Promise<void> => {
  const end = (): never => {
    removeUserData()
    process.exit(exitCode)
  }
  host.isQuitting = true
  host.isEnding = true
  setTimeout(end, SHUTDOWN_MS).unref()
  await host.browser?.then((browser) => browser.close()).catch(() => {}) // one that did not start is said elsewhere
  await host.server?.close()
  end()
}

const secretName = (): string => `__desk_${randomBytes(9).toString('hex')}`

const host: Host = {
  appFolder,
  packageVersion,
  headed: values.headed,
  interactive: values.interactive,
  userData: resolve(values['user-data'] ?? join(appDataFolder(), 'Replay Desk')),
  switches: [],
  recorded: [],
  answers: { showSaveDialog: [], showOpenDialog: [], showMessageBox: [] },
  faults: readFaults(),
  notifications: [],
  isReady: false,
  isQuitting: false,
  isEnding: false,
  ready: Promise.withResolvers(),
  browser: null,
  server: null,
  names: { binding: secretName(), dispatch: secretName() },
  shutdown,
}
setHost(host)
mkdirSync(host.userData, { recursive: true, mode: 0o700 })

// What a main bundle finds in its process under Electron.
const electronProcess: Record<string, unknown> = { type: 'browser', defaultApp: true, resourcesPath: appFolder }
Object.assign(process, electronProcess)
Object.defineProperty(process.versions, 'electron', { value: electronVersion, enumerable: true })
process.argv = [process.execPath, entry, ...positionals]
process.env.REPLAY_DESK_RUNTIME = 'chromium-host'

/** Main closes its files first; a main that refuses to quit is ended all the same. */
let quitMain = (): void => {}
const endSoon = (): void => {
  setTimeout(() => void shutdown(0), SHUTDOWN_MS).unref()
  quitMain()
}
listenToParent(host, endSoon)
process.on('unhandledRejection', (reason) => {
  // Electron does not end here either. While quitting, loads that were under way fail: nothing to tell.
  if (!host.isQuitting) console.error('Unhandled rejection in main:', reason)
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, endSoon)
}

// Looking for a browser starts one that may lack its libraries: done while main is loaded.
const finding = host.headed ? null : findHeadless()
finding?.catch(() => {}) // waited for below
const secret = randomBytes(24).toString('base64url')
host.server = await startServer(secret)
redirectElectron()
const { default: electron } = await import('./electron/electron-module.ts')
quitMain = () => electron.app.quit()
applyFaults(electron, host.faults)

await import(pathToFileURL(entry).href) // schemes, switches and the instance lock are decided in here

if (host.isQuitting) await new Promise(() => {}) // a second instance: `quit` ends the process

const found = finding ? await finding : findForWindow()
if (!found) throw new Error('No browser with a window was found. Install Chrome, Chromium or Edge.')
host.browser = launchBrowser({
  found,
  profileFolder: join(host.userData, 'chromium-host', `${found.kind}-${basename(found.path)}`),
  headed: host.headed,
  debugPort: values['debug-port'],
  secret,
  port: values['no-origin-mapping'] ? null : host.server.port,
  switches: host.switches,
})
// Main opens its library and whatever else comes before its window while Chromium starts.
host.isReady = true
host.ready.resolve()
electron.app.emit('ready')
const browser = await host.browser
Object.defineProperty(process.versions, 'chrome', { value: browser.version, enumerable: true })
void browser.closed.then(() => {
  if (host.isQuitting) return
  // The pages have closed their windows by now, which makes main quit; this is for a main that stays.
  setTimeout(() => void shutdown(1), SHUTDOWN_MS).unref()
})
process.send?.({
  kind: 'ready',
  endpoint: browser.endpoint,
  port: host.server.port,
  version: browser.version,
})
if (host.interactive && !host.headed) {
  console.log(`Replay Desk runs in Chromium ${browser.version}, without a window. Data: ${host.userData}`)
}
