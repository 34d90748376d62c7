import { fail, ok, type Problem, type Result } from '../../../contract/result.ts'
import type { MediaPlaylist, Segment } from '../../replay/playlist/model.ts'
import { saysGone } from './list-links.ts'
import { createRecordingReader } from './reading/recording-reader.ts'
import type { SegmentRead, Unreadable } from './reading/types.ts'
import type { Fetched } from './segments.ts'
import { type ExportFacts, noFacts, unreadableProblem } from './warnings.ts'
import type { WorkFolder } from './work-folder.ts'
import type { RecordingFile } from './writing/recording-file.ts'

const CANCELLED = fail('cancelled', 'The export was stopped.')
const REFUSED = (why: string) =>
  fail('media-error', 'The times of the recording cannot be stored in an MP4.', {
    next: 'Try again later.',
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
  /** Numbers of the missing ones, from 1, and what the storage said of the first; those that could not be read. */
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

/**
 * Reads and writes the segments behind the border of the file, each claimed when it is done. What is not there, or
 * cannot be read, is missing (D22).
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
  /** The file cannot become whole in this round: the rest is fetched for another one, but not copied. */
  let stopped = false

  const claim = (): void => file.claim(position, facts.missing.length, facts, reader.state())
  const leaveOut = async (segment: Segment): Promise<Result<void>> => {
    if (facts.missing.length === 0) await file.keepBorder()
    const written = await writeStep(file, reader.skip({ startS: facts.totalS, durationS: segment.durationS }))
    facts.missing.push(position)
    facts.totalS += segment.durationS
    return written
  }

  for await (const fetched of config.segments) {
    if (signal.aborted) return CANCELLED
    const segment = list.segments[position++]
    if (!segment) break
    config.onSegment()
    const { body } = fetched
    if (body === null) {
      // A last entry of length 0 is how some recorders end; often there is no object behind it (P09).
      if (segment.length === 'zero' && fetched.missing !== 'gap' && saysGone(fetched.missing)) {
        if (stopped) continue
        facts.broken ||= segment.discontinuity
        facts.empty++
        claim()
        continue
      }
      missing.push(position)
      if (fetched.missing !== 'gap') firstRefusal ??= fetched.missing
      stopped ||= !withHoles
      if (stopped) continue
      facts.broken ||= segment.discontinuity
      const left = await leaveOut(segment)
      if (!left.ok) return left
      claim()
      continue
    }
    if (stopped) {
      if (!fetched.kept && !work.has(position - 1)) await work.write(position - 1, body)
      continue
    }
    const broken: boolean = facts.broken || segment.discontinuity
    const { durationS, length } = segment
    const read = reader.push({
      body,
      init: fetched.init,
      startS: facts.totalS,
      durationS,
      length,
      discontinuity: broken,
    })
    if (read.unreadable) {
      firstUnreadable ??= { number: position, why: read.unreadable }
      if (!config.acceptPartial && isFinal(read.unreadable)) {
        return { ok: false, problem: unreadableProblem(read.unreadable, position) }
      }
      missing.push(position)
      unreadable.push(position)
      stopped ||= !withHoles
      if (stopped) continue
      if (facts.missing.length === 0) await file.keepBorder()
      const written = await writeStep(file, read)
      if (!written.ok) return written
      facts.missing.push(position)
      facts.unreadable.push(position)
      facts.totalS += durationS
      facts.broken = broken
      claim()
      continue
    }
    const written = await writeStep(file, read)
    if (!written.ok) return written
    if (read.empty) facts.empty++
    else if (length !== 'said') facts.measured++
    facts.totalS += length === 'said' ? durationS : (read.lengthS ?? 0)
    facts.broken = read.empty && broken
    claim()
  }
  return ok({ facts, missing, unreadable, firstRefusal, firstUnreadable, reader })
}
