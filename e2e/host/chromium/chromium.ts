import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { BLANK_PATH } from '../server/loopback-server.ts'
import { COOKIE_NAME } from '../server/scheme-headers.ts'
import { PAGE_ORIGIN } from '../state.ts'
import { chromiumArgs } from './chromium-args.ts'
import type { FoundChromium } from './find-chromium.ts'

export type LaunchOptions = {
  found: FoundChromium
  /** Chromium's own profile, apart from the program's data. */
  profileFolder: string
  headed: boolean
  debugPort: boolean
  secret: string
  /** Null leaves our origin unmapped, for the negative control. */
  port: number | null
  switches: string[]
}

export type Browser = {
  context: BrowserContext
  version: string
  /** WebSocket address for `connectOverCDP`; null unless a debug port was asked for. */
  endpoint: string | null
  /** A page of its own, at an empty document. */
  newPage: () => Promise<Page>
  close: () => Promise<void>
}

/** A busy build machine needs more than Playwright's 30 s. */
const LAUNCH_MS = 90_000

const isRoot = (): boolean => process.getuid?.() === 0

const launch = async (options: LaunchOptions, args: string[], sandbox: boolean): Promise<BrowserContext> =>
  chromium.launchPersistentContext(options.profileFolder, {
    executablePath: options.found.path,
    env: { ...(process.env as Record<string, string>), ...options.found.env },
    headless: !options.headed,
    chromiumSandbox: sandbox,
    args,
    ignoreDefaultArgs: options.headed ? ['--enable-automation'] : [],
    viewport: null,
    timeout: LAUNCH_MS,
    colorScheme: null,
    reducedMotion: null,
    forcedColors: null,
    contrast: null,
    handleSIGINT: false, // the host ends Chromium itself, after main has closed its files
    handleSIGTERM: false,
    handleSIGHUP: false,
  })

/** A machine that forbids unprivileged namespaces (containers, some desktops) cannot start the sandbox at all. */
const launchWithSandboxIfPossible = async (options: LaunchOptions, args: string[]): Promise<BrowserContext> => {
  if (isRoot()) return launch(options, args, false)
  try {
    return await launch(options, args, true)
  } catch (error) {
    if (options.found.kind !== 'npm' || !/sandbox/i.test(String(error))) throw error
    console.error('[host] This system does not allow Chromium its sandbox; it starts without. It shows our page alone.')
    return launch(options, args, false)
  }
}

const readEndpoint = (profileFolder: string): string => {
  const [port, path] = readFileSync(join(profileFolder, 'DevToolsActivePort'), 'utf8').trim().split('\n')
  return `ws://127.0.0.1:${port}${path}`
}

/** Starts Chromium on a persistent profile, with the secret cookie set before the first request of ours. */
export const launchBrowser = async (options: LaunchOptions): Promise<Browser> => {
  mkdirSync(options.profileFolder, { recursive: true })
  rmSync(join(options.profileFolder, 'DevToolsActivePort'), { force: true })
  const appWindow = `--app=${PAGE_ORIGIN}${BLANK_PATH}` // takes web addresses only: about:blank gives a tabbed window
  const args = chromiumArgs(options)
  if (options.headed) args.push(appWindow, ...(isRoot() ? ['--test-type'] : []))
  const context = await launchWithSandboxIfPossible(options, args)
  await context.addCookies([
    { name: COOKIE_NAME, value: options.secret, url: PAGE_ORIGIN, httpOnly: true, sameSite: 'Strict' },
  ])

  const ours = new WeakSet<Page>()
  let expecting = 0
  context.on('page', (page) => {
    // A page that no BrowserWindow asked for is a popup: Electron would not have opened it.
    if (expecting === 0 && !ours.has(page)) void page.close().catch(() => {})
  })
  let first: Page | undefined = context.pages()[0]

  const openPage = async (): Promise<Page> => {
    if (first) {
      const page = first
      first = undefined
      return page
    }
    expecting += 1
    try {
      if (!options.headed) return await context.newPage()
      // A second app window: the same program and profile hand the wish to the running browser.
      const arriving = context.waitForEvent('page')
      const sandbox = isRoot() ? ['--no-sandbox', '--test-type'] : []
      const opener = spawn(options.found.path, [`--user-data-dir=${options.profileFolder}`, appWindow, ...sandbox], {
        stdio: 'ignore',
      })
      opener.on('error', () => {})
      return await arriving
    } finally {
      expecting -= 1
    }
  }

  return {
    context,
    version: context.browser()?.version() ?? '',
    endpoint: options.debugPort ? readEndpoint(options.profileFolder) : null,
    newPage: async () => {
      const page = await openPage()
      ours.add(page)
      return page
    },
    close: async () => {
      await context.close().catch(() => {})
    },
  }
}
