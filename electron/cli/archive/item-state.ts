import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { archiveItemModel, sidecarModel } from '../../contract/archive-models.ts'
import { fail, ok, type Result } from '../../contract/result.ts'
import { diskProblem } from '../../core/archive/files/disk-problems.ts'
import { insideRoot } from '../../core/archive/files/inside-root.ts'
import type { StoredItem } from '../../core/library/archive-rows.ts'

/** Beside the recordings: what an earlier try knew, and who is at it. Empty folders of this name are removed. */
const FOLDER = '.replay-desk'

/** What the next try goes on with; everything else is asked for again. */
const savedModel = archiveItemModel
  .pick({
    source: true,
    bytes: true,
    totalBytes: true,
    fileName: true,
    sha256: true,
    durationMs: true,
    partial: true,
    warnings: true,
  })
  .extend({ version: z.literal(1), sessionId: z.string(), sidecar: sidecarModel.nullable() })
export type SavedItem = z.infer<typeof savedModel>

/** A service on this computer may have another port each time. */
export const placeOf = (baseUrl: string): string => {
  const url = new URL(baseUrl)
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname) ? `loopback${url.pathname}` : baseUrl
}

const isAlive = (pid: number): boolean => {
  // Our own number in a lock is one of an earlier life: no process asks for the same recording twice.
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** NaN when the lock is gone or empty. */
const holderOf = (lock: string): number => {
  try {
    return Number(readFileSync(lock, 'utf8') || Number.NaN)
  } catch {
    return Number.NaN
  }
}

const inUse = (lock: string) =>
  fail('storage', 'Another replay-desk keeps this recording in this folder right now.', {
    next: `Wait for it. If none runs, remove ${lock}.`,
  })

export type ItemState = {
  read: () => SavedItem | null
  write: (item: StoredItem) => Result<undefined>
  /** Lets others in; with `done` there is nothing to go on with. */
  release: (done: boolean) => void
}

/** The state of one recording in a folder, held by this process alone until it is released. */
const openState = (home: string, baseUrl: string, sessionId: string): Result<ItemState> => {
  const name = createHash('sha256')
    .update(`${placeOf(baseUrl)}\n${sessionId}`)
    .digest('hex')
    .slice(0, 24)
  const file = join(home, `${name}.json`)
  const lock = join(home, `${name}.lock`)
  const take = (tries: number): Result<undefined> => {
    try {
      mkdirSync(home, { recursive: true }) // another process may have removed it as empty
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      return ok(undefined)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : null
      if (code === 'ENOENT' && tries > 0) return take(tries - 1)
      if (code !== 'EEXIST') return diskProblem(error)
    }
    if (tries === 0 || isAlive(holderOf(lock))) return inUse(`${FOLDER}/${name}.lock`)
    rmSync(lock, { force: true })
    return take(tries - 1)
  }
  const taken = take(3)
  if (!taken.ok) return taken

  return ok({
    read: () => {
      try {
        const saved = savedModel.safeParse(JSON.parse(readFileSync(file, 'utf8')))
        return saved.success && saved.data.sessionId === sessionId ? saved.data : null
      } catch {
        return null // none, or cut short by a full disk: the recording is fetched anew
      }
    },
    write: (item) => {
      try {
        const { data } = savedModel.safeParse({ version: 1, ...item })
        writeFileSync(`${file}.new`, JSON.stringify(data))
        renameSync(`${file}.new`, file)
        return ok(undefined)
      } catch (error) {
        return diskProblem(error)
      }
    },
    release: (done) => {
      if (done) rmSync(file, { force: true })
      rmSync(`${file}.new`, { force: true })
      rmSync(lock, { force: true })
    },
  })
}

/** The states of a folder's recordings; `close` removes their place when nothing is left in it. */
export const openStates = async (folder: string) => {
  try {
    await mkdir(join(folder, FOLDER), { recursive: true })
  } catch (error) {
    return diskProblem(error)
  }
  const home = await insideRoot(folder, FOLDER)
  if (!home.ok) return home
  return ok({
    open: (baseUrl: string, sessionId: string): Result<ItemState> => openState(home.value, baseUrl, sessionId),
    close: (): void => {
      try {
        rmdirSync(home.value)
      } catch {
        // what is to be gone on with stands there, or another process is at work
      }
    },
  })
}
