import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { hasDisplay, thisMachine } from './find-chromium.ts'

export const electronFolder = (): string => dirname(createRequire(import.meta.url).resolve('electron/package.json'))

/**
 * Path of Electron's program, or null when only its downloader is there. Reads the same files as the package's own
 * `index.js`, which would start a download.
 */
export const electronBinary = (
  folder: string = electronFolder(),
  env: NodeJS.ProcessEnv = process.env,
): string | null => {
  try {
    const name = readFileSync(join(folder, 'path.txt'), 'utf8')
    const path = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(folder, 'dist'), name)
    return existsSync(path) ? path : null
  } catch {
    return null
  }
}

/** Electron's program where tests run under it: it is there, a display is, and nobody asked for the host. */
export const electronForTests = (): string | null =>
  process.env.REPLAY_DESK_RUNTIME === 'chromium-host' || !hasDisplay(thisMachine()) ? null : electronBinary()
