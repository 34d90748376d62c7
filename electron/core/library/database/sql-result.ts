import type { DatabaseSync } from 'node:sqlite'
import { fail, ok, type Result } from '../../../contract/result.ts'
import type { Log } from '../../base/ports.ts'
import type { Notice } from './database.ts'
import { sqliteCode } from './refusals.ts'

/** The next step for a damaged library. */
export const START_AGAIN = 'Restart Replay Desk: it moves the damaged file aside and starts a new library.'

const DAMAGED = { message: 'The library is damaged.', next: START_AGAIN }

const IN_USE = {
  message: 'The library is in use by another program.',
  next: 'Retry when it is done. A backup or a database tool may be using the library.',
}

const SQLITE_FULL = 13

/** What SQLite says, in plain words; the low byte is the primary result code (sqlite.org/rescode.html). */
const SENTENCES: Record<number, { message: string; next?: string }> = {
  5: IN_USE,
  6: IN_USE,
  8: { message: 'The library is not writable.', next: 'Make the data folder writable, then restart Replay Desk.' },
  10: {
    message: 'The disk reported a read or write error in the library.',
    next: 'Check the disk, then restart Replay Desk.',
  },
  11: DAMAGED,
  [SQLITE_FULL]: { message: 'The disk is full.', next: 'Free some space, then retry.' },
  26: DAMAGED,
}

export type RunSql = <T>(what: string, run: () => T) => Result<T>

/** The program ends while something still wants to write, such as the journal entry of a request that was stopped. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'

type Heard = {
  /** A page of the file is damaged. */
  onDamaged: () => void
  /** Another program holds the lock; nothing was written. */
  onInUse?: () => void
  /** Why nothing can be written any more in this run, when that is so. */
  stopped?: () => Notice | null
}

/** Turns what SQLite refuses into a `storage` or `disk-full` problem; anything else is a bug and stays an exception. */
export const createRunSql =
  (log: Log, { onDamaged, onInUse = () => {}, stopped = () => null }: Heard): RunSql =>
  (what, run) => {
    try {
      return ok(run())
    } catch (error) {
      if (isClosed(error)) return fail('storage', 'The library is closed.')
      const code = sqliteCode(error)
      if (code === null) throw error
      if (code === 11 || code === 26) onDamaged()
      if (code === 5 || code === 6) onInUse()
      log.error(`library: ${what} failed with SQLite code ${code}`)
      const unknown = { message: 'The library could not save this change.', next: undefined }
      const { message, next } = (code === 8 ? stopped() : null) ?? SENTENCES[code] ?? unknown
      return fail(code === SQLITE_FULL ? 'disk-full' : 'storage', message, next === undefined ? {} : { next })
    }
  }

/** Runs in one transaction; a throw undoes all of it. */
export const inTransaction = <T>(db: Pick<DatabaseSync, 'exec' | 'isTransaction'>, run: () => T): T => {
  db.exec('BEGIN IMMEDIATE')
  try {
    const value = run()
    db.exec('COMMIT')
    return value
  } catch (error) {
    // A full disk ends the transaction by itself; undoing it twice would hide why.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}
