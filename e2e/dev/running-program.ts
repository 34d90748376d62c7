import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { electronEnv, hasDisplay } from '../../electron/core/desktop.ts'
import { findForWindow } from '../host/chromium/find-chromium.ts'
import { electronBinary } from '../host/obtain/electron-binary.ts'

const RUN = fileURLToPath(new URL('../host/run.ts', import.meta.url))
/** The program ends by itself within 5 s (`shell/lifecycle/ending.ts`); one that hangs must not block a restart. */
const KILL_MS = 8_000

type ProgramOptions = {
  /** Folder with package.json, `main/` and `preload/` of the development build. */
  folder: string
  /** Data apart from that of the installed program, so that code under change never migrates it. */
  userData: string
  args: string[]
  env: NodeJS.ProcessEnv
}

/** Electron where its binary and a display are, else the Chromium host, with a window where a browser can show one. */
const spawnProgram = ({ folder, userData, args, env }: ProgramOptions): ChildProcess => {
  const display = hasDisplay({ platform: process.platform, env })
  const binary = display && env.REPLAY_DESK_RUNTIME !== 'chromium-host' ? electronBinary() : null
  if (binary) {
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    return spawn(binary, [...sandbox, `--user-data-dir=${userData}`, folder, ...args], {
      stdio: 'inherit',
      env: electronEnv(env),
    })
  }
  const window = display && findForWindow() !== null ? ['--headed'] : ['--debug-port']
  const host = ['--main', join(folder, 'main/main.js'), '--user-data', userData, '--interactive', ...window]
  const child = fork(RUN, [...host, '--', ...args], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  child.on('message', (message: { kind?: unknown; endpoint?: unknown } | null) => {
    if (message?.kind === 'ready' && message.endpoint) console.log(`Page, for a browser's tools: ${message.endpoint}`)
  })
  return child
}

/** The program as it is developed: one at a time, restarted once the previous one has closed its files. */
export const createRunningProgram = (options: ProgramOptions, onClosedByUser: (code: number) => void) => {
  let child: ChildProcess | null = null
  let last: Promise<void> = Promise.resolve()

  const end = async (): Promise<void> => {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const closed = once(ending, 'exit')
    const timer = setTimeout(() => ending.kill('SIGKILL'), KILL_MS)
    ending.kill('SIGTERM')
    await closed
    clearTimeout(timer)
  }
  const start = (): void => {
    const started = spawnProgram(options)
    child = started
    started.once('exit', (code) => {
      if (child === started) onClosedByUser(code ?? 1)
    })
  }
  /** One after the other, however fast builds follow each other. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    last = last.then(work)
    return last
  }
  return {
    restart: () => inTurn(() => end().then(start)),
    stop: () => inTurn(end),
  }
}
