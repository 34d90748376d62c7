import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'
import { BLANK_PATH } from '../server/loopback-server.ts'
import { compileCache } from '../start/compile-cache.ts'
import { PAGE_ORIGIN, type Recorded } from '../state.ts'
import { talkToHost } from './control-client.ts'
import { openDebugSocket } from './debug-socket.ts'
import type { Desk, LaunchSettings } from './drive.ts'
import { untilNobodyNames } from './processes.ts'

const RUN = fileURLToPath(new URL('../run.ts', import.meta.url))
const SLOW_CERTIFICATES = fileURLToPath(new URL('../slow-certificates.cjs', import.meta.url))
const READY_MS = 110_000
const GONE_MS = 5_000
const CLOSE_MS = 15_000

const hostArgs = (settings: LaunchSettings): string[] => [
  '--main',
  settings.main,
  '--user-data',
  settings.userData,
  '--debug-port',
  ...(settings.temporary ? ['--temporary'] : []),
  ...(settings.headed ? ['--headed'] : []),
  ...(settings.hostArgs ?? []),
  '--',
  ...settings.args,
]

const start = (settings: LaunchSettings): ChildProcess =>
  fork(RUN, hostArgs(settings), {
    env: {
      ...process.env,
      ...compileCache(),
      ...settings.env,
      REPLAY_DESK_TEST_FAULTS: JSON.stringify(settings.faults ?? {}),
    },
    execArgv: settings.faults?.systemCertificatesMs ? ['--require', SLOW_CERTIFICATES] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })

const within = <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms / 1000} s.`)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

const isWindow = (page: Page): boolean => page.url().startsWith(`${PAGE_ORIGIN}/`) && !page.url().endsWith(BLANK_PATH)

/** Main opens its window when it likes: looked for until it is there or the host is not. */
const firstWindow = async (context: BrowserContext, hasExited: () => boolean): Promise<Page> => {
  while (!hasExited()) {
    const page = context.pages().find(isWindow)
    if (page) return page
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('The Chromium host ended before it opened a window.')
}

/** Starts the Chromium host in a process of its own and joins its first window. */
export const launchInHost = async (settings: LaunchSettings): Promise<Desk> => {
  const child = start(settings)
  const host = talkToHost(child)
  // Half a second of work, done while the host starts.
  const { chromium } = await import('playwright-core')
  const cleanUp = async (): Promise<void> => {
    if (!settings.temporary) return
    // The browser ends a moment after its host, and writes into its folder until then.
    await untilNobodyNames(settings.userData, GONE_MS)
    await rm(settings.userData, { recursive: true, force: true, maxRetries: 5 })
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await host.exited
    await cleanUp()
  }

  try {
    const { endpoint, port, version } = await within(READY_MS, 'Starting the Chromium host', host.ready)
    if (endpoint === null) throw new Error('The Chromium host opened no debugging port.')
    const browser = await chromium.connectOverCDP(await openDebugSocket(endpoint), { noDefaults: true })
    const [context] = browser.contexts()
    if (!context) throw new Error('Chromium shows no context.')
    const page =
      settings.waitForWindow === false
        ? undefined
        : await within(READY_MS, 'Opening the window', firstWindow(context, host.hasExited))

    return {
      runtime: `Chromium host (Chromium ${version})`,
      origin: PAGE_ORIGIN,
      page: page as Page, // missing only when the caller asked not to wait for it
      context,
      pid: child.pid ?? 0,
      userData: settings.userData,
      port,
      exited: host.exited,
      stdout: host.stdout,
      stderr: host.stderr,
      main: {
        evaluate: (fn, arg) => host.ask({ kind: 'evaluate', source: fn.toString(), arg }) as never,
      },
      recorded: () => host.ask({ kind: 'recorded' }) as Promise<Recorded[]>,
      refused: () => host.ask({ kind: 'refused' }) as Promise<string[]>,
      answer: async (dialog, value) => {
        await host.ask({ kind: 'answer', dialog, value })
      },
      onNotification: async (event) => {
        await host.ask({ kind: 'notification', event })
      },
      startAgain: (args) => {
        const second = talkToHost(start({ ...settings, args, temporary: false }))
        return within(READY_MS, 'The second start', second.exited)
      },
      close: async () => {
        await host.ask({ kind: 'evaluate', source: '(electron) => electron.app.quit()', arg: null }).catch(() => {})
        await within(CLOSE_MS, 'Quitting', host.exited).catch(() => child.kill('SIGKILL'))
        await host.exited
        await browser.close().catch(() => {})
        await cleanUp()
      },
      kill,
    }
  } catch (error) {
    await kill()
    throw error
  }
}
