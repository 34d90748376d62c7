import { lstat, readFile } from 'node:fs/promises'
import { type Sidecar, sidecarModel } from '../../../../contract/models/archive-models.ts'
import { fail, ok, type Result } from '../../../../contract/result.ts'
import { redact } from '../../../service/redaction/redact.ts'
import { diskProblem, isMissing } from '../disk/disk-problems.ts'
import { writeWhole } from '../disk/durable.ts'
import { insideRoot } from '../disk/inside-root.ts'
import { filesOf } from '../names/recording-files.ts'

/** More than this program writes into a metadata file; a larger one is foreign. */
const LARGEST_BYTES = 4 * 1024 * 1024

const broken = (details: string) =>
  fail('storage', 'The metadata file of this recording cannot be read.', {
    next: 'Archive the recording again.',
    details,
  })

/** Host and path alone: no scheme, no user, no query, no fragment. */
export const objectOf = (address: string): string =>
  redact(
    address
      .replace(/[?#][\s\S]*$/, '')
      .replace(/^[a-z][a-z0-9+.-]*:\/\/|^\/\//i, '')
      .replace(/^[^/]*@/, ''),
  )

const cleanTexts = (value: unknown): unknown => {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map(cleanTexts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleanTexts(inner)]))
}

/**
 * The metadata file as it may be written: no signature in any text, also not in keys we do not know. The session's id
 * and the file's name stay as they are: they must match, and the name was cleaned when it was made. Idempotent.
 */
export const withoutSignatures = (sidecar: Sidecar): Sidecar => {
  const clean = cleanTexts(sidecar) as Sidecar
  return {
    ...clean,
    session: { ...clean.session, id: sidecar.session.id },
    source: { ...clean.source, object: sidecar.source.object === null ? null : objectOf(sidecar.source.object) },
    file: { ...clean.file, name: sidecar.file.name, sha256: sidecar.file.sha256 },
  }
}

/** Writes the metadata file of `name` in one step, clean of signatures. Throws what the disk refuses. */
export const putSidecar = async (folder: string, name: string, sidecar: Sidecar): Promise<void> => {
  const text = `${JSON.stringify(withoutSignatures({ ...sidecar, file: { ...sidecar.file, name } }), null, 2)}\n`
  await writeWhole(folder, filesOf(name).sidecar, text)
}

/** As `putSidecar`, with the disk's refusal as a `storage` problem. `name` is the MP4's. */
export const writeSidecar = async (folder: string, name: string, sidecar: Sidecar): Promise<Result<void>> => {
  try {
    const path = await insideRoot(folder, filesOf(name).sidecar)
    return path.ok ? ok(await putSidecar(folder, name, sidecar)) : path
  } catch (error) {
    return diskProblem(error)
  }
}

/** The text of a metadata file, checked; a `storage` problem for what is no metadata file of ours. */
const parseSidecar = (text: string): Result<Sidecar> => {
  try {
    const parsed = sidecarModel.safeParse(JSON.parse(text))
    if (parsed.success) return ok(parsed.data)
    return broken(parsed.error.issues.map((issue) => `${issue.path.join(' › ')}: ${issue.message}`).join('; '))
  } catch {
    return broken('not JSON')
  }
}

/** The metadata file of the MP4 `name`; `not-found` when there is none, `storage` when it is damaged or not ours. */
export const readSidecar = async (folder: string, name: string): Promise<Result<Sidecar>> => {
  const path = await insideRoot(folder, filesOf(name).sidecar)
  if (!path.ok) return path
  try {
    const found = await lstat(path.value)
    if (!found.isFile() || found.size > LARGEST_BYTES) return broken('no metadata file')
    return parseSidecar(await readFile(path.value, 'utf8'))
  } catch (error) {
    if (isMissing(error)) return fail('not-found', 'This recording has no metadata file.')
    return diskProblem(error)
  }
}

/** True when `<name>.json` is, or may be taken as, the metadata file of this very recording. */
export const isOurSidecar = async (folder: string, name: string, sha256: string): Promise<boolean> => {
  const found = await readSidecar(folder, name)
  return found.ok && found.value.file.sha256 === sha256 && found.value.file.name === name
}
