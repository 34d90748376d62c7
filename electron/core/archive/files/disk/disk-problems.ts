import { type Fail, fail } from '../../../../contract/result.ts'
import { formatBytes } from '../../../../contract/text/quantities.ts'

/** The code of a failed system call, or null when the error is something else: a bug. */
export const errorCode = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && 'syscall' in error ? error.code : null

export const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')

/** A disk without room, in numbers where they are known; bytes (D13). */
export const noSpace = (need: number | null, have: number | null): Fail => {
  const numbers = [
    need === null ? [] : `need ${formatBytes(need)}`,
    have === null ? [] : `have ${formatBytes(have)}`,
  ].flat()
  return fail('disk-full', `No space left${numbers.length ? ` (${numbers.join(', ')})` : ''}.`, {
    next: 'Free some space, then resume.',
    disk: { needBytes: need, haveBytes: have },
  })
}

const WRITABLE = 'Make the folder writable, or choose another one.'
const SENTENCES: Record<string, [message: string, next: string]> = {
  EROFS: ['The folder is read-only.', WRITABLE],
  EACCES: ['Permission denied for the folder or file.', WRITABLE],
  EPERM: ['Permission denied for the folder or file.', WRITABLE],
  ENOENT: ['The folder or file was not found.', 'Connect its drive, or choose another folder.'],
  ENOTDIR: ['The archive folder is not a folder.', 'Choose another folder.'],
  ENAMETOOLONG: ['The path is too long for this disk.', 'Choose a folder with a shorter path, or a shorter file name.'],
  EBUSY: ['Another program is using the file.', 'Close that program, then retry.'],
  EMFILE: ['Too many files are open.', 'Retry in a moment.'],
  ENFILE: ['Too many files are open.', 'Retry in a moment.'],
  EFBIG: ['The file is too large for this disk.', 'Choose a folder on another disk.'],
  EIO: ['The disk reported a read or write error.', 'Check the disk, then retry.'],
}

/** What the system refused, as plain text without a path; anything but a system error stays an exception. */
export const diskProblem = (error: unknown): Fail => {
  const code = errorCode(error)
  if (code === null) throw error
  if (code === 'ENOSPC' || code === 'EDQUOT') return noSpace(null, null)
  const [message, next] = SENTENCES[code] ?? ['The disk did not accept the file.', 'Check the disk, then retry.']
  return fail('storage', message, { next, details: code })
}
