import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fail, type Result } from '../../../../contract/result.ts'
import { diskProblem } from '../disk/disk-problems.ts'
import { insideRoot } from '../disk/inside-root.ts'
import { readSidecar } from '../metadata/sidecar.ts'
import { filesOf } from '../names/recording-files.ts'
import { reserveName } from '../names/reserve-name.ts'
import { recheckFile } from '../verify/recheck.ts'
import { finish } from './finish.ts'
import { removeUnfinished } from './leftovers.ts'

/**
 * Brings a finished pair from one archive folder into another, under the same name where that is free. The file
 * leaves its old place only when it has its new one, also between disks (D20). Answers the new name.
 */
export const moveFile = async (request: {
  from: string
  to: string
  name: string
  taken: ReadonlySet<string>
}): Promise<Result<{ name: string }>> => {
  const { from, to, name, taken } = request
  const sidecar = await readSidecar(from, name)
  if (!sidecar.ok) return sidecar
  const { sha256, bytes } = sidecar.value.file
  if ((await recheckFile({ folder: from, name, sha256, bytes })) !== 'sound') {
    return fail('storage', 'The file was moved or changed.', { next: 'Verify it first.' })
  }
  const partPath = await insideRoot(from, name)
  const oldSidecar = await insideRoot(from, filesOf(name).sidecar)
  if (!partPath.ok) return partPath
  if (!oldSidecar.ok) return oldSidecar
  const reserved = await reserveName({ folder: to, wanted: name.split('/').at(-1) ?? name, taken })
  if (!reserved.ok) return reserved
  try {
    const finished = await finish({
      partPath: partPath.value,
      folder: to,
      name: reserved.value,
      sidecar: sidecar.value,
    })
    await rm(join(to, filesOf(reserved.value).part), { force: true })
    if (!finished.ok) {
      await removeUnfinished(to, reserved.value)
      return finished
    }
    await rm(oldSidecar.value, { force: true })
    return finished
  } catch (error) {
    return diskProblem(error)
  }
}
