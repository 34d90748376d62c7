import type { EventEmitter } from 'node:events'
import type { Browser } from './chromium/chromium.ts'
import type { HostServer } from './server/loopback-server.ts'

/** What the person at the screen (or the test in their place) answers to a dialog. */
export type Answers = Record<'showSaveDialog' | 'showOpenDialog' | 'showMessageBox', unknown[]>

/** One thing that Electron would have done outside the page. */
export type Recorded = { what: string } & Record<string, unknown>

/** What the system refuses or does otherwise, each as Electron documents it. */
export type Faults = {
  /** Names whose `app.getPath` throws. */
  getPath?: string[]
  /** `unsupported`: `isSupported` is false. `failed`: each one emits `failed` after `show`. */
  notifications?: 'unsupported' | 'failed'
  /** `shell.trashItem` rejects with this text. */
  trashItem?: string
  /** `shell.openPath` answers this text instead of opening. */
  openPath?: string
  /** `app.setAsDefaultProtocolClient` answers false. */
  protocolClient?: false
  /** `ready-to-show` never comes, as under some Wayland compositors. */
  readyToShow?: false
  /** Displays of the desktop, the first one the primary; the host alone. */
  displays?: Electron.Rectangle[]
  /** The desktop is dark. */
  darkSystem?: true
  /** Time that `tls.getCACertificates('system')` blocks its thread, ms. */
  systemCertificatesMs?: number
}

type HostSettings = {
  /** Folder that holds package.json. */
  appFolder: string
  packageVersion: string
  headed: boolean
  /** A person sits in front of it: links open, saved files land in the downloads folder. */
  interactive: boolean
}

export type Host = HostSettings & {
  userData: string
  switches: string[]
  recorded: Recorded[]
  answers: Answers
  faults: Faults
  /** Those that were shown; whether one is still there is main's matter. */
  notifications: WeakRef<EventEmitter>[]
  isReady: boolean
  isQuitting: boolean
  /** Nothing takes this back, unlike quitting. */
  isEnding: boolean
  ready: PromiseWithResolvers<void>
  /** Null until main has decided about the switches of Chromium. */
  browser: Promise<Browser> | null
  server: HostServer | null
  /** Names in the page that cannot be guessed; new for each run. */
  names: { binding: string; dispatch: string }
  shutdown: (exitCode: number) => Promise<void>
}

/** What the main bundle gets, and the arguments of Chromium. */
export const APP_ORIGIN = 'app://desk'
export const PAGE_ORIGIN = 'http://desk.localhost'

/** Only the start of the text: both origins may occur inside a query. */
export const toAppUrl = (url: string): string =>
  url === PAGE_ORIGIN || url.startsWith(`${PAGE_ORIGIN}/`) ? APP_ORIGIN + url.slice(PAGE_ORIGIN.length) : url
export const toPageUrl = (url: string): string =>
  url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`) ? PAGE_ORIGIN + url.slice(APP_ORIGIN.length) : url

let current: Host | null = null

export const setHost = (host: Host): void => {
  current = host
}

/**
 * The one host of this process. It lives here and not in `run.ts`, because the `electron` stand-in is loaded while
 * `run.ts` still waits for the main bundle: importing the waiting module would never end.
 */
export const getHost = (): Host => {
  if (!current) throw new Error('The Chromium host is not set up yet.')
  return current
}
