import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, type Result } from '../../contract/result.ts'
import { sessionIdModel } from '../../contract/session-models.ts'
import { formatLink } from '../../core/links.ts'
import type { Context } from '../context.ts'
import { EXIT } from '../exit-codes.ts'
import { projectFolder } from '../paths.ts'

export type OpenOptions = { at?: number; account?: string }

/** REPLAY_DESK_APP names the program; in the clone it is started from there; else the system knows who takes such links. */
const starterOf = (link: string, env: NodeJS.ProcessEnv): [command: string, args: string[]] => {
  if (env.REPLAY_DESK_APP) return [env.REPLAY_DESK_APP, [link]]
  const inClone = join(projectFolder, 'e2e/host/start.ts')
  if (existsSync(inClone)) return [process.execPath, [inClone, link]]
  if (process.platform === 'darwin') return ['open', [link]]
  if (process.platform === 'win32') return ['rundll32.exe', ['url.dll,FileProtocolHandler', link]]
  return ['xdg-open', [link]]
}

/** Hands the link over to the desktop program, which comes to the front; starts it when it does not run. */
export const open = async ({ out, env }: Context, sessionId: string, options: OpenOptions): Promise<number> => {
  const id = sessionIdModel.safeParse(sessionId)
  if (!id.success) return out.problem(fail('invalid-input', 'This is not the id of a session.').problem)
  const atMs = options.at === undefined ? null : Math.round(options.at * 1_000)
  const link = formatLink({ sessionId: id.data, atMs, account: options.account ?? null })
  const [command, args] = starterOf(link, env)
  // The program has its own way to the key: what this one was given is not handed on.
  const { REPLAY_DESK_TOKEN: _token, ...rest } = env
  const { promise, resolve } = Promise.withResolvers<Result<null>>()
  const child = spawn(command, args, { detached: true, stdio: 'ignore', env: rest, windowsHide: true })
  child.once('error', () =>
    resolve(fail('internal', 'The desktop program could not be started.', { next: 'Start it and try again.' })),
  )
  child.once('spawn', () => resolve({ ok: true, value: null }))
  const started = await promise
  child.unref()
  if (!started.ok) return out.problem(started.problem)
  out.record({ session: id.data, link })
  out.line(`Opening ${id.data} in Replay Desk.`)
  return EXIT.ok
}
