import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Clock, Log } from '../../base/ports.ts'
import { type Notice, stamp } from './database.ts'
import { keepPrivate } from './private-files.ts'

const RESTART = 'Restart Replay Desk now. Until then, nothing can be changed.'
const gone: Notice = {
  id: 'library-gone',
  message: 'The library file was removed while Replay Desk was running. Its content was saved again in the same place.',
  next: RESTART,
}
const exchanged = (name: string): Notice => ({
  id: 'library-gone',
  message: `Another program replaced the library file while Replay Desk was running. The data of this window was saved next to it as ${name}.`,
  next: RESTART,
})
const lost: Notice = {
  id: 'library-gone',
  message: 'The library file was removed while Replay Desk was running, and it could not be saved again.',
  next: 'Keep Replay Desk open and make the data folder writable, or free some space: saving is retried every few seconds.',
}

/** Device and number of a file tell it from one that took its place; null when there is none. */
const identityOf = (file: string): string | null => {
  const facts = statSync(file, { bigint: true, throwIfNoEntry: false })
  return facts ? `${facts.dev}:${facts.ino}` : null
}

type WatchConfig = {
  db: DatabaseSync
  file: string
  clock: Clock
  log: Log
  onNotice: (notice: Notice) => void
}

/**
 * Looks whether the open library is still the file at its path (L12). A library whose file was removed or replaced would
 * take changes into a file without a name: what it has is saved at once, and it takes no further change.
 */
export const createFileWatch = ({ db, file, clock, log, onNotice }: WatchConfig) => {
  const mine = identityOf(file)
  let notice: Notice | null = null
  let saved = false

  const save = (): Notice => {
    const free = identityOf(file) === null
    const name = `library.rescued-${stamp(clock.now())}.sqlite`
    const to = free ? file : join(dirname(file), name)
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      if (!existsSync(to)) db.prepare('VACUUM INTO ?').run(to)
      keepPrivate(dirname(file))
      saved = true
      return free ? gone : exchanged(name)
    } catch (error) {
      log.error(
        `library: the file is gone and could not be saved (${error instanceof Error ? error.message : 'fault'})`,
      )
      return lost
    }
  }

  return {
    /** Why nothing can be changed any more; null while the file is where it was. */
    stopped: (): Notice | null => notice,
    look: (): void => {
      if (saved || !db.isOpen || db.isTransaction) return
      let now: string | null
      try {
        now = identityOf(file)
      } catch {
        return // the folder cannot be looked into right now: a write will say why
      }
      if (now === mine && notice === null) return
      const before = notice
      notice = save()
      db.exec('PRAGMA query_only = ON')
      if (before !== notice) onNotice(notice)
    },
  }
}
