import { createHash } from 'node:crypto'
import { type FileHandle, lstat, open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from './disk-problems.ts'
import { createNew, replaceByDraft } from './draft.ts'

/** Bytes read at once: large enough that the hash dominates, small enough that other work gets its turn. */
const READ_BYTES = 1024 * 1024

export const exists = async (path: string): Promise<boolean> => {
  try {
    await lstat(path) // not stat: a link that leads nowhere is a name that is taken
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** Size of a plain file in bytes; null for what is missing, a link, or no file. */
export const fileBytes = async (path: string): Promise<number | null> => {
  try {
    const found = await lstat(path)
    return found.isFile() ? found.size : null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** True when both are names of one file on one disk. */
export const isSameFile = async (a: string, b: string): Promise<boolean> => {
  const [one, two] = await Promise.all([stat(a, { bigint: true }), stat(b, { bigint: true })])
  return one.ino === two.ino && one.dev === two.dev
}

const synced = async (handle: FileHandle): Promise<void> => {
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What was written survives a power cut. */
export const syncFile = async (path: string): Promise<void> => synced(await open(path, 'r+'))

/** Makes names survive a power cut. Windows and some network disks cannot do this for folders and need not. */
export const syncFolder = async (folder: string): Promise<void> => {
  try {
    await synced(await open(folder, 'r'))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!['EPERM', 'EISDIR', 'EINVAL', 'ENOTSUP', 'ENOSYS', 'EACCES', 'EBADF'].includes(code)) throw error
  }
}

/** Replaces a small file in one step: after a crash it is the old one or the new one, never half of one. */
export const writeWhole = async (folder: string, name: string, text: string): Promise<void> => {
  await replaceByDraft(join(folder, name), text, { sync: true })
  await syncFolder(folder)
}

/**
 * The file piece by piece, the next one read while this one is used: twice as fast as a stream, in two buffers. A
 * piece is valid until the next is asked for. Rejects with the signal's reason when aborted.
 */
export async function* piecesOf(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r')
  const buffers = [Buffer.allocUnsafe(READ_BYTES), Buffer.allocUnsafe(READ_BYTES)] as const
  const readAt = (turn: number, position: number) => {
    const read = handle.read(buffers[turn % 2 === 0 ? 0 : 1], 0, READ_BYTES, position)
    read.catch(() => {}) // thrown where it is awaited
    return read
  }
  let pending = readAt(0, 0)
  try {
    for (let turn = 1, position = 0; ; turn++) {
      signal?.throwIfAborted()
      const { buffer, bytesRead } = await pending
      if (bytesRead === 0) return
      position += bytesRead
      pending = readAt(turn, position)
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await pending.catch(() => {})
    await handle.close()
  }
}

/** SHA-256 in lower-case hex, read in pieces; rejects with the signal's reason when aborted. */
export const sha256Of = async (path: string, signal?: AbortSignal): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of piecesOf(path, signal)) hash.update(piece)
  return hash.digest('hex')
}

/** Copies a file and waits until it is on disk; answers the SHA-256 of what was written. The target must not exist. */
export const copyDurably = async (from: string, to: string, signal?: AbortSignal): Promise<string> => {
  const hash = createHash('sha256')
  const target = await createNew(to)
  try {
    for await (const piece of piecesOf(from, signal)) {
      const written = target.writeFile(piece) // all of it, from where the last piece ended
      hash.update(piece)
      await written
    }
    await target.sync()
  } catch (error) {
    await target.close()
    await rm(to, { force: true })
    throw error
  }
  await target.close()
  return hash.digest('hex')
}
