import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Fail, fail } from '../../../contract/result.ts'

/** Why a library cannot be used. `damaged` and `emptied` alone are the file's own fault; all others pass. */
export type Refusal =
  | 'in-use'
  | 'full'
  | 'io'
  | 'read-only'
  | 'denied'
  | 'too-long'
  | 'newer'
  | 'cannot-open'
  | 'damaged'
  | 'emptied'

/** Thrown while a library is opened, for what SQLite itself does not refuse. */
export class LibraryRefused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal)
    this.refusal = refusal
  }
}

/** Primary result codes (sqlite.org/rescode.html). */
const BY_CODE: Record<number, Refusal> = {
  5: 'in-use',
  6: 'in-use',
  8: 'read-only',
  10: 'io',
  11: 'damaged',
  13: 'full',
  14: 'cannot-open',
  26: 'damaged',
}

const BY_ERRNO: Record<string, Refusal> = {
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'read-only',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EIO: 'io',
  ENAMETOOLONG: 'too-long',
}

/** SQLite's longest path, its WAL files included (SQLITE_MAX_PATHLEN). */
const LONGEST_PATH = 512 - '-journal'.length

/** The low byte of SQLite's code; null for any other error. */
export const sqliteCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null

const isFull = (folder: string): boolean => {
  try {
    return statfsSync(folder).bavail === 0
  } catch {
    return false
  }
}

/** Why `error` kept the library in `file` from being opened, by numbers alone. */
export const refusalOf = (error: unknown, file: string): Refusal => {
  if (error instanceof LibraryRefused) return error.refusal
  const code = sqliteCode(error)
  if (code === null) {
    const errno = error instanceof Error && 'code' in error ? String(error.code) : ''
    return BY_ERRNO[errno] ?? 'cannot-open'
  }
  const refusal = BY_CODE[code] ?? 'cannot-open'
  if (refusal === 'cannot-open' && Buffer.byteLength(file) > LONGEST_PATH) return 'too-long'
  // What SQLite maps beside the file (its shared memory) it cannot extend on a full disk, and calls that I/O.
  if ((refusal === 'io' || refusal === 'cannot-open') && isFull(dirname(file))) return 'full'
  return refusal
}

const START: Record<Refusal, [message: string, next: string]> = {
  'in-use': [
    'The library is in use by another program.',
    'Wait until it is done, or close it, then retry. A backup or a database tool may be using the library.',
  ],
  full: ['The disk is full, so the library cannot be opened.', 'Free some space, then retry.'],
  io: ['The disk reported a read or write error in the library.', 'Check the disk or the network share, then retry.'],
  'read-only': ['The library is read-only.', 'Make the data folder and library.sqlite writable, then retry.'],
  denied: [
    'You do not have permission to open the library.',
    'Give your user read and write access to the data folder, then retry.',
  ],
  'too-long': [
    'The path of the library is too long.',
    'Move the data folder to a shorter path, then restart Replay Desk.',
  ],
  newer: ['The library was written by a newer version of Replay Desk.', 'Install the latest version.'],
  'cannot-open': [
    'The library cannot be opened.',
    'Check that the data folder exists and that library.sqlite in it is a file, then retry.',
  ],
  damaged: [
    'The library is damaged.',
    'Start the desktop app: it moves the damaged file aside and starts a new library.',
  ],
  emptied: [
    'The library file is empty, as after a power cut.',
    'Start the desktop app: it moves the empty file aside and starts a new library. You can also restore a backup.',
  ],
}

/** How soon another try makes sense where another program only has to finish. */
const AGAIN_MS = 1_000

/** The library was left as it was. `retryAfterMs` is there where waiting alone may help. */
export const refusedAtStart = (refusal: Refusal, file: string): Fail => {
  const [message, next] = START[refusal]
  return fail(refusal === 'full' ? 'disk-full' : 'storage', message, {
    next: `${next} Nothing was changed.`,
    details: file,
    ...(refusal === 'in-use' ? { retryAfterMs: AGAIN_MS } : {}),
  })
}
