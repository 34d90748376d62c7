import { realpath, rm } from 'node:fs/promises'
import { basename, isAbsolute, join, relative, sep } from 'node:path'
import type { Sidecar } from '../../../contract/models/archive-models.ts'
import { fail, ok, type Result } from '../../../contract/result.ts'
import type { FoundPair } from '../archive-types.ts'
import { clearImports, type ImportRecord, openImportRecord } from '../claims/import-record.ts'
import { createKeptPairs, type KeptPairs } from '../claims/kept-pairs.ts'
import { diskProblem } from './disk/disk-problems.ts'
import { copyDurably, exists } from './disk/durable.ts'
import { freeSpace, spaceFor } from './disk/free-space.ts'
import { walkFolder } from './disk/walk-folder.ts'
import { boundedSidecar } from './metadata/bounded-sidecar.ts'
import { readSidecar, withoutSignatures } from './metadata/sidecar.ts'
import { filesOf } from './names/recording-files.ts'
import { reserveName } from './names/reserve-name.ts'
import { finish } from './placing/finish.ts'
import { removeUnfinished } from './placing/leftovers.ts'
import { checkPair as checkFiles } from './verify/check-pair.ts'

export type ImportRequest = {
  from: string
  folder: string
  /** True for a recording that is archived here already. */
  known: (sha256: string, sidecar: Sidecar) => boolean | Promise<boolean>
  /** Names of other items, in use or reserved. */
  taken: ReadonlySet<string>
  /** Called for each pair as soon as it lies in the folder. */
  onPair?: (pair: FoundPair) => Promise<void>
  signal?: AbortSignal
}
export type ImportResult = { imported: FoundPair[]; known: number; refused: string[] }

/** Refused files that are named; the rest is counted. */
const MOST_REFUSED = 1_000

const stopped = fail('cancelled', 'The import was stopped.')
const whyNot = (error: unknown): string => {
  try {
    return diskProblem(error).problem.message
  } catch {
    return 'This recording could not be imported.' // a fault of the program, told beside its file
  }
}
const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {})

/** The pair as its metadata file describes it. Damage inside the recording is no reason to refuse it, but it is reported from now on. */
const checkPair = async ({ from, signal }: ImportRequest, name: string, sidecar: Sidecar): Promise<Result<Sidecar>> => {
  const { bytes, sha256 } = sidecar.file
  const found = await checkFiles({ folder: from, name, bytes, sha256, ...withSignal(signal) })
  if (found.check === 'missing') return fail('not-found', 'No recording next to this metadata file.')
  if (found.check === 'altered') return fail('media-error', 'The recording does not match its metadata file.')
  if (found.check !== 'damaged') return ok(sidecar)
  if (found.damage === null) return fail('media-error', found.message)
  const warnings = sidecar.file.damaged ? sidecar.warnings : [...sidecar.warnings, found.message]
  return ok({ ...sidecar, file: { ...sidecar.file, damaged: true }, warnings })
}

/** Copies beside the target, checks the copy, and finishes it as a transfer is finished. */
const takeOver = async (
  request: ImportRequest,
  name: string,
  sidecar: Sidecar,
  note: ImportRecord['note'],
): Promise<Result<FoundPair>> => {
  const { from, folder, taken, signal } = request
  const space = await spaceFor(folder, sidecar.file.bytes)
  if (!space.ok) return space
  // The name inside the metadata file is not used: it comes from elsewhere and may be anything (D17).
  await note({ wanted: basename(name) })
  const reserved = await reserveName({ folder, wanted: basename(name), taken })
  if (!reserved.ok) return reserved
  await note({ name: reserved.value })
  const partPath = join(folder, filesOf(reserved.value).part)
  try {
    await rm(partPath)
    const sha256 = await copyDurably(join(from, name), partPath, signal)
    const finished =
      sha256 === sidecar.file.sha256
        ? await finish({ partPath, folder, name: reserved.value, sidecar })
        : fail('media-error', 'The recording changed while it was copied.')
    if (!finished.ok) await removeUnfinished(folder, reserved.value)
    if (!finished.ok) return finished
    const named = { ...sidecar, file: { ...sidecar.file, name: finished.value.name } }
    return ok({ name: finished.value.name, sidecar: withoutSignatures(named) })
  } catch (error) {
    await removeUnfinished(folder, reserved.value)
    throw error
  }
}

/** The pair's name below the archive folder when it lies there already, else null. */
const nameInPlace = async ({ from, folder }: ImportRequest, name: string): Promise<string | null> => {
  const rest = relative(await realpath(folder), join(await realpath(from), name))
  return rest.startsWith('..') || isAbsolute(rest) ? null : rest.split(sep).join('/')
}

const importPair = async (
  request: ImportRequest,
  name: string,
  said: Sidecar,
  { kept, note }: { kept: KeptPairs; note: ImportRecord['note'] },
): Promise<Result<FoundPair>> => {
  try {
    const checked = await checkPair(request, name, said)
    if (!checked.ok) return checked
    const sidecar = checked.value
    const inPlace = await nameInPlace(request, name)
    if (inPlace !== null) return ok({ name: inPlace, sidecar })
    // An import that was killed left the pair in the folder, but not in the library (L18).
    const { account, session, file } = sidecar
    const search = { acceptPartial: true, sha256: file.sha256, ...withSignal(request.signal) }
    const there = URL.parse(account.baseUrl) ? await kept.sound(account.baseUrl, session.id, search) : null
    return there ? ok(there) : await takeOver(request, name, sidecar, note)
  } catch (error) {
    return request.signal?.aborted ? stopped : diskProblem(error)
  }
}

/** MP4s below the folder, and those that only a metadata file names. Listed first: the import may add to the folder. */
const pairsOf = async (from: string): Promise<string[]> => {
  const names: string[] = []
  for await (const file of walkFolder(from)) if (/\.(mp4|json)$/i.test(file)) names.push(file)
  const videos = new Set(names.filter((name) => /\.mp4$/i.test(name)))
  const stems = new Set([...videos].map((name) => name.slice(0, -4)))
  const lonely = names.filter((name) => /\.json$/i.test(name) && !stems.has(name.slice(0, -5)))
  return [...videos, ...lonely.map((name) => `${name.slice(0, -5)}.mp4`)]
}

/**
 * Takes over the pairs of MP4 and metadata file below a dropped folder: checked by hash and container, copied under
 * reserved names; pairs that lie in the archive folder already stay where they are. Links are not followed. What
 * is refused is named with its reason, `sub/x.mp4: …`. When aborted, answers what was imported until then. Problem
 * `storage` when one of the folders is missing or cannot be used.
 */
export const importFolder = async (request: ImportRequest): Promise<Result<ImportResult>> => {
  const { from, folder, known, signal } = request
  const result: ImportResult = { imported: [], known: 0, refused: [] }
  const here = new Set<string>()
  const record = openImportRecord(folder)
  try {
    const writable = await freeSpace(folder)
    if (!writable.ok) return writable
    await clearImports(folder)
    const kept = createKeptPairs(folder)
    await kept.look()
    let more = 0
    const refuse = (name: string, why: string): void => {
      if (result.refused.length < MOST_REFUSED) result.refused.push(`${name}: ${why}`)
      else more += 1
    }
    const take = async (name: string): Promise<void> => {
      const read = await readSidecar(from, name)
      if (!read.ok) {
        // JSON of others beside no MP4 is none of our business.
        if (await exists(join(from, name))) refuse(name, read.problem.message)
        return
      }
      const sidecar = boundedSidecar(read.value)
      const { session, file } = sidecar
      const key = JSON.stringify([session.id, file.sha256])
      if (here.has(key) || (await known(file.sha256, sidecar))) {
        result.known++
        return
      }
      const pair = await importPair(request, name, sidecar, { kept, note: record.note })
      if (!pair.ok) return refuse(name, pair.problem.message)
      here.add(key)
      result.imported.push(pair.value)
      await request.onPair?.(pair.value)
    }
    for (const name of await pairsOf(from)) {
      if (signal?.aborted) break
      try {
        await take(name)
      } catch (error) {
        refuse(name, whyNot(error)) // one bad file never ends the import
      }
    }
    if (more > 0) result.refused.push(`And ${more} more.`)
    return ok(result)
  } catch (error) {
    return diskProblem(error)
  } finally {
    await record.close()
  }
}
