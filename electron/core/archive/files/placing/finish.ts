import { constants } from 'node:fs'
import { access, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Sidecar } from '../../../../contract/models/archive-models.ts'
import { fail, ok, type Result } from '../../../../contract/result.ts'
import { diskProblem, errorCode } from '../disk/disk-problems.ts'
import { copyDurably, exists, fileBytes, isSameFile, syncFile, syncFolder } from '../disk/durable.ts'
import { spaceFor } from '../disk/free-space.ts'
import { insideRoot } from '../disk/inside-root.ts'
import { isOurSidecar, putSidecar } from '../metadata/sidecar.ts'
import { filesOf } from '../names/recording-files.ts'
import { reserveName } from '../names/reserve-name.ts'
import { type PlaceCalls, placeFile, systemCalls } from './place-file.ts'

export type FinishRequest = { partPath: string; folder: string; name: string; sidecar: Sidecar }

/** Names that another program may take, one after the other, during the last step. */
const MOST_NAMES = 20

const changedPart = fail('storage', 'The downloaded file changed after it was verified.', { next: 'Retry.' })

const isFree = async (folder: string, name: string, sha256: string): Promise<boolean> => {
  if (await exists(join(folder, name))) return false
  return !(await exists(join(folder, filesOf(name).sidecar))) || isOurSidecar(folder, name, sha256)
}

/** The copy that replaces a rename between volumes; it is beside the target, so that the last step is a rename (D20). */
const bringNear = async (partPath: string, folder: string, name: string, sidecar: Sidecar): Promise<Result<string>> => {
  const near = join(folder, filesOf(name).part)
  const space = await spaceFor(folder, sidecar.file.bytes)
  if (!space.ok) return space
  await rm(near, { force: true }) // our own reservation, or the rest of a copy that was cut short
  if ((await copyDurably(partPath, near)) === sidecar.file.sha256) return ok(near)
  await rm(near, { force: true })
  return changedPart
}

/** Gives the part this name; false when another program took the name meanwhile. */
const placeAs = async (request: FinishRequest, name: string, calls: PlaceCalls): Promise<Result<boolean>> => {
  const { partPath, folder, sidecar } = request
  const target = join(folder, name)
  // First the metadata file: a crash between the two leaves a part whose metadata file says that it is complete.
  await putSidecar(folder, name, sidecar)
  let placed = await placeFile(partPath, target, calls)
  if (placed === 'other-volume') {
    const near = await bringNear(partPath, folder, name, sidecar)
    if (!near.ok) return near
    placed = await placeFile(near.value, target, calls)
    if (placed === 'other-volume')
      return fail('storage', 'The folder moved to another disk while the file was being saved.')
  }
  await syncFolder(folder)
  return ok(placed === 'placed')
}

/** Removes what has a name that did not become final. */
const takeBack = async (request: FinishRequest, name: string): Promise<void> => {
  const { part, sidecar } = filesOf(name)
  const partPath = join(request.folder, part)
  if (await isOurSidecar(request.folder, name, request.sidecar.file.sha256)) {
    await rm(join(request.folder, sidecar), { force: true })
  }
  if (partPath !== request.partPath) await rm(partPath, { force: true })
}

/** The file is finished by now: a lock of another program at this step does not change that. */
const tidy = async ({ partPath, folder }: FinishRequest, names: Iterable<string>): Promise<void> => {
  const parts = [...names].map((name) => join(folder, filesOf(name).part))
  for (const file of [partPath, `${partPath}.json`, ...parts]) await rm(file, { force: true }).catch(() => {})
  await syncFolder(folder).catch(() => {})
}

/** EACCES and EPERM mean rights, or a program that holds the file; the folder tells which. */
const lastStepProblem = async (error: unknown, folder: string): Promise<Result<never>> => {
  const busy = ['EBUSY', 'ETXTBSY', 'EPERM', 'EACCES'].includes(errorCode(error) ?? '')
  const writable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!busy || !writable) return diskProblem(error)
  return fail('storage', 'The file is complete, but another program is using it.', {
    next: 'Close that program, then retry. Nothing is downloaded again.',
    details: errorCode(error) ?? '',
  })
}

const placeSomewhere = async (request: FinishRequest, calls: PlaceCalls): Promise<Result<{ name: string }>> => {
  const tried = new Set<string>()
  let name = request.name
  while (tried.size < MOST_NAMES) {
    tried.add(name)
    try {
      const placed = (await isFree(request.folder, name, request.sidecar.file.sha256))
        ? await placeAs(request, name, calls)
        : ok(false)
      if (!placed.ok) {
        if (name !== request.name) await takeBack(request, name)
        return placed
      }
      if (placed.value) {
        await tidy(request, tried)
        return ok({ name })
      }
    } catch (error) {
      if (name !== request.name) await takeBack(request, name).catch(() => {})
      return lastStepProblem(error, request.folder)
    }
    await takeBack(request, name)
    const next = await reserveName({ folder: request.folder, wanted: request.name, taken: tried })
    if (!next.ok) return next
    name = next.value
  }
  return fail('storage', 'Other programs keep taking the file names for this recording.', { next: 'Retry.' })
}

/** The program ended after the file got its name: the part is gone, or still a second name of the same file. */
const isDone = async (request: FinishRequest, partBytes: number | null): Promise<boolean> => {
  const { partPath, folder, name, sidecar } = request
  const target = join(folder, name)
  if ((await fileBytes(target)) !== sidecar.file.bytes) return false
  if (partBytes !== null && !(await isSameFile(partPath, target))) return false
  return isOurSidecar(folder, name, sidecar.file.sha256)
}

/**
 * Gives a verified part its final name: fsync, metadata file, rename, fsync of the folder. Never overwrites; the name
 * may differ when another program took it meanwhile (D14). When it fails, the complete part is kept with its metadata file and
 * the call can be made again (D19); after a success it answers the same again. Other volumes: copy, fsync,
 * unlink (D20). Problem `storage` otherwise.
 */
export const finish = async (
  request: FinishRequest,
  calls: PlaceCalls = systemCalls,
): Promise<Result<{ name: string }>> => {
  const { partPath, folder, name, sidecar } = request
  const target = await insideRoot(folder, name)
  if (!target.ok) return target
  if (basename(name) !== name) return fail('storage', 'A finished file is outside its folder in the archive.')
  try {
    const bytes = await fileBytes(partPath)
    if (await isDone(request, bytes)) {
      await tidy(request, [])
      return ok({ name })
    }
    if (bytes !== sidecar.file.bytes) return changedPart
    await syncFile(partPath)
  } catch (error) {
    return diskProblem(error)
  }
  return placeSomewhere(request, calls)
}
