import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock, Log } from '../ports.ts'
import { migrate } from './migrations.ts'

/** A sentence the person must see once. */
export type Notice = { id: string; message: string; next?: string }

export type OpenedDatabase = {
  db: DatabaseSync
  /** `memory`: nothing of this run is kept. */
  place: 'file' | 'memory'
  notice: Notice | null
}

const FILE_NAME = 'library.sqlite'
/** Left by a run that met a damaged page: the next start checks the whole file before it trusts it. */
const SUSPECT_NAME = 'library.suspect'
const SIDE_FILES = ['', '-wal', '-shm']

const stamp = (now: number): string => new Date(now).toISOString().replace(/[-:]/g, '').replace(/\..*/, 'Z')

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/**
 * Ordinary settings of one connection. WAL with NORMAL loses at most the last moments after a power cut. The log is
 * folded in every 32 MB instead of every 4: pages that a sync touches again and again are then written once.
 */
const prepareConnection = (db: DatabaseSync): void => {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000')
  db.exec('PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 8000; PRAGMA journal_size_limit = 67108864')
}

/** Looked at before SQLite does: beside a file that is none it would drop the log, which may be all that is left. */
const looksLikeDatabase = (file: string): boolean => {
  if (!existsSync(file)) return true
  const handle = openSync(file, 'r')
  try {
    const head = Buffer.alloc(16)
    const read = readSync(handle, head, 0, 16, 0)
    return read === 0 || head.toString('latin1') === 'SQLite format 3\0'
  } finally {
    closeSync(handle)
  }
}

/** Opens, checks and migrates the file; throws when it cannot be used. */
const openFile = (file: string, thorough: boolean): DatabaseSync => {
  if (!looksLikeDatabase(file)) throw new Error('not a database')
  const db = new DatabaseSync(file, { timeout: 3_000 })
  try {
    prepareConnection(db)
    // A clean end removes the -wal file, so the slow check is needed only after an unclean one.
    if (thorough) {
      const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check
      if (verdict !== 'ok') throw new Error(`check failed: ${String(verdict)}`)
    }
    migrate(db)
    // Proves that it can be written (read-only files open without complaint) and that every table reads.
    db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${userVersion(db)}; COMMIT`)
    for (const table of [
      'accounts',
      'settings',
      'sessions',
      'reviews',
      'marks',
      'journal',
      'sync',
      'notices',
      'archive_items',
    ])
      db.prepare(`SELECT * FROM ${table} LIMIT 1`).get()
    db.prepare('SELECT rowid FROM session_texts LIMIT 1').get()
    return db
  } catch (error) {
    if (db.isOpen) db.close()
    throw error
  }
}

const userVersion = (db: DatabaseSync): number => Number(db.prepare('PRAGMA user_version').get()?.user_version ?? 0)

const openMemory = (): DatabaseSync => {
  const db = new DatabaseSync(':memory:')
  migrate(db)
  return db
}

const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 8

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && [5, 6].includes(Number(error.errcode) & 0xff)

/** Renames the file and its side files; answers the new name, or null when the folder refuses. */
const setAside = (folder: string, now: number): string | null => {
  const name = `library.set-aside-${stamp(now)}.sqlite`
  try {
    for (const side of SIDE_FILES)
      if (existsSync(join(folder, FILE_NAME + side)))
        renameSync(join(folder, FILE_NAME + side), join(folder, name + side))
    return name
  } catch {
    return null
  }
}

/**
 * Opens the library's database in `folder`. It always answers one that works (X10): a damaged or newer file is
 * set aside under a dated name and a new one begun; a write-protected one is set aside and its content copied;
 * where the folder itself cannot be written, the database lives in memory. Nothing is ever deleted.
 */
export const openDatabase = (folder: string, clock: Clock, log: Log): OpenedDatabase => {
  const file = join(folder, FILE_NAME)
  const suspect = join(folder, SUSPECT_NAME)
  const inMemory = (why: string): OpenedDatabase => {
    log.warn(`library: in memory (${why})`)
    return {
      db: openMemory(),
      place: 'memory',
      notice: {
        id: 'library-in-memory',
        message: 'The library cannot be written here, so the list and notes of this run are not kept.',
        next: 'Make the data folder writable and start again.',
      },
    }
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const db = openFile(file, existsSync(`${file}-wal`) || existsSync(suspect))
    rmSync(suspect, { force: true })
    return { db, place: 'file', notice: null }
  } catch (error) {
    log.warn(`library: cannot be opened (${textOf(error)})`)
    if (isBusy(error) || !existsSync(file)) return inMemory(textOf(error))
    const name = setAside(folder, clock.now())
    if (name === null) return inMemory('the folder is read-only')
    const keep = isReadOnly(error)
    try {
      if (keep) for (const side of SIDE_FILES) copyBack(join(folder, name + side), file + side)
      const db = openFile(file, keep)
      rmSync(suspect, { force: true })
      return { db, place: 'file', notice: keep ? protectedNotice(name) : damagedNotice(name) }
    } catch (second) {
      return inMemory(textOf(second))
    }
  }
}

const copyBack = (from: string, to: string): void => {
  if (!existsSync(from)) return
  copyFileSync(from, to)
  chmodSync(to, 0o600) // the copy takes over the mode, which is what was read-only
}

const damagedNotice = (name: string): Notice => ({
  id: 'library-set-aside',
  message: `The library was damaged and has been set aside as ${name}; a new one was begun.`,
  next: 'Connect your account again. Recordings on the service are not affected.',
})

const protectedNotice = (name: string): Notice => ({
  id: 'library-copied',
  message: `The library was write-protected; a working copy is used and the original is kept as ${name}.`,
})

/** Remembers that a page of the file could not be read, so that the next start looks closer. */
export const markSuspect = (folder: string): void => {
  try {
    writeFileSync(join(folder, SUSPECT_NAME), '')
  } catch {
    // a read-only folder: the next start falls back to memory anyway
  }
}
