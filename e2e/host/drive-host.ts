import { type ChildProcess, fork } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from 'playwright-core'
import type { ControlReply, ControlRequest, ReadyMessage } from './control.ts'
import type { Desk, LaunchSettings } from './drive.ts'
import { BLANK_PATH } from './server.ts'
import { PAGE_ORIGIN, type Recorded } from './state.ts'

const RUN = fileURLToPath(new URL('./run.ts', import.meta.url))
const READY_MS = 110_000
const CLOSE_MS = 15_000

type Ask =
  | Omit<Extract<ControlRequest, { kind: 'evaluate' }>, 'id'>
  | Omit<Extract<ControlRequest, { kind: 'answer' }>, 'id'>
  | { kind: 'recorded' }
  | { kind: 'refused' }

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
    env: { ...process.env, ...settings.env },
    execArgv: [],
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

/** Starts the Chromium host in a process of its own and joins its first window. */
export const launchInHost = async (settings: LaunchSettings): Promise<Desk> => {
  const child = start(settings)
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))

  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0
  const ready = Promise.withResolvers<ReadyMessage>()
  child.on('message', (message: ControlReply | ReadyMessage) => {
    if (message.kind === 'ready') {
      ready.resolve(message)
      return
    }
    const call = pending.get(message.id)
    pending.delete(message.id)
    if (message.error === undefined) call?.resolve(message.value)
    else call?.reject(new Error(message.error))
  })
  child.once('exit', (code, signal) => {
    const error = new Error(`The Chromium host ended (${signal ?? code}).\n${stderr}`)
    ready.reject(error)
    for (const { reject } of pending.values()) reject(error)
    pending.clear()
  })
  const ask = (request: Ask): Promise<unknown> =>
    new Promise((resolve, reject) => {
      lastId += 1
      pending.set(lastId, { resolve, reject })
      child.send({ ...request, id: lastId }, (error) => error && reject(error))
    })

  const cleanUp = async (): Promise<void> => {
    if (settings.temporary) await rm(settings.userData, { recursive: true, force: true, maxRetries: 5 })
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exited
    await cleanUp()
  }

  try {
    const { endpoint, port, version } = await within(READY_MS, 'Starting the Chromium host', ready.promise)
    if (endpoint === null) throw new Error('The Chromium host opened no debugging port.')
    const browser = await chromium.connectOverCDP(endpoint, { noDefaults: true })
    const [context] = browser.contexts()
    if (!context) throw new Error('Chromium shows no context.')
    const isWindow = (page: Page) => page.url().startsWith(`${PAGE_ORIGIN}/`) && !page.url().endsWith(BLANK_PATH)
    const firstWindow = async (): Promise<Page> => {
      for (;;) {
        const page = context.pages().find(isWindow)
        if (page) return page
        if (child.exitCode !== null) throw new Error(`The Chromium host ended (${child.exitCode}).\n${stderr}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const page = settings.waitForWindow === false ? null : await within(READY_MS, 'Opening the window', firstWindow())

    return {
      runtime: `Chromium host (Chromium ${version})`,
      origin: PAGE_ORIGIN,
      page: page as Page,
      context,
      pid: child.pid ?? 0,
      userData: settings.userData,
      port,
      exited,
      stdout: () => stdout,
      stderr: () => stderr,
      main: {
        evaluate: (fn, arg) => ask({ kind: 'evaluate', source: fn.toString(), arg }) as never,
      },
      recorded: () => ask({ kind: 'recorded' }) as Promise<Recorded[]>,
      refused: () => ask({ kind: 'refused' }) as Promise<string[]>,
      answer: async (dialog, value) => {
        await ask({ kind: 'answer', dialog, value })
      },
      startAgain: async (args) => {
        const second = start({ ...settings, args, temporary: false })
        return within(
          READY_MS,
          'The second start',
          new Promise<number | null>((resolve) => second.once('exit', resolve)),
        )
      },
      close: async () => {
        await ask({ kind: 'evaluate', source: '(electron) => electron.app.quit()', arg: null }).catch(() => {})
        await within(CLOSE_MS, 'Quitting', exited).catch(() => child.kill('SIGKILL'))
        await exited
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
