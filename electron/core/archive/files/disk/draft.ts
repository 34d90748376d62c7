import { randomBytes } from 'node:crypto'
import { closeSync, constants, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, lstat, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { throughDraft } from '../../../base/write-file.ts'
import { isMarkOfEnded, processMark } from '../../claims/owner.ts'

/** A new file alone: an entry that is there, a link that leads nowhere too, is refused with EEXIST (POSIX open, O_EXCL). */
const NEW = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)
const FOLDER = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0)

/** Random, so that no link can be planted at its path; with the mark of its process, so that it can be swept. */
export const draftEnding = (): string => `${processMark()}-${randomBytes(12).toString('hex')}.new`
/** Hidden, so that nothing takes a draft for a recording. */
const draftName = (): string => `.replay-desk-${draftEnding()}`

/** A draft of any kind: beside recordings, or beside a lock or its guard. */
const DRAFT =
  /^(?:\.replay-desk-|[0-9a-f]{24}\.lock\.(?:[0-9a-f]{12}\.over\.)?)([0-9a-f]{8}-\d{1,10})-[0-9a-f]{24}\.new$/
/** On another machine, whose processes cannot be checked, a draft this old is abandoned, ms. */
const FORGOTTEN_MS = 3_600_000

/** Removes the drafts that killed processes left in a folder. What the disk refuses stays. */
export const sweepDrafts = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const mark = DRAFT.exec(name)?.[1]
    if (mark === undefined) continue
    const path = join(folder, name)
    const madeAt = isMarkOfEnded(mark)
      ? 0
      : await lstat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => Number.POSITIVE_INFINITY,
        )
    if (Date.now() - madeAt > FORGOTTEN_MS) await rm(path, { force: true }).catch(() => {})
  }
}

/** Creates a file that did not exist and never goes through a link. Throws what the disk says. */
export const createNew = (path: string, mode?: number): Promise<FileHandle> => open(path, NEW, mode)

const moved = (folder: string): Error =>
  Object.assign(new Error(`The folder ${basename(folder)} was replaced.`), { code: 'ELOOP' })

/**
 * Runs with a path of this very folder: on Linux a path through the open handle, which cannot be exchanged meanwhile;
 * elsewhere the folder is compared with the handle afterwards. Windows opens no folders and gets the path as it is.
 */
export const inFolder = async <T>(folder: string, run: (at: string) => Promise<T>): Promise<T> => {
  if (process.platform === 'win32') return run(folder)
  const handle = await open(folder, FOLDER)
  try {
    if (process.platform === 'linux') return await run(`/proc/self/fd/${handle.fd}`)
    const mine = await handle.stat({ bigint: true })
    const done = await run(folder)
    const now = await stat(folder, { bigint: true })
    if (now.ino !== mine.ino || now.dev !== mine.dev) throw moved(folder)
    return done
  } finally {
    await handle.close()
  }
}

export type DraftOptions = {
  /** Absent: what the system gives every file. */
  mode?: number
  /** Brought to the disk before it takes its name. */
  sync?: boolean
}

/**
 * Puts a whole small file in the place of `path` in one step: after a crash it is the old one or the new one. The draft is
 * a new file under a random name, and a link that lies at either place is never followed. Throws what the disk says.
 */
export const replaceByDraft = (path: string, text: string, { mode, sync = false }: DraftOptions = {}): Promise<void> =>
  inFolder(dirname(path), async (at) => {
    const draft = join(at, draftName())
    await throughDraft(draft, join(at, basename(path)), async () => {
      const file = await createNew(draft, mode)
      try {
        await file.writeFile(text)
        if (sync) await file.datasync()
      } finally {
        await file.close()
      }
    })
  })

/** The same in one synchronous call, for a process that ends. */
export const replaceByDraftNow = (path: string, text: string, mode?: number): void => {
  const draft = join(dirname(path), draftName())
  const file = openSync(draft, NEW, mode)
  try {
    try {
      writeFileSync(file, text)
    } finally {
      closeSync(file)
    }
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
