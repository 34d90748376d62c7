import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { hasDisplay } from '../../../electron/core/desktop.ts'

export const electronFolder = (): string => dirname(createRequire(import.meta.url).resolve('electron/package.json'))

/** Where the program lies in Electron's `dist`. */
export const electronProgram = (platform: NodeJS.Platform = process.platform): string => {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron'
  return platform === 'win32' ? 'electron.exe' : 'electron'
}

/**
 * Path of Electron's program, or null when only its downloader is there. Reads the same files as the package's own
 * `index.js`, which would start a download.
 */
export const electronBinary = (
  folder: string = electronFolder(),
  env: NodeJS.ProcessEnv = process.env,
): string | null => {
  // Another folder is used as it is, without the note that the installer leaves.
  const other = env.ELECTRON_OVERRIDE_DIST_PATH
  try {
    const note = join(folder, 'path.txt')
    const name = other && !existsSync(note) ? electronProgram() : readFileSync(note, 'utf8')
    const path = join(other || join(folder, 'dist'), name)
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

/** Electron's program where tests run under it: it is installed, there is a display, and the host was not requested. */
export const electronForTests = (): string | null =>
  process.env.REPLAY_DESK_RUNTIME === 'chromium-host' || !hasDisplay(process) ? null : electronBinary()
