import type { DatabaseSync } from 'node:sqlite'
import type { Result } from '../../../contract/result.ts'
import type { Clock } from '../../base/ports.ts'
import { BUSY_MS, type Notice } from './database.ts'

const AGAIN_MS = 100
/** After this a waiting write is shown to the person. */
const SAID_AFTER_MS = 1_500
/** A write that waited so long fails with the reason: its caller decides. */
const LONGEST_WAIT_MS = 120_000

const WAITING: Notice = {
  id: 'library-in-use',
  message: 'The library is in use by another program, so changes wait.',
  next: 'They are saved as soon as it is done. A backup or a database tool may be using the library; close it if it does not finish.',
}

type QueueConfig = {
  db: DatabaseSync
  clock: Clock
  /** How often another program's lock refused something so far. */
  refusals: () => number
  /** Called before a write: the file may be gone (L12). */
  before: () => void
  onNotice: (notice: Notice) => void
}

/**
 * Writes one after another. One that meets another program's lock is repeated outside the event loop's turn, so that
 * the window stays usable, and is answered only once it was committed (L11). Order is kept: what was asked for later
 * waits as well.
 */
export const createWriteQueue = ({ db, clock, refusals, before, onNotice }: QueueConfig) => {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const pause = (): Promise<void> => new Promise((resolve) => void clock.after(AGAIN_MS, resolve))
  const setBusy = (ms: number): void => {
    if (db.isOpen) db.exec(`PRAGMA busy_timeout = ${ms}`)
  }

  const insist = async <T>(work: () => Result<T> | Promise<Result<T>>): Promise<Result<T>> => {
    const begun = clock.now()
    let said = false
    try {
      for (;;) {
        before()
        const count = refusals()
        const result = await work()
        if (result.ok || refusals() === count || !db.isOpen) return result
        const waited = Math.abs(clock.now() - begun)
        if (waited > LONGEST_WAIT_MS) return result
        if (waited > SAID_AFTER_MS && !said) onNotice(WAITING)
        said ||= waited > SAID_AFTER_MS
        setBusy(0) // asking again must cost nothing
        await pause()
      }
    } finally {
      setBusy(BUSY_MS)
    }
  }

  const write = <T>(work: () => Result<T> | Promise<Result<T>>): Promise<Result<T>> => {
    waiting += 1
    const done = last
      .then(() => insist(work))
      .finally(() => {
        waiting -= 1
      })
    last = done.catch(() => {})
    return done
  }

  return {
    /** Runs `work` in its turn, again while another program holds the lock; the last answer is given. */
    write,
    /**
     * For writes that nothing waits for, such as a journal entry: tries now, and in its turn when the database is locked. Answers
     * the first try, or null when others wait already.
     */
    writeSoon: <T>(work: () => Result<T>): Result<T> | null => {
      if (waiting > 0) {
        void write(work)
        return null
      }
      const count = refusals()
      const result = work()
      if (!result.ok && refusals() !== count) void write(work)
      return result
    },
    /** When everything asked for so far has ended. */
    idle: async (): Promise<void> => void (await last),
  }
}
export type WriteQueue = ReturnType<typeof createWriteQueue>
