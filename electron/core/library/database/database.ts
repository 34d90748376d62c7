import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ok, type Result } from '../../../contract/result.ts'
import type { Clock, Log } from '../../base/ports.ts'
import { migrate, refuseNewer } from './migrations.ts'
import { keepPrivate } from './private-files.ts'
import { LibraryRefused, type Refusal, refusalOf, refusedAtStart } from './refusals.ts'

/** A sentence the person must see once. */
export type Notice = { id: string; message: string; next?: string }

type OpenedDatabase = { db: DatabaseSync; notice: Notice | null }

type DatabaseConfig = {
  folder: string
  clock: Clock
  log: Log
  /** Whether a damaged or emptied file may be set aside and a new one begun. */
  mayReplace: boolean
}

export const FILE_NAME = 'library.sqlite'
/** Longest wait inside SQLite, which stops the whole program; longer ones wait outside (write-queue.ts). */
export const BUSY_MS = 25
/** Left by a run that met a damaged page: the next start checks the whole file before it trusts it. */
const SUSPECT_NAME = 'library.suspect'
const SIDE_FILES = ['', '-wal', '-shm']

export const stamp = (now: number): string => new Date(now).toISOString().replace(/[-:]/g, '').replace(/\..*/, 'Z')

/** Pages of the log after which a write folds it in, 32 MB instead of 4: what a sync touches again and again is written once. */
export const LOG_PAGES = 8_000

/** Ordinary settings of one connection. WAL with NORMAL loses at most the last moments after a power cut. */
const prepareConnection = (db: DatabaseSync): void => {
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000')
  db.exec(`PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA journal_size_limit = 67108864`)
}

/**
 * Looked at before SQLite does: beside a file that is none, or an empty one, it would drop the log, which may be all
 * that is left. A library is never 0 bytes long once it was opened, so an empty file is what a power cut left (L10).
 */
const checkHead = (file: string): void => {
  if (!existsSync(file)) {
    const log = `${file}-wal`
    if (existsSync(log) && statSync(log).size > 0) throw new LibraryRefused('emptied')
    return
  }
  try {
    accessSync(file, constants.W_OK)
  } catch (error) {
    // Before SQLite, which would leave its WAL files as read-only as this one; a file that is not even readable says so below.
    accessSync(file, constants.R_OK)
    throw refusalOf(error, file) === 'denied' ? new LibraryRefused('read-only') : error
  }
  const handle = openSync(file, 'r')
  try {
    const head = Buffer.alloc(16)
    const read = readSync(handle, head, 0, 16, 0)
    if (read === 0) throw new LibraryRefused('emptied')
    if (head.toString('latin1') !== 'SQLite format 3\0') throw new LibraryRefused('damaged')
  } finally {
    closeSync(handle)
  }
}

/** Opens, checks and migrates the file; throws when it cannot be used. */
const openFile = (file: string, thorough: boolean): DatabaseSync => {
  checkHead(file)
  const db = new DatabaseSync(file, { timeout: BUSY_MS })
  try {
    refuseNewer(db)
    prepareConnection(db)
    // A clean end removes the -wal file, so the slow check is needed only after an unclean one.
    if (thorough) {
      const verdict = db.prepare('PRAGMA quick_check(1)').get()?.quick_check
      if (verdict !== 'ok') throw new LibraryRefused('damaged')
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

/** Renames the file and its WAL files; answers the new name, or null when the folder refuses. */
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
 * Opens the library's database in `folder`. Only a file that is damaged or empty by itself is set aside under a dated
 * name and a new one begun (X10, L10), and only with `mayReplace`. Whatever else SQLite or the system refuses leaves the
 * file as it is and answers a `storage` problem (L07, L08, L09). Nothing is ever deleted.
 */
export const openDatabase = ({ folder, clock, log, mayReplace }: DatabaseConfig): Result<OpenedDatabase> => {
  const file = join(folder, FILE_NAME)
  const suspect = join(folder, SUSPECT_NAME)
  const open = (thorough: boolean, notice: Notice | null): Result<OpenedDatabase> => {
    const db = openFile(file, thorough)
    keepPrivate(folder) // SQLite gives new files the rights of every file
    rmSync(suspect, { force: true })
    return ok({ db, notice })
  }
  const refuse = (error: unknown): Result<never> => {
    const refusal = refusalOf(error, file)
    log.warn(`library: cannot be opened (${refusal})`)
    return refusedAtStart(refusal, file)
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    keepPrivate(folder)
    return open(existsSync(`${file}-wal`) || existsSync(suspect), null)
  } catch (error) {
    const refusal = refusalOf(error, file)
    const notice = mayReplace ? replaced[refusal] : undefined
    if (!notice) return refuse(error)
    log.warn(`library: set aside (${refusal})`)
    const name = setAside(folder, clock.now())
    if (name === null) return refuse(error)
    try {
      return open(false, notice(name))
    } catch (second) {
      return refuse(second)
    }
  }
}

const replaced: Partial<Record<Refusal, (name: string) => Notice>> = {
  damaged: (name) => ({
    id: 'library-set-aside',
    message: `The library was damaged and has been moved aside as ${name}. A new library was started.`,
    next: 'Connect your account again. Recordings on the service are not affected.',
  }),
  emptied: (name) => ({
    id: 'library-emptied',
    message: `The library file was empty, as after a power cut. It was moved aside as ${name}, and a new library was started.`,
    next: 'If you have a backup of library.sqlite, quit and put it in its place. Otherwise connect your account again: recordings on the service are not affected.',
  }),
}

/** Remembers that a page of the file could not be read, so that the next start looks closer. */
export const markSuspect = (folder: string): void => {
  try {
    writeFileSync(join(folder, SUSPECT_NAME), '', { flag: 'wx', mode: 0o600 })
  } catch {
    // It is there already, or the folder is read-only: then the next start falls back to memory anyway
  }
}
