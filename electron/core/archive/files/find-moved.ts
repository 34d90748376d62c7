import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { diskProblem, isMissing } from './disk/disk-problems.ts'
import { sha256Of } from './disk/durable.ts'
import { walkFolder } from './disk/walk-folder.ts'

export type Sought = { sha256: string; bytes: number }

/** SHA-256 of a file, or null when it went away or cannot be read: then it is not the one we look for. */
const hashOf = async (path: string, signal?: AbortSignal): Promise<string | null> => {
  try {
    return await sha256Of(path, signal)
  } catch (error) {
    if (signal?.aborted) throw error
    return null
  }
}

/**
 * Where archived files are that were renamed or moved inside the folder: by size, then SHA-256. Answers the
 * relative names by SHA-256; what is not there is left out. Hashes only files of a sought size, so one call for
 * many costs one walk. Problem `storage` or `cancelled`.
 */
export const findMoved = async (
  folder: string,
  sought: readonly Sought[],
  signal?: AbortSignal,
): Promise<Result<Map<string, string>>> => {
  const open = new Map<number, Set<string>>()
  for (const { bytes, sha256 } of sought) open.set(bytes, (open.get(bytes) ?? new Set()).add(sha256))
  const found = new Map<string, string>()
  try {
    for await (const name of walkFolder(folder)) {
      if (open.size === 0) break
      signal?.throwIfAborted()
      // Any other ending would not be read as a video, nor would its metadata file be found.
      if (!/\.mp4$/i.test(name)) continue
      const size = await stat(join(folder, name)).then(
        (file) => file.size,
        (error: unknown) => {
          if (isMissing(error)) return -1
          throw error
        },
      )
      const wanted = open.get(size)
      if (wanted === undefined) continue
      const sha256 = await hashOf(join(folder, name), signal)
      if (sha256 === null || !wanted.delete(sha256)) continue
      found.set(sha256, name)
      if (wanted.size === 0) open.delete(size)
    }
    return ok(found)
  } catch (error) {
    return signal?.aborted ? fail('cancelled', 'The search was stopped.') : diskProblem(error)
  }
}
