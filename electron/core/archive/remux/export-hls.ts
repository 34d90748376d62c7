import { unlink } from 'node:fs/promises'
import { fail, ok, type Result } from '../../../contract/result.ts'
import { listFingerprint, objectPath } from '../../media/playlist/identity.ts'
import type { MediaPlaylist } from '../../media/playlist/model.ts'
import { readText } from '../../media/storage/object-text.ts'
import { refusedByStorage } from '../../media/storage/storage-problems.ts'
import { TransportFault } from '../../media/storage/storage-transport.ts'
import type { ExportHls, HlsConfig, HlsOutcome } from '../archive-types.ts'
import { diskProblem } from '../files/disk/disk-problems.ts'
import { type Copied, copySegments, writeStep } from './copy-segments.ts'
import { createListLinks } from './fetching/list-links.ts'
import { createPartReader } from './fetching/read-part.ts'
import { readSegments } from './fetching/read-segments.ts'
import { type ExportFacts, exportWarnings, lossesOf, lossProblem, unreadableProblem } from './warnings.ts'
import { openWorkFolder } from './work-folder.ts'
import { openRecordingFile, type RecordingFile } from './writing/recording-file.ts'

const CANCELLED = fail('cancelled', 'The export was stopped.')
const NO_MEDIA = fail('media-error', 'The segments of the recording contain no video.', { next: 'Retry later.' })

const incomplete = (missing: number, of: number) =>
  fail('incomplete', `The recording is incomplete: ${missing} of ${of} segments missing.`, {
    next: 'Retry later, or keep the recording with missing parts.',
    details: `incomplete: ${missing} of ${of} missing`,
    incomplete: { missing, total: of, unit: 'segments' },
  })

/**
 * The segments of a recording as one MP4: packets are copied, never encoded again, each byte into the part at once.
 * Nothing counts before the result says so. Part and work folder stay for another attempt, which resumes after the last
 * segment that is done (D21); the caller removes both. Missing segments end the export unless `acceptPartial`; their
 * time then stays free and the file is labelled (D22). So do pictures that are lost inside the segments, when they
 * are more than one in a hundred.
 */
export const exportHls: ExportHls = async (config) => {
  const ended = new AbortController()
  const signal = AbortSignal.any([config.signal, ended.signal])
  try {
    return await run({ ...config, signal })
  } catch (error) {
    if (config.signal.aborted) return CANCELLED
    return error instanceof TransportFault ? { ok: false, problem: error.problem } : diskProblem(error)
  } finally {
    ended.abort() // what was fetched ahead
  }
}

const run = async (config: HlsConfig): Promise<Result<HlsOutcome>> => {
  const { openObject, signal, partPath, acceptPartial } = config
  const loadText = (url: string) => readText(openObject, url, signal)
  const links = createListLinks({ links: config.links, loadText, clock: config.clock, log: config.log, signal })
  const opened = await links.open()
  if (!opened.ok) return opened
  const list = opened.value
  const fingerprint = listFingerprint(list)
  const work = await openWorkFolder(config.workFolder, fingerprint)

  const progress = { bytes: 0, totalBytes: null, segments: 0, of: list.segments.length }
  const tell = (bytes: number, segments = 0) => {
    progress.bytes += bytes
    progress.segments += segments
    config.onProgress({ ...progress })
  }
  const parts = createPartReader({ openObject, throttle: config.throttle, signal, onBytes: (count) => tell(count) })

  let file: RecordingFile<ExportFacts> | null = null
  try {
    const part = { partPath, folder: config.workFolder, fingerprint, mayMiss: acceptPartial, signal }
    const first = await openRecordingFile<ExportFacts>(part)
    file = first
    const copy = async (withHoles: boolean): Promise<Result<Copied>> => {
      // Samples behind the newest claim belong to a round that could not go on.
      if (file?.isAhead()) {
        await file.close()
        file = await openRecordingFile<ExportFacts>(part)
      }
      const made = file ?? first
      const border = made.border()
      Object.assign(progress, { bytes: border?.claim.end ?? 0, segments: border?.claim.next ?? 0 })
      const from = border?.claim.next ?? 0
      const segments = readSegments({ list, links, parts, from, work, onKept: (bytes) => tell(bytes) })
      const onSegment = () => tell(0, 1)
      return copySegments({ list, segments, file: made, work, withHoles, acceptPartial, signal, onSegment }).finally(
        () => segments.return(undefined),
      )
    }
    let hasHoles = (first.border()?.claim.skipped ?? 0) > 0
    let came = await copy(hasHoles)
    // Links expired faster than they were renewed: another round, as long as new ones bring more (H48).
    for (let before = Number.POSITIVE_INFINITY; came.ok && !hasHoles && links.takeDoubt(); ) {
      if (came.value.missing.length >= before) break
      before = came.value.missing.length
      came = await copy(false)
    }
    if (!came.ok) return came
    const { missing, unreadable, firstRefusal, firstUnreadable } = came.value
    const count = list.segments.length
    if (missing.length === count && firstRefusal?.status === 403) {
      return { ok: false, problem: refusedByStorage(403, firstRefusal.details ?? null) }
    }
    if (unreadable.length > 0 && firstUnreadable && missing.length === count) {
      return { ok: false, problem: unreadableProblem(firstUnreadable.why, firstUnreadable.number) }
    }
    if (missing.length > 0 && (!acceptPartial || missing.length === count)) return incomplete(missing.length, count)
    if (missing.length > 0 && !hasHoles) {
      hasHoles = true
      came = await copy(true)
      if (!came.ok) return came
    }
    return await finish(file ?? first, came.value, list, { acceptPartial, changed: work.changed })
  } finally {
    await file?.close()
    if (file && file.border() === null) await unlink(partPath).catch(() => {}) // nothing to go on with
    await work.close()
  }
}

const finish = async (
  file: RecordingFile<ExportFacts>,
  { facts, reader }: Copied,
  list: MediaPlaylist,
  { acceptPartial, changed }: { acceptPartial: boolean; changed: boolean },
): Promise<Result<HlsOutcome>> => {
  await file.settle()
  const ended = await writeStep(file, reader.end(facts.totalS))
  if (!ended.ok) return ended
  const tables = file.mp4.tables().filter(({ count }) => count > 0)
  const written = tables.find(({ format }) => format.kind === 'video')?.count ?? 0
  if (written === 0) return NO_MEDIA
  const report = reader.report()
  const losses = lossesOf(report, written)
  const tooMany = lossProblem(losses)
  if (tooMany && !acceptPartial) {
    await file.refuse()
    return { ok: false, problem: tooMany }
  }
  const bytes = await file.mp4.finish()
  const segments = list.segments.length
  const warnings = [
    ...list.warnings,
    ...exportWarnings(facts, report, losses, segments),
    ...(changed ? ['The list of segments changed since the last attempt, so all segments were downloaded again.'] : []),
  ]
  const object = list.segments[0] ? objectPath(list.segments[0].url) : null
  const partial = facts.missing.length + losses.lost + losses.frames > 0
  const minor = partial && facts.missing.length === 0 && !tooMany
  const samples = tables.map(({ count }) => count)
  return ok({ bytes, segments, missing: facts.missing, partial, minor, samples, object, warnings })
}
