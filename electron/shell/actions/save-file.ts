import { basename, extname, join } from 'node:path'
import type { FileFilter, SaveDialogOptions } from 'electron'
import { type Fail, fail, ok, type Result } from '../../contract/result.ts'
import { type FileData, replaceFile, writeNewFile } from '../../core/base/write-file.ts'

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

const problemOf = (error: unknown, name: string): Fail => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown cause'
  if (code === 'EEXIST') return fail('storage', `${name} exists already.`, { next: 'Choose another name.' })
  if (code === 'ENOSPC') return fail('disk-full', 'The disk is full.', { next: 'Free some space and save again.' })
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
}: SaveConfig & { data: FileData }): Promise<Result<{ name: string | null }>> => {
  const picked = await ask({ title, defaultPath: join(folder, name), filters })
  if (picked === null) return ok({ name: null })
  const endings = filters.flatMap(({ extensions }) => extensions)
  const added = !endings.includes(extname(picked).slice(1).toLowerCase())
  const target = added ? `${picked}.${endings[0]}` : picked
  try {
    // The dialog asked about another name when we added the ending: then nothing that exists is overwritten (X09).
    await (added ? writeNewFile : replaceFile)(target, data, mode)
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
