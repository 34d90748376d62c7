import { link, rename, unlink } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { errorCode } from '../disk/disk-problems.ts'
import { exists } from '../disk/durable.ts'

/** The system calls of the last step, and the wait between tries; tests let them fail. */
export type PlaceCalls = {
  link: (from: string, to: string) => Promise<void>
  rename: (from: string, to: string) => Promise<void>
  unlink: (path: string) => Promise<void>
  wait: (ms: number) => Promise<unknown>
}
// The timer keeps the process alive: on the command line nothing else does while a scanner holds the file.
export const systemCalls: PlaceCalls = { link, rename, unlink, wait: (ms) => delay(ms) }

/** Scanners and indexers hold a fresh file for seconds at most; ms, about 6 s in all (D19). */
export const RETRY_DELAYS_MS = [50, 100, 200, 400, 800, 1_600, 3_200]

const HELD = ['EBUSY', 'EPERM', 'EACCES', 'ETXTBSY']

const insist = async (run: () => Promise<void>, wait: PlaceCalls['wait']): Promise<void> => {
  for (const ms of RETRY_DELAYS_MS) {
    try {
      return await run()
    } catch (error) {
      if (!HELD.includes(errorCode(error) ?? '')) throw error
    }
    await wait(ms)
  }
  return run()
}

/** What the last step came to: `taken` when the name is in use, `other-volume` for EXDEV (D20). */
export type Placed = 'placed' | 'taken' | 'other-volume'

/**
 * Gives a complete file its final name and never overwrites one. A second name for the same file and the removal
 * of the first are atomic where links exist; elsewhere a look and a rename. Locked files are retried (D19);
 * throws what the system refuses in the end.
 */
export const placeFile = async (from: string, to: string, calls: PlaceCalls): Promise<Placed> => {
  let placed: Placed = 'placed'
  let linked = false
  const place = async (): Promise<void> => {
    placed = 'placed'
    try {
      await calls.link(from, to)
      linked = true
      return
    } catch (error) {
      if (errorCode(error) === 'EEXIST') {
        placed = 'taken'
        return
      }
      if (['ENOENT', null].includes(errorCode(error))) throw error
    }
    // No links on this disk (FAT, some network disks), or held: rename tells which.
    if (await exists(to)) {
      placed = 'taken'
      return
    }
    try {
      await calls.rename(from, to)
    } catch (error) {
      if (errorCode(error) !== 'EXDEV') throw error
      placed = 'other-volume'
    }
  }
  await insist(place, calls.wait)
  // Locked to the end, the first name stays as a second name of a finished file, and the next `finish` removes it.
  if (linked) await insist(() => calls.unlink(from), calls.wait).catch(() => {})
  return placed
}
