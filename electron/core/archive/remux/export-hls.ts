import { rm } from 'node:fs/promises'
import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import { listFingerprint, objectPath } from '../../replay/playlist/identity.ts'
import type { MediaPlaylist } from '../../replay/playlist/model.ts'
import { refusedByStorage } from '../../replay/storage/problems.ts'
import { readText } from '../../replay/storage/read-text.ts'
import { TransportFault } from '../../replay/storage/transport.ts'
import { diskProblem } from '../files/disk-problems.ts'
import type { ExportHls, HlsConfig, HlsOutcome } from '../types.ts'
import { createListLinks, saysGone } from './list-links.ts'
import type { Mp4Writer } from './mp4-writer.ts'
import { createPartReader } from './read-part.ts'
import { createSegmentReader } from './segment-reader.ts'
import { readSegments } from './segments.ts'
import { createTimeline, fillDurations, lengthOf, spanOf } from './timeline.ts'
import { openWorkFolder } from './work-folder.ts'

const CANCELLED = fail('cancelled', 'The export was stopped.')
const NO_MEDIA = fail('media-error', 'The segments of the recording hold no picture.', { next: 'Try again later.' })

const incomplete = (missing: number, of: number) =>
  fail('media-error', `The recording is incomplete: ${missing} of ${of} segments missing.`, {
    next: 'Try again later, or keep what is there.',
    details: `incomplete: ${missing} of ${of} missing`,
  })

const unreadable = (number: number) =>
  fail('media-error', `Segment ${number} of the recording cannot be read as video.`, { next: 'Try again later.' })

/** What the copy of all segments brought. */
type Copied = {
  missing: number[]
  empty: number
  /** Segments whose length came from their pictures. */
  measured: number
  firstRefusal: Problem | null
  /** Length of the recording, seconds. */
  totalS: number
}

/**
 * The segments of a recording as one MP4: packets are copied, never encoded again. Nothing counts before the
 * result says so; fetched segments stay in the work folder for another try (D21), which the caller removes.
 * Missing segments end the export unless `acceptPartial`; their time then stays free and the file is labelled (D22).
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
  const links = createListLinks({ links: config.links, loadText, signal })
  const opened = await links.open()
  if (!opened.ok) return opened
  const list = opened.value
  const work = await openWorkFolder(config.workFolder, listFingerprint(list))

  const progress = { bytes: 0, totalBytes: null, segments: 0, of: list.segments.length }
  const tell = (bytes: number, segments = 0) => {
    progress.bytes += bytes
    progress.segments += segments
    config.onProgress({ ...progress })
  }
  const parts = createPartReader({ openObject, throttle: config.throttle, signal, onBytes: (count) => tell(count) })

  let writer: Mp4Writer | null = null
  let size: number | null = null
  try {
    let copied: Copied
    for (let before = Number.POSITIVE_INFINITY; ; before = copied.missing.length) {
      await writer?.abandon()
      await rm(partPath, { force: true })
      Object.assign(progress, { bytes: 0, segments: 0 })
      writer = await (await import('./mp4-writer.ts')).createMp4Writer(partPath)
      const segments = readSegments({ list, links, parts, work, onKept: (bytes) => tell(bytes) })
      const onSegment = () => tell(0, 1)
      const came = await copy({ list, segments, writer, acceptPartial, signal, onSegment }).finally(() =>
        segments.return(undefined),
      )
      if (!came.ok) return came
      copied = came.value
      // Links expired faster than they were renewed: another round, as long as new ones bring more (H48).
      if (!links.takeDoubt() || copied.missing.length >= before) break
    }
    const { missing, empty, measured, firstRefusal } = copied
    const count = list.segments.length
    if (missing.length === count && firstRefusal?.status === 403) {
      return { ok: false, problem: refusedByStorage(403, firstRefusal.details ?? null) }
    }
    if (missing.length > 0 && (!acceptPartial || missing.length === count)) return incomplete(missing.length, count)
    if (!writer.hasPictures()) return NO_MEDIA
    size = await writer.finish(copied.totalS)
    const warnings = [
      ...list.warnings.filter((line) => !line.includes('segments are missing')),
      ...(missing.length > 0
        ? [`Incomplete: ${missing.length} of ${count} segments missing (${shortList(missing)}).`]
        : []),
      ...(empty > 0 ? [`${empty === 1 ? '1 segment holds' : `${empty} segments hold`} no media.`] : []),
      ...(measured > 0
        ? [`The playlist does not say the length of ${measured === 1 ? '1 segment' : `${measured} segments`}.`]
        : []),
      ...(work.changed ? ['The recording had another list of segments at the last try; all were fetched anew.'] : []),
      ...writer.warnings(),
    ]
    const object = list.segments[0] ? objectPath(list.segments[0].url) : null
    return ok({ bytes: size, segments: count, missing, object, warnings })
  } finally {
    if (size === null) await writer?.abandon()
    await work.close()
  }
}

const shortList = (numbers: number[]): string =>
  numbers.length <= 10 ? numbers.join(', ') : `${numbers.slice(0, 10).join(', ')} and ${numbers.length - 10} more`

const copy = async (config: {
  list: MediaPlaylist
  segments: ReturnType<typeof readSegments>
  writer: Mp4Writer
  acceptPartial: boolean
  signal: AbortSignal
  onSegment: () => void
}): Promise<Result<Copied>> => {
  const { list, writer, acceptPartial, signal } = config
  const copied: Copied = { missing: [], empty: 0, measured: 0, firstRefusal: null, totalS: 0 }
  const read = createSegmentReader()
  const place = createTimeline()
  let position = 0
  let broken = false // a discontinuity in front of this segment, or of a missing one before it

  for await (const fetched of config.segments) {
    if (signal.aborted) return CANCELLED
    const segment = list.segments[position++]
    if (!segment) break
    const at = copied.totalS
    copied.totalS += segment.durationS
    broken ||= segment.discontinuity
    config.onSegment()
    if (fetched.missing) {
      // A last entry of length 0 is how some recorders end; often there is no object behind it (P09).
      if (segment.length === 'zero' && fetched.missing !== 'gap' && saysGone(fetched.missing)) {
        copied.empty++
        copied.totalS = at
        continue
      }
      copied.missing.push(position)
      if (fetched.missing !== 'gap') copied.firstRefusal ??= fetched.missing
      continue
    }
    // The file cannot become whole any more: the rest is fetched for another try, but not copied.
    if (copied.missing.length > 0 && !acceptPartial) continue
    const tracks = await read(fetched.body, fetched.init).catch(() => null)
    if (!tracks) return unreadable(position)
    if (tracks.length === 0) {
      copied.empty++
      if (segment.length !== 'said') copied.totalS = at
      continue
    }
    fillDurations(tracks)
    if (segment.length !== 'said') {
      copied.measured++
      copied.totalS = at + lengthOf(tracks)
    }
    const added = await writer.add(tracks, place(at, broken, spanOf(tracks)))
    if (!added.ok) return added
    broken = false
  }
  return ok(copied)
}
