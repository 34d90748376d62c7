import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { COOKIE_NAME } from '../server/scheme-headers.ts'
import { PAGE_ORIGIN } from '../state.ts'
import { hostArgs } from './chromium-args.ts'
import { type ChromiumProcess, readEndpoint, startChromium } from './chromium-process.ts'
import type { FoundChromium } from './find-chromium.ts'
import { followPages, type HostPage } from './host-pages.ts'

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
  version: string
  /** WebSocket address for Playwright's `connectOverCDP`; null unless a debug port was asked for. */
  endpoint: string | null
  /** Those of our windows that are open. */
  pages: () => HostPage[]
  /** A page of its own, at an empty document. */
  newPage: () => Promise<HostPage>
  /** Resolves when Chromium has ended, whoever ended it. */
  closed: Promise<void>
  close: () => Promise<void>
}

const isRoot = (): boolean => process.getuid?.() === 0

/** A machine that forbids unprivileged namespaces (containers, some desktops) cannot start the sandbox at all. */
const startWithSandboxIfPossible = async (options: LaunchOptions): Promise<ChromiumProcess> => {
  const start = (sandbox: boolean) => startChromium(options.found, hostArgs({ ...options, sandbox }))
  if (isRoot()) return start(false)
  try {
    return await start(true)
  } catch (error) {
    if (options.found.kind !== 'npm' || !/sandbox/i.test(String(error))) throw error
    console.error('[host] This system does not allow Chromium its sandbox; it starts without. It shows our page alone.')
    return start(false)
  }
}

/** Starts Chromium on a persistent profile, with the secret cookie set before the first request of ours. */
export const launchBrowser = async (options: LaunchOptions): Promise<Browser> => {
  mkdirSync(options.profileFolder, { recursive: true })
  rmSync(join(options.profileFolder, 'DevToolsActivePort'), { force: true })
  const { pipe, version, close } = await startWithSandboxIfPossible(options)
  const cookie = {
    name: COOKIE_NAME,
    value: options.secret,
    url: PAGE_ORIGIN,
    httpOnly: true,
    sameSite: 'Strict' as const,
  }
  const [pages] = await Promise.all([
    followPages(pipe, options),
    pipe.browser.send('Storage.setCookies', { cookies: [cookie] }),
  ])
  return {
    version,
    endpoint: options.debugPort ? await readEndpoint(options.profileFolder) : null,
    pages: pages.open,
    newPage: pages.create,
    closed: pipe.closed,
    close,
  }
}
