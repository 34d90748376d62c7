import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result } from '../../../../contract/result.ts'
import { diskProblem } from '../disk/disk-problems.ts'
import { exists, syncFolder } from '../disk/durable.ts'
import { insideRoot } from '../disk/inside-root.ts'
import { readSidecar } from '../metadata/sidecar.ts'
import { filesOf, workFolderOf } from '../names/recording-files.ts'

/**
 * Removes part, state, drafts and kept segments of a name, and its metadata file when there is no MP4 (D21). A finished
 * MP4 is never touched. Gives a reserved name free.
 */
export const removeUnfinished = async (folder: string, name: string): Promise<Result<void>> => {
  const target = await insideRoot(folder, name)
  if (!target.ok) return target
  const { part, state, sidecar } = filesOf(name)
  // Also the drafts of earlier versions, which had these names.
  const gone = [part, state, `${state}.new`, `${state}.tmp`, `${sidecar}.new`]
  try {
    // A metadata file of another form belongs to another program.
    if (!(await exists(target.value)) && (await readSidecar(folder, name)).ok) gone.push(sidecar)
    for (const file of gone) await rm(join(folder, file), { force: true })
    await rm(join(folder, workFolderOf(part)), { recursive: true, force: true })
    return ok(await syncFolder(folder))
  } catch (error) {
    return diskProblem(error)
  }
}
