import { randomBytes } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { chmod, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Whole, or a piece at a time for what is too much to hold. */
export type FileData = string | Uint8Array | AsyncIterable<string>

/**
 * Writes a file that did not exist; a half-written one does not stay. `mode` holds from its first moment on; absent:
 * what the system gives every file. Throws what the system says.
 */
export const writeNewFile = async (path: string, data: FileData, mode?: number): Promise<void> => {
  const file = await open(path, 'wx', mode)
  try {
    await file.writeFile(data)
    await file.sync()
    await file.close()
  } catch (error) {
    await file.close().catch(() => {}) // a second close of one that closed is refused, and says nothing new
    await rm(path, { force: true })
    throw error
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const orMissing = async <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })

/** Where a link leads in the end, also when nothing is there yet; the path itself when it is no link. */
const targetOf = async (path: string): Promise<string> => {
  const real = await orMissing(realpath(path))
  if (real !== null) return real
  const next = await readlink(path).catch(() => null)
  return next === null ? path : targetOf(resolve(dirname(path), next))
}

/** Devices, pipes and sockets keep what they are: data goes into them. */
const takesData = (there: Stats | null): boolean => there !== null && !there.isFile() && !there.isDirectory()

/**
 * Writes a draft beside `target` and renames it: after a crash there is the old file or the new one. A draft that fails
 * is removed. Every replace of the program uses it; what differs is how the draft is written:
 * - `replaceFile`: a path that a person named. Follows links, keeps the mode, brings the content to the disk.
 * - `replaceByDraft` (archive): never follows a link, in a folder that cannot be exchanged meanwhile; syncs on request.
 * - segment cache: without a sync, because a damaged body is found by its checksum and fetched again.
 */
export const throughDraft = async (draft: string, target: string, write: () => Promise<void>): Promise<void> => {
  try {
    await write()
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {}) // the first error says what happened
    throw error
  }
}

/**
 * Puts a whole new file in the place of what is there, so that its content does not linger. A link stays, and what it
 * leads to is replaced; a device or a pipe is never replaced, it is written into. `mode` holds for the new file from its
 * first moment on; absent: the mode of the file that was there. Answers which of the two it was. Throws what the system
 * says.
 */
export const replaceFile = async (path: string, data: FileData, mode?: number): Promise<'file' | 'device'> => {
  const there = await orMissing(stat(path))
  if (takesData(there)) {
    const device = await open(path, constants.O_WRONLY | constants.O_APPEND)
    try {
      await device.writeFile(data)
    } finally {
      await device.close()
    }
    return 'device'
  }
  const target = await targetOf(path)
  const draft = join(dirname(target), `.replay-desk-${randomBytes(6).toString('hex')}.part`)
  await throughDraft(draft, target, async () => {
    await writeNewFile(draft, data, mode)
    if (mode === undefined && there !== null) await chmod(draft, there.mode & 0o7777)
  })
  return 'file'
}
