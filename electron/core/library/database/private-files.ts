import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The library with its WAL files and copies, and the log: what this program writes into the data folder. */
const OURS = /^(?:library[.-].*|desk(?:\.old)?\.log)$/
const OTHERS = 0o077
/** Of a folder that everybody may write into, such as /tmp: never ours to close. */
const STICKY = 0o1000

/**
 * Takes the rights of group and others off what is ours; what is not stays as it is. By its path: opening a file of an open
 * library and closing it again would end SQLite's locks on it (fcntl(2), F_SETLK).
 */
const close = (path: string, kind: 'file' | 'folder'): void => {
  try {
    const found = lstatSync(path)
    const fits = kind === 'file' ? found.isFile() : found.isDirectory() && (found.mode & STICKY) === 0
    if (fits && found.uid === process.getuid?.() && (found.mode & OTHERS) !== 0) {
      chmodSync(path, found.mode & 0o7777 & ~OTHERS)
    }
  } catch {
    // Not there, or on a file system without such rights (FAT, some network disks).
  }
}

/**
 * Leaves the data folder and the program's files in it to the person alone (0700, 0600), whatever they were: titles, notes
 * and sources are in them. Done at every open, since a copy or a backup brings other rights; the folder first, so that
 * other users cannot change its content meanwhile. Windows keeps user folders apart by itself. Never throws.
 */
export const keepPrivate = (folder: string): void => {
  if (process.platform === 'win32') return
  close(folder, 'folder')
  let names: string[] = []
  try {
    names = readdirSync(folder)
  } catch {
    return // opening the library reports the reason
  }
  for (const name of names) if (OURS.test(name)) close(join(folder, name), 'file')
}
