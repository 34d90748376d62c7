import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { electronForTests } from '../obtain/electron-binary.ts'
import type { Answers, Faults, Recorded } from '../state.ts'

/** Electron's main-process modules, as `evaluate` hands them to its function. */
export type MainModules = typeof Electron.CrossProcessExports

export type Desk = {
  /** For the first line of a report. */
  runtime: string
  /** Origin of the page: `app://desk` under Electron, `http://desk.localhost` in the host. */
  origin: string
  /** The first window. */
  page: Page
  context: BrowserContext
  pid: number
  userData: string
  /** Port of the host's loopback server; null under Electron, which has none. */
  port: number | null
  exited: Promise<number | null>
  stdout: () => string
  stderr: () => string
  main: {
    /** Runs `fn` in the main process. It travels as text: it sees only its arguments and globals. */
    evaluate: <T, A = undefined>(fn: (electron: MainModules, arg: A) => T | Promise<T>, arg?: A) => Promise<T>
  }
  /** What main did outside the page: dialogs, notifications, external links, refused navigations. */
  recorded: () => Promise<Recorded[]>
  /** Requests that the host's server refused; empty under Electron. */
  refused: () => Promise<string[]>
  /** The answer to the next dialog of that kind; without one, dialogs are cancelled. */
  answer: (dialog: keyof Answers, value: unknown) => Promise<void>
  /** The person clicks or closes the latest notification. Unreferenced objects are collected first. */
  onNotification: (event: 'click' | 'close') => Promise<void>
  /** Starts the program once more on the same data, as a deep link does; answers the exit code. */
  startAgain: (args: string[]) => Promise<number | null>
  /** Quits as a person would, and removes what was temporary. */
  close: () => Promise<void>
  /** SIGKILL. */
  kill: () => Promise<void>
}

export type LaunchOptions = {
  /** Kept at the end when given; else a temporary folder. */
  userData?: string
  /** Arguments that main sees in `process.argv`. */
  args?: string[]
  env?: Record<string, string>
  /** What Electron's APIs refuse, from the start on. */
  faults?: Faults
  headed?: boolean
  /** Another main bundle, for the host's own tests. Always runs in the host. */
  main?: string
  /** Switches of the host itself, for its negative controls. */
  hostArgs?: string[]
  /** False when main opens none; `page` is then missing. */
  waitForWindow?: boolean
}

export type LaunchSettings = LaunchOptions & {
  main: string
  userData: string
  temporary: boolean
  args: string[]
}

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Starts the built program for a test: under Electron where its binary and a display exist, else in the Chromium host
 * (`REPLAY_DESK_RUNTIME=chromium-host` asks for the host). The caller ends it with `close` or `kill`.
 */
export const launchDesk = async (options: LaunchOptions = {}): Promise<Desk> => {
  const userData = options.userData ?? (await mkdtemp(join(tmpdir(), 'replay-desk-')))
  const settings: LaunchSettings = {
    ...options,
    main: options.main ?? join(ROOT, 'out/main/main.js'),
    userData,
    temporary: options.userData === undefined,
    args: options.args ?? [],
  }
  const binary = options.main === undefined ? electronForTests() : null
  if (binary) return (await import('./drive-electron.ts')).launchInElectron(settings, ROOT, binary)
  return (await import('./drive-host.ts')).launchInHost(settings)
}
