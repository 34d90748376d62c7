import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { FileFilter, SaveDialogOptions } from 'electron'
import { type Fail, fail, ok, type Result } from '../contract/result.ts'

type SaveConfig = {
  /** Asks where to; null when the person closed the dialog. */
  ask: (options: SaveDialogOptions) => Promise<string | null>
  title: string
  /** Absolute: a bare name opens in "." on some desktops (X09). */
  folder: string
  /** The name that is proposed, a plain file name of our own making. */
  name: string
  /** The first ending is added to a name that has none of them. */
  filters: [FileFilter, ...FileFilter[]]
  /** Permissions of the file, such as 0o600; absent: what the system gives every file. */
  mode?: number
}

/** Whole, or a piece at a time for what is too much to hold. */
type Data = string | Uint8Array | AsyncIterable<string>

/** Writes a file that did not exist; a half-written one does not stay. `mode` holds from its first moment on. */
const writeNew = async (path: string, data: Data, mode: number | undefined): Promise<void> => {
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
const replace = async (path: string, data: Data, mode: number | undefined): Promise<void> => {
  const draft = join(dirname(path), `.replay-desk-${randomBytes(6).toString('hex')}.part`)
  await writeNew(draft, data, mode)
  try {
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

const problemOf = (error: unknown, name: string): Fail => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause'
  if (code === 'EEXIST') return fail('storage', `${name} exists already.`, { next: 'Choose another name.' })
  if (code === 'ENOSPC') return fail('storage', 'The disk is full.', { next: 'Free some space and save again.' })
  return fail('storage', `The file could not be written (${code}).`, { next: 'Choose another folder.' })
}

/**
 * Asks where to, adds the ending the dialog may have dropped (X09), writes, answers the name; null when the person
 * closed the dialog. What is on the disk is the old file or the whole new one.
 */
export const saveFile = async ({
  ask,
  title,
  folder,
  name,
  filters,
  mode,
  data,
}: SaveConfig & { data: Data }): Promise<Result<{ name: string | null }>> => {
  const chosen = await ask({ title, defaultPath: join(folder, name), filters })
  if (chosen === null) return ok({ name: null })
  const endings = filters.flatMap(({ extensions }) => extensions)
  const added = !endings.includes(extname(chosen).slice(1).toLowerCase())
  const target = added ? `${chosen}.${endings[0]}` : chosen
  try {
    // The dialog asked about another name when we added the ending: then nothing that exists is overwritten (X09).
    await (added ? writeNew : replace)(target, data, mode)
    return ok({ name: basename(target) })
  } catch (error) {
    return problemOf(error, basename(target))
  }
}

/** `saveFile` for text, written as UTF-8. */
export const saveTextFile = ({
  text,
  ...where
}: SaveConfig & { text: string }): Promise<Result<{ name: string | null }>> => saveFile({ ...where, data: text })
