import { type ChildProcess, fork, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { electronEnv, hasDisplay } from '../../../electron/core/desktop.ts'
import { findForWindow } from '../chromium/find-chromium.ts'
import { obtainElectron } from '../obtain/obtain-electron.ts'
import { compileCache } from './compile-cache.ts'

const RUN = fileURLToPath(new URL('../run.ts', import.meta.url))
/** An Electron that ends sooner and with an error did not start: a missing library, a forbidden sandbox. */
const STARTED_MS = 5_000
const NO_WINDOW = 1

export type PersonOptions = {
  root: string
  args: string[]
  env: NodeJS.ProcessEnv
  headless: boolean
  /** Ends instead of running without a window. */
  windowOnly: boolean
  /** Called once a window is there, or the running program took over. */
  onWindow: () => void
  print: (line: string) => void
}

/** Ctrl+C and a plain kill are handed on, and we stay until the child has closed its files. */
const exitOf = (child: ChildProcess): Promise<number> => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Null when Electron did not come up. */
const runElectron = async (binary: string, { root, args, env, onWindow }: PersonOptions): Promise<number | null> => {
  const started = Date.now()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const child = spawn(binary, [...sandbox, root, ...args], { stdio: 'inherit', env: electronEnv(env) })
  const timer = setTimeout(onWindow, STARTED_MS)
  const code = await exitOf(child)
  clearTimeout(timer)
  return code !== 0 && Date.now() - started < STARTED_MS ? null : code
}

/** No debugging port: an open one would let any program of this machine drive the window. */
const runHost = ({ root, args, env, onWindow }: PersonOptions, headed: boolean): Promise<number> => {
  const hostArgs = ['--main', join(root, 'out/main/main.js'), '--interactive', ...(headed ? ['--headed'] : [])]
  const child = fork(RUN, [...hostArgs, '--', ...args], {
    env: { ...env, ...compileCache() },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child.on('message', (message) => {
    if ((message as { kind?: unknown } | null)?.kind === 'ready') onWindow()
  })
  return exitOf(child)
}

const runHeadless = (options: PersonOptions, reason: string): Promise<number> | number => {
  const { print } = options
  if (options.windowOnly) {
    print(`${reason} There is no window to show it in.`)
    return NO_WINDOW
  }
  print(`${reason} It continues in the Chromium host, without a window: the program runs, nobody sees it.`)
  print('To get the window: start it on a desktop with Chrome, Chromium or Edge installed,')
  print('or fetch Electron with "npx install-electron". "npm start -- --smoke" shows that it works. Ctrl+C ends it.')
  return runHost(options, false)
}

/** Opens the program for a person: Electron, else a browser's app window, else without a window. Answers the exit code. */
export const startForPerson = async (options: PersonOptions): Promise<number> => {
  const { root, env, print } = options
  // Neither Electron nor a browser can show anything without a display: then nothing is fetched either.
  if (options.headless) return runHeadless(options, 'A start without a window was asked for.')
  if (!hasDisplay({ platform: process.platform, env })) return runHeadless(options, 'There is no display here.')
  const wantsHost = env.REPLAY_DESK_RUNTIME === 'chromium-host'
  const electron = wantsHost ? null : await obtainElectron({ root, print })
  if (electron?.kind === 'stopped') return electron.exitCode
  const code = electron?.kind === 'ready' ? await runElectron(electron.binary, options) : null
  if (code !== null) return code
  const reason = wantsHost
    ? 'The Chromium host was asked for.'
    : electron?.kind === 'ready'
      ? 'Electron did not start here.'
      : "Electron can't be used here."
  const browser = findForWindow()
  if (!browser) return runHeadless(options, `${reason} No Chrome, Chromium or Edge was found.`)
  print(`${reason} It continues in the Chromium host: an app window of ${browser.path}`)
  return runHost(options, true)
}
