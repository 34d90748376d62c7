import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { LOG_PAGES } from './database.ts'

/** Pages of the log that are worth a thread: 4 MB, where SQLite by itself would begin. */
const FROM_PAGES = 1_000

/** Text, not a file: a thread's file would have to be bundled, and loaded out of the package's archive. */
const FOLD = `
const { DatabaseSync } = require('node:sqlite')
const db = new DatabaseSync(new URL(require('node:worker_threads').workerData))
db.exec('PRAGMA wal_checkpoint(PASSIVE)')
db.close()
`

/**
 * Folds the write-ahead log into the library's file in a thread of its own, beside writes: copying 32 MB and waiting for
 * the disk would stop everything else for a tenth of a second and more. Writes do it only where the log is four times as
 * long as usual, or where no thread can be had.
 */
export const createCheckpoints = (db: DatabaseSync, file: string) => {
  // Only counts; an SQLite before 3.51 does not know the word and folds what there is.
  const count = db.prepare('PRAGMA wal_checkpoint(NOOP)')
  const foldByWrites = (pages: number) => db.exec(`PRAGMA wal_autocheckpoint = ${pages}`)
  const url = pathToFileURL(file)
  url.search = 'mode=rw' // a file that was taken away is not made again
  let running = false
  let failed = false

  const giveUp = (): void => {
    failed = true
    if (db.isOpen) foldByWrites(LOG_PAGES)
  }
  const fold = async (): Promise<void> => {
    const { Worker } = await import('node:worker_threads') // few starts of the command line need it
    const thread = new Worker(FOLD, { eval: true, name: 'library log', workerData: url.href })
    thread.unref()
    thread.once('error', giveUp)
    thread.once('exit', () => {
      running = false
    })
  }

  foldByWrites(4 * LOG_PAGES)
  return {
    /** Begins when the log is long enough. Not within a transaction. */
    look: (): void => {
      const { log, checkpointed } = count.get() ?? {}
      if (running || failed || Number(log) - Number(checkpointed) < FROM_PAGES) return
      running = true
      fold().catch(giveUp)
    },
  }
}
