import type { Result } from '../contract/result.ts'
import { createOsKeychain } from '../core/account/keychain/keychain.ts'
import type { Keychain, Log } from '../core/base/ports.ts'
import { type Library, openLibraryWhenFree } from '../core/library/library.ts'
import { dataFolder } from './cli-paths.ts'
import type { Context } from './context.ts'
import { clock } from './environment.ts'

/** The keychain entries of the desktop program. */
export const openKeychain = (log: Log): Keychain => createOsKeychain({ service: 'Replay Desk', log })

/** Another program that holds the library, such as a backup, is waited for this long. */
const WAIT_MS = 3_000

/**
 * The library of the desktop program; both may have it open at a time (SQLite's write-ahead log). Answers why it cannot
 * be used and leaves the file as it is: setting one aside is the desktop program's alone.
 */
export const openSharedLibrary = ({ env, stop }: Pick<Context, 'env' | 'stop'>, log: Log): Promise<Result<Library>> =>
  openLibraryWhenFree({ folder: dataFolder(env), clock, log }, { waitMs: WAIT_MS, signal: stop.signal })
