import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Bounds, download, type Progress } from './download.ts'
import { electronBinary, electronFolder, electronProgram } from './electron-binary.ts'
import { DownloadFailure, failureOf } from './failures.ts'

/** What Electron's own installer uses, in the versions that it brings along. */
type Get = {
  downloadArtifact: (details: {
    version: string
    artifactName: string
    platform: string
    arch: string
    checksums?: Record<string, string>
    cacheRoot?: string
    tempDirectory: string
    downloader: { download: (url: string, file: string) => Promise<void> }
  }) => Promise<string>
  initializeProxy: () => void
}
type Extractor = { extract: (zip: string, options: { dir: string }) => Promise<void> }

export type InstallOptions = {
  /** The electron package. */
  folder: string
  bounds: Bounds
  signal: AbortSignal
  /** Called before the first connection; not at all when the download is cached. */
  onStart: (url: string) => void
  onProgress: (progress: Progress) => void
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

export const electronVersion = (folder: string): string =>
  (readJson(join(folder, 'package.json')) as { version: string }).version

/** Under Rosetta, Node says x64 on a machine that runs the arm64 build natively. */
const architecture = (): string => {
  if (process.platform !== 'darwin' || process.arch !== 'x64') return process.arch
  try {
    return execFileSync('sysctl', ['-in', 'sysctl.proc_translated'], { encoding: 'utf8' }).trim() === '1'
      ? 'arm64'
      : 'x64'
  } catch {
    return 'x64'
  }
}

/** npm obeys these variables; @electron/get only when it is told to. */
const hasProxy = (env: NodeJS.ProcessEnv): boolean =>
  ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].some((name) => Boolean(env[name]))

const WORK = '.replay-desk-'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * A folder beside `dist`, because only within one file system a folder can be moved in one step. Those of processes
 * that were killed are removed.
 */
const makeWorkFolder = async (folder: string): Promise<string> => {
  for (const name of await readdir(folder)) {
    if (name.startsWith(WORK) && !isAlive(Number(name.slice(WORK.length))))
      await rm(join(folder, name), { recursive: true, force: true })
  }
  const work = join(folder, `${WORK}${process.pid}`)
  await rm(work, { recursive: true, force: true })
  await mkdir(work)
  return work
}

/** The new `dist` takes its place in one step, and `path.txt`, without which nothing counts as installed, comes last. */
const putInPlace = async (folder: string, work: string): Promise<void> => {
  if (electronBinary(folder, {})) return // another start was faster
  const dist = join(folder, 'dist')
  await rm(dist, { recursive: true, force: true })
  await rename(join(work, 'dist'), dist)
  const note = join(work, 'path.txt')
  await writeFile(note, electronProgram())
  await rename(note, join(folder, 'path.txt'))
}

/**
 * Downloads Electron's program as its own installer does (mirrors, cache and checksums by @electron/get), at any speed,
 * and puts it in place whole or not at all. Throws a `DownloadFailure`.
 */
export const installElectron = async (options: InstallOptions): Promise<void> => {
  const { folder, bounds, signal } = options
  const requireFromElectron = createRequire(join(electronFolder(), 'package.json'))
  const { downloadArtifact, initializeProxy } = requireFromElectron('@electron/get') as Get
  if (hasProxy(process.env)) initializeProxy()
  const { env } = process
  const usesRemoteChecksums = env.electron_use_remote_checksums || env.npm_config_electron_use_remote_checksums
  let url = ''
  let isComplete = false
  let work: string | null = null
  try {
    work = await makeWorkFolder(folder)
    const zip = await downloadArtifact({
      version: electronVersion(folder),
      artifactName: 'electron',
      platform: process.platform,
      arch: architecture(),
      ...(usesRemoteChecksums ? {} : { checksums: readJson(join(folder, 'checksums.json')) as Record<string, string> }),
      ...(env.electron_config_cache ? { cacheRoot: env.electron_config_cache } : {}),
      tempDirectory: work,
      downloader: {
        download: async (from, file) => {
          url = from
          options.onStart(from)
          await download(from, file, { bounds, signal, onProgress: options.onProgress })
          isComplete = true
        },
      },
    })
    signal.throwIfAborted()
    const staged = join(work, 'dist')
    await (requireFromElectron('@electron-internal/extract-zip') as Extractor).extract(zip, { dir: staged })
    signal.throwIfAborted()
    if (!existsSync(join(staged, electronProgram()))) throw new DownloadFailure('invalid', url)
    await putInPlace(folder, work)
  } catch (error) {
    if (signal.aborted) throw new DownloadFailure('stopped', url)
    throw isComplete ? afterDownload(error, url) : failureOf(error, url, false)
  } finally {
    if (work) await rm(work, { recursive: true, force: true })
  }
}

/** What the checksum rejects carries the file's name and no system code; the rest happened on the disk. */
const afterDownload = (error: unknown, url: string): DownloadFailure => {
  if (error instanceof DownloadFailure) return error
  const { code } = error as NodeJS.ErrnoException
  return code === undefined ? new DownloadFailure('invalid', url) : new DownloadFailure('disk', url, { code })
}
