import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ok, type Result } from '../../../contract/result.ts'
import { diskProblem } from './disk-problems.ts'
import { exists, fileBytes, syncFolder } from './durable.ts'
import { insideRoot } from './inside-root.ts'
import { filesOf } from './safe-name.ts'
import { readSidecar } from './sidecar.ts'

/** done: named, with its side file. ready: complete and checked before a crash, verify and finish it. none: fetch. */
export type FinishState = 'done' | 'ready' | 'none'

const isSameFile = async (a: string, b: string): Promise<boolean> => {
  const [one, two] = await Promise.all([stat(a).catch(() => null), stat(b).catch(() => null)])
  return one !== null && two !== null && one.ino === two.ino && one.dev === two.dev
}

/**
 * How far the last step came before the program ended (D19, D21). Of a finished file it removes what a crash left
 * beside it. `ready` says only that size and side file agree: the hash must be taken again before `finish`.
 */
export const finishState = async (folder: string, name: string): Promise<Result<FinishState>> => {
  const target = await insideRoot(folder, name)
  if (!target.ok) return target
  const sidecar = await readSidecar(folder, name)
  if (!sidecar.ok || sidecar.value.file.name !== name) return ok('none')
  const { bytes } = sidecar.value.file
  const part = join(folder, filesOf(name).part)
  try {
    if ((await fileBytes(target.value)) === bytes) {
      if ((await fileBytes(part)) === 0 || (await isSameFile(part, target.value))) await rm(part, { force: true })
      if (!(await exists(part))) await rm(join(folder, filesOf(name).state), { force: true })
      await syncFolder(folder)
      return ok('done')
    }
    return ok(bytes > 0 && (await fileBytes(part)) === bytes ? 'ready' : 'none')
  } catch (error) {
    return diskProblem(error)
  }
}

/**
 * Removes part, state and drafts of a name, and its side file when no MP4 stands there (D21). A finished MP4 is
 * never touched. Gives a reserved name free.
 */
export const removeUnfinished = async (folder: string, name: string): Promise<Result<void>> => {
  const target = await insideRoot(folder, name)
  if (!target.ok) return target
  const { part, state, sidecar } = filesOf(name)
  const gone = [part, state, `${state}.new`, `${sidecar}.new`]
  try {
    // A side file that is no side file of ours belongs to somebody else.
    if (!(await exists(target.value)) && (await readSidecar(folder, name)).ok) gone.push(sidecar)
    for (const file of gone) await rm(join(folder, file), { force: true })
    return ok(await syncFolder(folder))
  } catch (error) {
    return diskProblem(error)
  }
}
