import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { MediaPlaylist, Segment } from '../../media/playlist/model.ts'
import { formatOf, SNIFF_BYTES } from '../../media/storage/sniff.ts'
import { saysMissing } from '../../media/storage/storage-problems.ts'
import type { Fetched } from './fetching/read-segments.ts'
import { freeBytes } from './reading/own-bytes.ts'
import { createRecordingReader } from './reading/recording-reader.ts'
import type { SegmentRead, Unreadable } from './reading/segment-read.ts'
import { type ExportFacts, noFacts, unreadableProblem } from './warnings.ts'
import type { WorkFolder } from './work-folder.ts'
import type { RecordingFile } from './writing/recording-file.ts'

const CANCELLED = fail('cancelled', 'The export was stopped.')
const REFUSED = (why: string) =>
  fail('media-error', 'The time stamps of the recording cannot be stored in an MP4.', {
    next: 'Retry later.',
    details: why,
  })

export type CopyConfig = {
  list: MediaPlaylist
  /** Those behind the border of the file, in the order of the list. */
  segments: AsyncIterable<Fetched>
  file: RecordingFile<ExportFacts>
  work: Pick<WorkFolder, 'has' | 'write'>
  /** Leave out what is missing; otherwise copying ends in front of it, and what follows waits in the work folder. */
  withHoles: boolean
  acceptPartial: boolean
  signal: AbortSignal
  onSegment: () => void
}

/** What the copy of all segments brought. */
export type Copied = {
  facts: ExportFacts
  /** Numbers of the missing ones, from 1, and the storage's answer for the first; those that could not be read. */
  missing: number[]
  unreadable: number[]
  firstRefusal: Problem | null
  firstUnreadable: { number: number; why: Unreadable } | null
  reader: ReturnType<typeof createRecordingReader>
}

/** A codec or a cipher does not get better with another try. */
const isFinal = ({ code }: Unreadable): boolean => code === 'codec' || code === 'encrypted' || code === 'mixed'

/** Writes what one step of reading gave. */
export const writeStep = async (
  file: RecordingFile<ExportFacts>,
  { formats, samples }: SegmentRead,
): Promise<Result<void>> => {
  file.mp4.begin(formats)
  const refused = await file.mp4.add(samples)
  return refused ? REFUSED(`${refused.why}: track ${refused.track}, sample ${refused.sample}`) : ok(undefined)
}

/** False for what no reader knows at first sight: the border in front of it is claimed, since it may be left out. */
const looksReadable = (body: Buffer, init: Buffer | null): boolean =>
  init !== null || ['ts', 'mp4'].includes(formatOf(body.subarray(0, SNIFF_BYTES)))

/**
 * Reads and writes the segments behind the border of the file, each claimed when it is done. What is not there, or
 * cannot be read, is missing (D22). However it ends, what is done is claimed.
 */
export const copySegments = async (config: CopyConfig): Promise<Result<Copied>> => {
  const { list, file, work, withHoles, signal } = config
  const border = file.border()
  const reader = createRecordingReader(border?.state)
  const facts = border ? structuredClone(border.claim.facts) : noFacts()
  const missing = [...facts.missing]
  const unreadable = [...facts.unreadable]
  let firstRefusal: Problem | null = null
  let firstUnreadable: Copied['firstUnreadable'] = null
  let position = border?.claim.next ?? 0
  /** Entries that are in the file whole, and whether the reader is behind them. */
  let done = position
  let isBetween = true
  /** The file cannot become whole in this round: the rest is fetched for another one, but not copied. */
  let stopped = false

  const claim = (must: boolean): void => {
    if (isBetween) file.claim(done, facts.missing.length, facts, reader.state, must)
  }
  /** The entry is done: the next one begins behind it. */
  const pass = (lengthS: number, broken: boolean): void => {
    facts.totalS += lengthS
    facts.broken = broken
    done = position
    isBetween = true
    claim(false)
  }
  /** Nothing of this entry comes into the file; `read` is what ends because of it. */
  const leaveOut = async (segment: Segment, read: () => SegmentRead): Promise<Result<void>> => {
    claim(true)
    if (facts.missing.length === 0) await file.keepBorder()
    isBetween = false
    const written = await writeStep(file, read())
    if (!written.ok) return written
    facts.missing.push(position)
    pass(segment.durationS, facts.broken || segment.discontinuity)
    return written
  }
  const onMissing = async (segment: Segment, why: 'gap' | Problem): Promise<Result<void>> => {
    // A last entry of length 0 is how some recorders end; often there is no object behind it (P09).
    if (segment.length === 'zero' && why !== 'gap' && saysMissing(why)) {
      if (stopped) return ok(undefined)
      facts.empty++
      pass(0, facts.broken || segment.discontinuity)
      return ok(undefined)
    }
    missing.push(position)
    if (why !== 'gap') firstRefusal ??= why
    stopped ||= !withHoles
    if (stopped) return ok(undefined)
    return leaveOut(segment, () => reader.skip({ startS: facts.totalS, durationS: segment.durationS }))
  }
  const onUnreadable = async (segment: Segment, read: SegmentRead, why: Unreadable): Promise<Result<void>> => {
    firstUnreadable ??= { number: position, why }
    if (!config.acceptPartial && isFinal(why)) return { ok: false, problem: unreadableProblem(why, position) }
    missing.push(position)
    unreadable.push(position)
    stopped ||= !withHoles
    if (stopped) return ok(undefined)
    facts.unreadable.push(position)
    return leaveOut(segment, () => read)
  }
  const onSegment = async (segment: Segment, body: Buffer, init: Buffer | null): Promise<Result<void>> => {
    const discontinuity = facts.broken || segment.discontinuity
    const { durationS, length } = segment
    if (!looksReadable(body, init)) claim(true)
    isBetween = false
    const read = reader.push({ body, init, startS: facts.totalS, durationS, length, discontinuity })
    if (read.unreadable) return onUnreadable(segment, read, read.unreadable)
    const written = await writeStep(file, read)
    if (!written.ok) return written
    if (read.empty) facts.empty++
    else if (length !== 'stated') facts.measured++
    pass(length === 'stated' ? durationS : (read.lengthS ?? 0), read.empty && discontinuity)
    return written
  }

  try {
    for await (const fetched of config.segments) {
      if (signal.aborted) return CANCELLED
      const segment = list.segments[position++]
      if (!segment) break
      config.onSegment()
      if (fetched.body === null) {
        const left = await onMissing(segment, fetched.missing)
        if (!left.ok) return left
      } else if (stopped) {
        if (!fetched.kept && !work.has(position - 1)) await work.write(position - 1, fetched.body)
      } else {
        const copied = await onSegment(segment, fetched.body, fetched.init)
        if (!copied.ok) return copied
      }
      if (fetched.body) freeBytes(fetched.body)
    }
  } finally {
    claim(true)
  }
  return ok({ facts, missing, unreadable, firstRefusal, firstUnreadable, reader })
}
