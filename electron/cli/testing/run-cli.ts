import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { bundledProgram } from '../../core/testing/bundle-program.ts'

const LAUNCHER = join(import.meta.dirname, '../replay-desk.js')
const PROGRAM = join(import.meta.dirname, '../main.ts')

export type Ran = { code: number | null; stdout: string; stderr: string; json: () => Record<string, unknown>[] }
export type Running = { child: ChildProcess; done: Promise<Ran> }

type RunOptions = {
  /** Home, data and cache of this run; nothing of the machine's own is seen. */
  home: string
  env?: Record<string, string>
  input?: string | Buffer
  /** The Node that starts the launcher, as users do. Else a bundle of the sources runs, in two thirds of their time. */
  launcher?: string
}

/** Starts the command line as a process of its own, without keychain, session bus, terminal or accounts of this machine. */
export const startCli = async (args: string[], { home, env = {}, input, launcher }: RunOptions): Promise<Running> => {
  const program = launcher === undefined ? await bundledProgram(PROGRAM) : LAUNCHER
  const own = { HOME: home, XDG_CONFIG_HOME: home, REPLAY_DESK_DATA: `${home}/data` }
  const child = spawn(launcher ?? process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH ?? '', ...own, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => {}) // a command that reads nothing may be gone already
  child.stdin.end(input ?? '')
  const done = new Promise<Ran>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      resolve({
        code,
        stdout,
        stderr,
        json: () =>
          stdout
            .split('\n')
            .filter((line) => line !== '')
            .map((line) => JSON.parse(line)),
      }),
    )
  })
  return { child, done }
}

export const runCli = async (args: string[], options: RunOptions): Promise<Ran> => (await startCli(args, options)).done
