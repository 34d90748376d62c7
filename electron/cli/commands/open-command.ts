import { type StdioOptions, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sessionIdModel } from '../../contract/models/session-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import { formatLink } from '../../core/deep-links.ts'
import { electronEnv, hasDisplay } from '../../core/desktop.ts'
import { projectFolder } from '../cli-paths.ts'
import type { Context } from '../context.ts'
import { openSharedLibrary } from '../desktop-data.ts'
import { createCliLog } from '../environment.ts'
import { EXIT } from '../exit-codes.ts'
import { isWholeId, pickId } from '../input/resolve-id.ts'

export type OpenOptions = { at?: number; account?: string }

/** A program that ends sooner and with an error did not open anything. */
const STARTED_MS = 3_000

type Starter = { command: string; args: string[] /** It says when the window is there. */; reports: boolean }

/** REPLAY_DESK_APP names the program; in the clone it is started from there; else the system knows who takes such links. */
const starterOf = (link: string, env: NodeJS.ProcessEnv): Starter => {
  if (env.REPLAY_DESK_APP) return { command: env.REPLAY_DESK_APP, args: [link], reports: false }
  const inClone = join(projectFolder, 'e2e/host/start/start-host.js')
  if (existsSync(inClone)) return { command: process.execPath, args: [inClone, '--window-only', link], reports: true }
  if (process.platform === 'darwin') return { command: 'open', args: [link], reports: false }
  if (process.platform === 'win32')
    return { command: 'rundll32.exe', args: ['url.dll,FileProtocolHandler', link], reports: false }
  return { command: 'xdg-open', args: [link], reports: false }
}

const notStarted = (message: string): Result<null> =>
  fail('internal', message, {
    next: 'Start Replay Desk (with "npm start" in its folder, which shows the error), then retry.',
  })

/** Starts the program, which outlives this one, and waits until its window is there or it gave up. */
const startProgram = async (
  { command, args, reports }: Starter,
  { out, env, stop }: Context,
): Promise<Result<null>> => {
  const { promise, resolve } = Promise.withResolvers<Result<null>>()
  const stdio = reports ? (['ignore', 'ignore', 'ignore', 'ipc'] as const) : ('ignore' as const)
  const options = { detached: true, stdio: stdio as StdioOptions, env: electronEnv(env), windowsHide: true }
  const child = spawn(command, args, options)
  const isThere = (): void => resolve({ ok: true, value: null })
  const end = (): boolean => child.kill('SIGTERM')
  stop.signal.addEventListener('abort', end)
  child.once('error', () => resolve(notStarted("The desktop app couldn't be started.")))
  child.once('exit', (code) =>
    code === 0 ? isThere() : resolve(notStarted("The desktop app couldn't open a window.")),
  )
  child.on('message', (message: { kind?: unknown; line?: unknown }) => {
    if (message.kind === 'window') isThere()
    if (message.kind === 'line' && typeof message.line === 'string') out.note(message.line)
  })
  const timer = reports ? undefined : setTimeout(isThere, STARTED_MS)
  const started = await promise
  clearTimeout(timer)
  stop.signal.removeEventListener('abort', end)
  if (child.connected) child.disconnect()
  child.unref()
  return started
}

/** The id of the desktop program's list that is meant; no request is made. */
const inLibrary = async (context: Context, word: string, label: string | undefined): Promise<Result<string>> => {
  if (isWholeId(word)) return ok(word)
  const opened = await openSharedLibrary(context, createCliLog(context))
  // A library that cannot be read now knows no ids: the desktop program says what is the matter with it.
  if (!opened.ok) return ok(word)
  const library = opened.value
  try {
    const { accounts, sessions } = library
    const accountId = label === undefined ? accounts.activeId() : accounts.list().find((one) => one.label === label)?.id
    return pickId(word, accountId ? sessions.withPrefix(accountId, word) : [])
  } finally {
    library.close()
  }
}

/** Hands the link over to the desktop program, which comes to the front; starts it when it does not run. */
export const open = async (context: Context, word: string, options: OpenOptions): Promise<number> => {
  const { out, env, stop } = context
  const typed = sessionIdModel.safeParse(word)
  if (!typed.success) return out.problem(fail('invalid-input', 'This is not a session id.').problem)
  if (!hasDisplay({ platform: process.platform, env }))
    return out.problem(
      fail('internal', "No display is available, so Replay Desk can't open a window.", {
        next: 'Run this command on a desktop, or set DISPLAY or WAYLAND_DISPLAY.',
      }).problem,
    )
  const meant = await inLibrary(context, typed.data, options.account)
  if (!meant.ok) return out.problem(meant.problem)
  const sessionId = meant.value
  const atMs = options.at === undefined ? null : Math.round(options.at * 1_000)
  const link = formatLink({ sessionId, atMs, account: options.account ?? null, label: null })
  const started = await startProgram(starterOf(link, env), context)
  if (stop.signal.aborted) return EXIT.interrupted
  if (!started.ok) return out.problem(started.problem)
  out.record({ session: sessionId, link })
  out.line(`Opening ${sessionId} in Replay Desk.`)
  return EXIT.ok
}
