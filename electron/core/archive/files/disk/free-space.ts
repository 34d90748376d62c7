import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { fail, ok, type Result } from '../../../../contract/result.ts'
import { diskProblem, noSpace } from './disk-problems.ts'

/** Bytes a person may still write there, from statfs; a `storage` problem when the folder is missing or read-only. */
export const freeSpace = async (folder: string): Promise<Result<number>> => {
  try {
    if (!(await stat(folder)).isDirectory()) {
      return fail('storage', 'The archive folder is not a folder.', { next: 'Choose another folder.' })
    }
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    return ok(bavail * bsize)
  } catch (error) {
    return diskProblem(error)
  }
}

/** Passes when `need` bytes fit, else "No space left (need X, have Y)." (D13). */
export const spaceFor = async (folder: string, need: number): Promise<Result<number>> => {
  const free = await freeSpace(folder)
  return free.ok && free.value < need ? noSpace(need, free.value) : free
}
