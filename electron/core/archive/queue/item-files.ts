import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result } from '../../../contract/result.ts'
import type { FilesPort } from '../archive-types.ts'
import { exists } from '../files/disk/durable.ts'
import { filesOf, workFolderOf } from '../files/names/recording-files.ts'
import { removeUnfinished } from '../files/placing/leftovers.ts'

/** The files of one item, each a real path inside the archive folder (D17). */
export type ItemPaths = { mp4: string; part: string; state: string; sidecar: string; work: string }

/** Refuses with `storage` what would lead out of the folder, also through links. */
export const pathsOf = async (files: FilesPort, folder: string, name: string): Promise<Result<ItemPaths>> => {
  const names = filesOf(name)
  const found = { ...names, work: workFolderOf(names.part) }
  const paths = {} as ItemPaths
  for (const key of ['mp4', 'part', 'state', 'sidecar', 'work'] as const) {
    const path = await files.insideRoot(folder, found[key])
    if (!path.ok) return path
    paths[key] = path.value
  }
  return ok(paths)
}

/** Size of a plain file; null when there is none. */
export const sizeOf = async (path: string): Promise<number | null> => {
  try {
    const found = await stat(path)
    return found.isFile() ? found.size : null
  } catch {
    return null
  }
}

/** Removes what a transfer left: part, its state and its segments. Never a finished file. */
export const removeParts = async (paths: ItemPaths): Promise<void> => {
  await rm(paths.part, { force: true })
  await rm(paths.state, { force: true })
  await rm(`${paths.state}.new`, { force: true })
  await rm(paths.work, { recursive: true, force: true })
}

/** A try that fetched nothing leaves nothing: its reserved name is given back. True when nothing is left. */
export const leftNothing = async (files: FilesPort, folder: string, name: string | null): Promise<boolean> => {
  if (name === null) return true
  const paths = await pathsOf(files, folder, name)
  if (!paths.ok || (await sizeOf(paths.value.part)) !== 0 || (await exists(paths.value.work))) return false
  return (await removeUnfinished(folder, name)).ok
}

/** The folder of the archive: the person's, or the one of ours in the system's folder for videos. */
export const folderFor = (chosen: string, videos: string): { path: string; ours: boolean } =>
  chosen === '' ? { path: join(videos, 'Replay Desk'), ours: true } : { path: chosen, ours: false }

/**
 * The folder, made when it is ours. A folder of the person that is gone may be a disk that was unplugged: nothing is
 * made in its place.
 */
export const prepareFolder = async ({ path, ours }: ReturnType<typeof folderFor>): Promise<string> => {
  if (ours) await mkdir(path, { recursive: true }).catch(() => {}) // the write that follows reports the reason
  return path
}
