import { type ChildProcess, fork, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findForWindow, hasDisplay, thisMachine } from './find-chromium.ts'
import { obtainElectron } from './obtain-electron.ts'

const RUN = fileURLToPath(new URL('./run.ts', import.meta.url))
/** An Electron that ends sooner and with an error did not start: a missing library, a forbidden sandbox. */
const STARTED_MS = 5_000

export type PersonOptions = { root: string; args: string[]; env: NodeJS.ProcessEnv; headless: boolean }

/** Ctrl+C and a plain kill are handed on, and we stay until the child has closed its files. */
const exitOf = (child: ChildProcess): Promise<number> => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill('SIGTERM'))
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

/** Null when Electron did not come up. */
const runElectron = async (binary: string, { root, args, env }: PersonOptions): Promise<number | null> => {
  const started = Date.now()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const code = await exitOf(spawn(binary, [...sandbox, root, ...args], { stdio: 'inherit', env }))
  return code !== 0 && Date.now() - started < STARTED_MS ? null : code
}

/** No debugging port: an open one would let any program of this machine drive the window. */
const runHost = ({ root, args, env }: PersonOptions, headed: boolean): Promise<number> => {
  const hostArgs = ['--main', join(root, 'out/main/main.js'), '--interactive', ...(headed ? ['--headed'] : [])]
  return exitOf(fork(RUN, [...hostArgs, '--', ...args], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
}

const sayHeadless = (reason: string): void => {
  console.log(`${reason} It continues in the Chromium host, without a window: the program runs, nobody sees it.`)
  console.log('To get the window: start it on a desktop with Chrome, Chromium or Edge installed,')
  console.log(
    'or fetch Electron with "npx install-electron". "npm start -- --smoke" shows that it works. Ctrl+C ends it.',
  )
}

/** Opens the program for a person: Electron, else a browser's app window, else without a window. Answers the exit code. */
export const startForPerson = async (options: PersonOptions): Promise<number> => {
  // Neither Electron nor a browser can show anything without a display: then nothing is fetched either.
  if (options.headless || !hasDisplay(thisMachine())) {
    sayHeadless(options.headless ? 'A start without a window was asked for.' : 'There is no display here.')
    return runHost(options, false)
  }
  const electron = await obtainElectron(options.root, console.log)
  const code = electron ? await runElectron(electron, options) : null
  if (code !== null) return code
  const reason = electron ? 'Electron did not start here.' : "Electron's program cannot be had here."
  const browser = findForWindow()
  if (!browser) {
    sayHeadless(`${reason} No Chrome, Chromium or Edge was found.`)
    return runHost(options, false)
  }
  console.log(`${reason} It continues in the Chromium host: an app window of ${browser.path}`)
  return runHost(options, true)
}
