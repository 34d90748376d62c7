import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type Instance = { argv: string[]; cwd: string }

const MESSAGE = /^second-\d+\.json$/

/**
 * One program per user data folder. The lock is a database opened exclusively: the system drops it when the
 * process ends, however it ends. A second process leaves its arguments in the folder, which the first one watches.
 *
 * Answers the function that releases it, or null when another process holds the lock.
 */
export const lockInstance = (userData: string, onSecond: (instance: Instance) => void): (() => void) | null => {
  const folder = join(userData, 'instance')
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'lock.db'))
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch {
    database.close()
    const part = join(folder, `second-${process.pid}.part`)
    writeFileSync(part, JSON.stringify({ argv: process.argv, cwd: process.cwd() } satisfies Instance))
    renameSync(part, join(folder, `second-${process.pid}.json`)) // whole or not at all
    return null
  }

  const readMessages = (deliver: boolean) => {
    for (const name of readdirSync(folder).filter((file) => MESSAGE.test(file))) {
      const path = join(folder, name)
      const text = readFileSync(path, 'utf8')
      rmSync(path, { force: true })
      if (deliver) onSecond(JSON.parse(text) as Instance)
    }
  }
  readMessages(false) // left by a process that spoke to a predecessor
  const watcher = watch(folder, { persistent: false }, () => readMessages(true))
  return () => {
    watcher.close()
    database.close()
  }
}
