import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { link, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, isMissing } from '../files/disk/disk-problems.ts'
import { createNew, draftEnding } from '../files/disk/draft.ts'
import { lifeOf, type Owner, readOwner } from './owner.ts'

/** A sign of life this often; without one for so long, an owner that cannot be looked at is gone. ms. */
export const BEAT_MS = 5_000
export const SILENT_MS = 60_000
/** A lock without an owner is being written, or was cut short. */
const WRITING_MS = 5_000
const TRIES = 6
/** What `link` answers on a disk without hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL', 'EACCES', 'UNKNOWN']

const textOf = (owner: Owner): string => `${JSON.stringify(owner)}\n`

/** Creates a file with its whole text, or answers false when there is one. */
const create = async (path: string, text: string): Promise<boolean> => {
  const draft = `${path}.${draftEnding()}`
  try {
    await writeFile(draft, text, { flag: 'wx' })
    await link(draft, path)
    return true
  } catch (error) {
    const code = errorCode(error) ?? ''
    if (code === 'EEXIST') return false
    if (!NO_LINKS.includes(code)) throw error
  } finally {
    await rm(draft, { force: true })
  }
  try {
    await writeFile(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

const read = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** ms since the last sign of life by the clock of the disk: clocks of machines that share a folder differ. */
const silence = async (path: string): Promise<number> => {
  const probe = `${path}.${draftEnding()}`
  try {
    await (await createNew(probe)).close()
    const [now, then] = await Promise.all([stat(probe), stat(path)])
    return now.mtimeMs - then.mtimeMs
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  } finally {
    await rm(probe, { force: true })
  }
}

const isStale = async (path: string, text: string): Promise<boolean> => {
  const owner = readOwner(text)
  // A bare number is the lock of a version without heartbeats: its number may belong to another process by now (H19).
  if (!owner) return /^\d+\s*$/.test(text) || (await silence(path)) > WRITING_MS
  const life = lifeOf(owner)
  return life === 'unknown' ? (await silence(path)) > SILENT_MS : life === 'dead'
}

/**
 * Puts our text in the place of a stale lock. Only one can: the one that creates the guard that is named after the stale
 * text, and finds the lock unchanged afterwards.
 */
const takeOver = async (path: string, stale: string, mine: string): Promise<boolean> => {
  const guard = `${path}.${createHash('sha256').update(stale).digest('hex').slice(0, 12)}.over`
  if (!(await create(guard, mine))) {
    const other = await read(guard)
    if (other !== null && (await isStale(guard, other))) await rm(guard, { force: true })
    return false
  }
  if ((await read(path)) !== stale) {
    await rm(guard, { force: true })
    return false
  }
  await rename(guard, path).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
  return (await read(path)) === mine
}

/** Takes the lock, or answers who has it; null: another process is about to write its name into it. Throws what the disk refuses. */
export const takeLock = async (path: string, owner: Owner): Promise<'taken' | { by: Owner | null }> => {
  const mine = textOf(owner)
  let there: string | null = null
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await sleep(20 * tries)
    if (await create(path, mine)) return 'taken'
    there = await read(path)
    if (there === null) continue
    if (!(await isStale(path, there))) return { by: readOwner(there) }
    if (await takeOver(path, there, mine)) return 'taken'
  }
  return { by: there === null ? null : readOwner(there) }
}

/** A heartbeat. False when the lock has another owner by now: this machine slept, or the disk was away. */
export const beat = async (path: string, owner: Owner): Promise<boolean> => {
  const mine = textOf(owner)
  try {
    // Through one handle: the file that was read is the one that is written, also after it was replaced.
    const handle = await open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0))
    try {
      if ((await handle.readFile('utf8')) !== mine) return false
      await handle.write('\n', mine.length - 1)
    } finally {
      await handle.close()
    }
    return true
  } catch (error) {
    return !isMissing(error) // a disk that hesitates is no loss
  }
}

export const releaseLock = async (path: string, owner: Owner): Promise<void> => {
  if ((await read(path).catch(() => null)) === textOf(owner)) await rm(path, { force: true }).catch(() => {})
}
