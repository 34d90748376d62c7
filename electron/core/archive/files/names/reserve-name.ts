import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../../../contract/result.ts'
import { STEM_BYTES, safeStem, shorten } from '../../../base/safe-name.ts'
import { diskProblem, errorCode } from '../disk/disk-problems.ts'
import { createNew } from '../disk/draft.ts'
import { filesOf, nameKey } from './recording-files.ts'

type Request = {
  folder: string
  wanted: string
  taken: ReadonlySet<string>
  /** The session whose claim the caller holds. */
  claimed?: string
}

const MOST_TRIES = 10_000

/** `x.mp4`, `x (2).mp4`, … within the length limit. */
const numbered = (wanted: string, number: number): string => {
  const stem = safeStem(wanted)
  const mark = number === 1 ? '' : ` (${number})`
  return `${shorten(stem, STEM_BYTES - mark.length)}${mark}.mp4`
}

const keysOf = (name: string): string[] => Object.values(filesOf(name)).map(nameKey)

/** Names of a folder and of other items, as the least exact file system compares them. */
const takenKeys = (entries: string[], taken: ReadonlySet<string>): Set<string> =>
  new Set([...entries.map(nameKey), ...[...taken].flatMap(keysOf)])

/** Reservations of this process, one after the other for each folder; the part file settles it between processes. */
const queues = new Map<string, Promise<unknown>>()

const inTurn = <T>(folder: string, run: () => Promise<T>): Promise<T> => {
  const mine = (queues.get(folder) ?? Promise.resolve()).then(run, run)
  queues.set(folder, mine)
  const leave = () => {
    if (queues.get(folder) === mine) queues.delete(folder)
  }
  mine.then(leave, leave)
  return mine
}

/** False when the name is taken after all: in this form, or in another one that some file system takes for it. */
const claim = async (folder: string, name: string): Promise<boolean> => {
  const { part } = filesOf(name)
  try {
    await (await createNew(join(folder, part))).close()
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    return false
  }
  // Another program may have claimed the name in another case between the two looks: both step aside.
  const keys = new Set(keysOf(name))
  const entries = await readdir(folder)
  if (!entries.some((entry) => entry !== part && keys.has(nameKey(entry)))) return true
  await rm(join(folder, part), { force: true })
  return false
}

/** Whether a program that ended right after reserving a name left nothing but its empty part (D21). */
const isLeft = async (folder: string, name: string, entries: string[]): Promise<boolean> => {
  const { part } = filesOf(name)
  const keys = new Set(keysOf(name))
  if (entries.filter((entry) => keys.has(nameKey(entry))).join('/') !== part) return false
  const found = await lstat(join(folder, part)).catch(() => null)
  return found?.isFile() === true && found.size === 0
}

const reserve = async ({ folder, wanted, taken, claimed = '' }: Request): Promise<Result<string>> => {
  try {
    const entries = await readdir(folder)
    const keys = takenKeys(entries, taken)
    const others = takenKeys([], taken)
    for (let number = 1; number <= MOST_TRIES; number++) {
      const name = numbered(wanted, number)
      // A name with the id is of this recording alone, and nobody else works on that while it is claimed.
      const mayBeLeft = claimed !== '' && name.includes(claimed) && !keysOf(name).some((key) => others.has(key))
      if (mayBeLeft && (await isLeft(folder, name, entries))) return ok(name)
      if (!keysOf(name).some((key) => keys.has(key)) && (await claim(folder, name))) return ok(name)
    }
    return fail('storage', 'All file names for this recording are taken.', { next: 'Change the name template.' })
  } catch (error) {
    return diskProblem(error)
  }
}

/**
 * A free name: no MP4, part, state or metadata file, compared without case (D14). The empty
 * part file it creates is the reservation, so that two transfers, also of two programs, never share a name.
 * The caller that gives the name up removes the part. A reservation that an earlier program left for the claimed session is
 * taken over. Problem `storage` when the folder is missing or read-only.
 */
export const reserveName = (request: Request): Promise<Result<string>> => inTurn(request.folder, () => reserve(request))
