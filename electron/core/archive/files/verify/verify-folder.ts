import type { Sidecar } from '../../../../contract/models/archive-models.ts'
import { fail, ok, type Result } from '../../../../contract/result.ts'
import type { FileCheck } from '../../archive-types.ts'
import { diskProblem } from '../disk/disk-problems.ts'
import { exists } from '../disk/durable.ts'
import { insideRoot } from '../disk/inside-root.ts'
import { walkFolder } from '../disk/walk-folder.ts'
import { readSidecar } from '../metadata/sidecar.ts'
import { filesOf } from '../names/recording-files.ts'
import { checkPair as checkFiles } from './check-pair.ts'

/**
 * unknown: an MP4 without a metadata file, or with a damaged one. unfinished: a part that waits for the rest. damaged: the
 * file that was archived, with pictures that cannot be shown.
 */
export type FolderItem = {
  /** Relative to the folder, with `/`. */
  name: string
  check: FileCheck | 'damaged' | 'unknown' | 'unfinished'
  sidecar: Sidecar | null
  /** What is wrong, in one sentence; null when sound. */
  message: string | null
}
export type FolderTotals = Record<FolderItem['check'], number>

const SENTENCES = {
  sound: null,
  missing: 'No recording next to this metadata file.',
  altered: 'The recording is not the file that was archived.',
  unfinished: 'The recording was not downloaded completely.',
} as const

const checkPair = async (folder: string, name: string, signal?: AbortSignal): Promise<FolderItem> => {
  const sidecar = await readSidecar(folder, name)
  if (!sidecar.ok) return { name, check: 'unknown', sidecar: null, message: sidecar.problem.message }
  const { sha256, bytes } = sidecar.value.file
  const found = await checkFiles({ folder, name, sha256, bytes, ...(signal ? { signal } : {}) })
  const message = found.check === 'damaged' ? found.message : SENTENCES[found.check]
  return { name, check: found.check, sidecar: sidecar.value, message }
}

/** A metadata file whose MP4 is gone; null for metadata files of parts, of present MP4s, and for JSON of others. */
const checkLonely = async (folder: string, file: string): Promise<FolderItem | null> => {
  const name = file.replace(/\.json$/i, '.mp4')
  for (const other of [name, filesOf(name).part]) {
    const path = await insideRoot(folder, other)
    if (path.ok && (await exists(path.value))) return null
  }
  const sidecar = await readSidecar(folder, name)
  return sidecar.ok ? { name, check: 'missing', sidecar: sidecar.value, message: SENTENCES.missing } : null
}

const checkFile = async (folder: string, file: string, signal?: AbortSignal): Promise<FolderItem | null> => {
  if (/\.mp4$/i.test(file)) return checkPair(folder, file, signal)
  if (/\.mp4\.part$/i.test(file)) {
    return { name: file.slice(0, -5), check: 'unfinished', sidecar: null, message: SENTENCES.unfinished }
  }
  return /\.json$/i.test(file) && !/\.mp4\.part\.json$/i.test(file) ? checkLonely(folder, file) : null
}

/**
 * Checks every recording below a folder against its metadata file and by the structure of its pictures, and hands each
 * over as soon as it is known. Links are not followed, other files are left alone. Answers the counts; problem `storage`, or `cancelled`.
 */
export const verifyFolder = async (
  folder: string,
  onItem: (item: FolderItem) => void,
  signal?: AbortSignal,
): Promise<Result<FolderTotals>> => {
  const totals: FolderTotals = { sound: 0, damaged: 0, missing: 0, altered: 0, unknown: 0, unfinished: 0 }
  try {
    for await (const file of walkFolder(folder)) {
      signal?.throwIfAborted()
      const item = await checkFile(folder, file, signal)
      if (item === null) continue
      totals[item.check]++
      onItem(item)
    }
    return ok(totals)
  } catch (error) {
    return signal?.aborted ? fail('cancelled', 'The verification was stopped.') : diskProblem(error)
  }
}
