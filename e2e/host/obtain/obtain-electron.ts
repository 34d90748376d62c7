import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { BOUNDS, type Bounds } from './download.ts'
import { createProgressLine } from './download-progress.ts'
import { electronBinary, electronFolder } from './electron-binary.ts'
import { DownloadFailure, helpOf, plainAddress, sentenceOf } from './failures.ts'
import { electronVersion, installElectron } from './install-electron.ts'
import { forgetRefusal, REMEMBER_MS, recentRefusal, rememberRefusal } from './refusal-note.ts'

export type Obtained =
  | { kind: 'ready'; binary: string }
  /** Not available here; the reason was printed. */
  | { kind: 'unavailable' }
  /** A person stopped it: the exit code of the whole start. */
  | { kind: 'stopped'; exitCode: number }

export type ObtainOptions = {
  /** Where the refusal is remembered: the project's folder. */
  root: string
  print: (line: string) => void
  folder?: string
  bounds?: Bounds
}

const TICK_MS = 500

/** As a shell counts: 128 and the number of the signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
type Signal = keyof typeof EXIT_CODES
const SIGNALS = Object.keys(EXIT_CODES) as Signal[]

/** Everything that decides where the download goes; hashed, because an address may hold a password. */
const routeOf = (version: string, env: NodeJS.ProcessEnv): string => {
  const settings = Object.entries(env)
    .filter(([name]) => /^(npm_(package_)?config_)?electron_(mirror|custom)|^https?_proxy$|^no_proxy$/i.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([version, settings]))
    .digest('hex')
}

/** A server's answer is kept for a while; a network that failed is retried at the next start. */
const isAnswer = ({ kind, status }: DownloadFailure): boolean =>
  kind === 'invalid' || (kind === 'refused' && status !== null)

const tell = (failure: DownloadFailure, sentence: string, print: ObtainOptions['print']): void => {
  print(sentence)
  for (const line of helpOf(failure)) print(line)
}

/**
 * Path of Electron's program, downloaded when it is missing: at any speed, given up only when no data comes or the
 * server refuses. Tells its progress and what went wrong. Ctrl+C ends it without a trace.
 */
export const obtainElectron = async ({ root, print, ...options }: ObtainOptions): Promise<Obtained> => {
  const { folder = electronFolder(), bounds = BOUNDS } = options
  const present = electronBinary(folder)
  if (present) return { kind: 'ready', binary: present }

  const version = electronVersion(folder)
  const note = join(root, 'node_modules/.cache/replay-desk/electron-refused.json')
  const route = routeOf(version, process.env)
  const refusal = recentRefusal(note, route, Date.now())
  if (refusal) {
    const minutes = Math.ceil((refusal.at + REMEMBER_MS - Date.now()) / 60_000)
    print(`${refusal.sentence} The next attempt is in ${minutes} min. To retry now, run "npx install-electron".`)
    return { kind: 'unavailable' }
  }

  const stop = new AbortController()
  let stoppedBy: Signal | null = null
  const onSignal = (signal: Signal): void => {
    stoppedBy = signal
    stop.abort()
  }
  for (const signal of SIGNALS) process.once(signal, onSignal)
  const { isTTY = false } = process.stdout
  const write = isTTY ? (text: string) => process.stdout.write(text) : print
  const line = createProgressLine(`Electron ${version}`, write, isTTY)
  const ticker = setInterval(line.tick, TICK_MS)
  try {
    await installElectron({
      folder,
      bounds,
      signal: stop.signal,
      onStart: (url) => print(`Downloading Electron ${version} from ${plainAddress(url)} (Ctrl+C stops it) …`),
      onProgress: line.update,
    })
    forgetRefusal(note)
    const binary = electronBinary(folder)
    return binary ? { kind: 'ready', binary } : { kind: 'unavailable' }
  } catch (error) {
    if (!(error instanceof DownloadFailure)) throw error
    line.end()
    const sentence = sentenceOf(error, version, bounds.silenceMs)
    tell(error, sentence, print)
    if (stoppedBy) return { kind: 'stopped', exitCode: EXIT_CODES[stoppedBy] }
    if (isAnswer(error)) rememberRefusal(note, { route, sentence, at: Date.now() })
    return { kind: 'unavailable' }
  } finally {
    clearInterval(ticker)
    line.end()
    for (const signal of SIGNALS) process.off(signal, onSignal)
  }
}
