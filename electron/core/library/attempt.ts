import type { DatabaseSync } from 'node:sqlite'
import { fail, ok, type Result } from '../../contract/result.ts'
import type { Log } from '../ports.ts'

/** The next step for a damaged library. */
export const START_AGAIN = 'Start again: the damaged file is set aside and a new one begun.'

const DAMAGED = { message: 'The library is damaged.', next: START_AGAIN }

/** What SQLite says, in plain words; the low byte is the primary result code (sqlite.org/rescode.html). */
const SENTENCES: Record<number, { message: string; next?: string }> = {
  5: { message: 'The library is busy in another window.', next: 'Try again in a moment.' },
  6: { message: 'The library is busy in another window.', next: 'Try again in a moment.' },
  8: { message: 'The library cannot be written.', next: 'Make the data folder writable and start again.' },
  10: { message: 'The disk did not read or write the library.', next: 'Check the disk and start again.' },
  11: DAMAGED,
  13: { message: 'The disk is full.', next: 'Free some space and try again.' },
  26: DAMAGED,
}

const primaryCode = (error: unknown): number | null =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null

export type Attempt = <T>(what: string, run: () => T) => Result<T>

/** The program ends while something still wants to write, such as the journal entry of a request that was stopped. */
const isClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'

/** Turns what SQLite refuses into a `storage` problem; anything else is a bug and goes on as an exception. */
export const createAttempt =
  (log: Log, onDamaged: () => void): Attempt =>
  (what, run) => {
    try {
      return ok(run())
    } catch (error) {
      if (isClosed(error)) return fail('storage', 'The library is closed.')
      const code = primaryCode(error)
      if (code === null) throw error
      if (code === 11 || code === 26) onDamaged()
      log.error(`library: ${what} failed with SQLite code ${code}`)
      const { message, next } = SENTENCES[code] ?? { message: 'The library did not take this change.' }
      return fail('storage', message, next === undefined ? {} : { next })
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
