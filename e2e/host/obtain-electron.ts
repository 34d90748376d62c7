import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { electronBinary, electronFolder } from './electron-binary.ts'

const LIMIT_MS = 20_000
const REMEMBER_MS = 24 * 60 * 60 * 1000

type Failure = { version: string; at: number }

const versionOf = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version

/** A try that failed less than a day ago, for the same version. */
export const failedLately = (file: string, version: string, now: number): boolean => {
  try {
    const failure = JSON.parse(readFileSync(file, 'utf8')) as Failure
    return failure.version === version && now - failure.at >= 0 && now - failure.at < REMEMBER_MS
  } catch {
    return false
  }
}

export const rememberFailure = (file: string, version: string, now: number): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ version, at: now } satisfies Failure))
}

/** Electron's own installer. False when it failed or took too long. */
const install = (folder: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore' })
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS)
    const end = (isThere: boolean) => {
      clearTimeout(timer)
      resolve(isThere)
    }
    child.once('error', () => end(false))
    child.once('exit', (code) => end(code === 0))
  })

/**
 * Path of Electron's program, fetched by its own installer when it is missing: at most 20 s, and at most once a day
 * after a failure, so that a machine that cannot fetch it starts fast. Null when it cannot be had.
 */
export const obtainElectron = async (root: string, say: (line: string) => void): Promise<string | null> => {
  const folder = electronFolder()
  const present = electronBinary(folder)
  if (present) return present
  const file = join(root, 'node_modules/.cache/replay-desk/electron-unavailable.json')
  const version = versionOf(folder)
  if (failedLately(file, version, Date.now())) return null
  say(`Fetching Electron ${version}, for at most ${LIMIT_MS / 1000} s …`)
  if (await install(folder)) return electronBinary(folder)
  try {
    rememberFailure(file, version, Date.now())
  } catch {
    // A folder that cannot be written to only costs the next start the same wait.
  }
  return null
}
