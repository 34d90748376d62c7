import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

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

/** Puts a whole new file in the place of what is there, so that neither its content nor its permissions linger. */
export const replaceFile = async (path: string, data: FileData, mode?: number): Promise<void> => {
  const draft = join(dirname(path), `.replay-desk-${randomBytes(6).toString('hex')}.part`)
  await writeNewFile(draft, data, mode)
  try {
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
