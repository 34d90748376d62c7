import { fail, type Problem } from '../../../contract/result.ts'
import type { LostTrack, ReadReport, Unreadable } from './reading/segment-read.ts'

/** What is known of an export before its text is written. Numbers of segments count from 1. */
export type ExportFacts = {
  /** Seconds before the next segment. */
  totalS: number
  missing: number[]
  /** Those of `missing` that were there, but could not be read. */
  unreadable: number[]
  empty: number
  /** Segments whose length came from their pictures. */
  measured: number
  /** A discontinuity in front of the next segment, or of a missing one before it. */
  broken: boolean
}

export const noFacts = (): ExportFacts => ({
  totalS: 0,
  missing: [],
  unreadable: [],
  empty: 0,
  measured: 0,
  broken: false,
})

/** More of the pictures may not be lost without the person's consent. */
const MOST_LOST = 0.01

export type Losses = {
  /** Pictures the source has or promises. */
  pictures: number
  /** Of these, not in the file, or there without all of their bytes. */
  lost: number
  frames: number
}

/** Pictures and sound of the source that are not in the file whole. What precedes the first key picture is counted separately. */
export const lossesOf = (report: ReadReport, written: number): Losses => {
  const pictures = report.pictures + report.promised
  const whole = Math.min(written, report.picturesKept) - report.incomplete
  return { pictures, lost: Math.max(0, pictures - report.skipped - whole), frames: report.promisedFrames }
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`
const shortList = (numbers: number[]): string =>
  numbers.length <= 10 ? numbers.join(', ') : `${numbers.slice(0, 10).join(', ')} and ${numbers.length - 10} more`

const NAMES: Record<string, string> = {
  mp2v: 'MPEG-2 video',
  mp1v: 'MPEG-1 video',
  opus: 'Opus',
  '0x01': 'MPEG-1 video',
  '0x02': 'MPEG-2 video',
  '0x03': 'MP2',
  '0x04': 'MP2',
  '0x10': 'MPEG-4 Visual',
}
const named = (codec: string): string => NAMES[codec.toLowerCase()] ?? codec

const KINDS: Record<LostTrack['kind'], string> = {
  video: 'A further video track',
  audio: 'Sound',
  subtitles: 'Subtitles',
  data: 'Data',
}
const lostTrack = ({ kind, codec, why }: LostTrack): string => {
  const what = `${KINDS[kind]} (${named(codec)})`
  if (why === 'encrypted') return `${what} is encrypted and was left out.`
  if (why === 'late-format') return `${what} that changes during the recording was left out.`
  return `${what} was left out: the MP4 cannot hold it.`
}

/** Why a recording gives no file although its segments are there. */
export const unreadableProblem = ({ code, detail }: Unreadable, segment: number): Problem => {
  const say = (message: string, next: string) => fail('media-error', message, { next, details: code }).problem
  const format = detail === null ? 'The video format of the recording' : `${named(detail)}`
  switch (code) {
    case 'codec':
      return say(
        `${format} cannot be stored in an MP4 without re-encoding.`,
        'Download it with a tool that can convert video.',
      )
    case 'encrypted':
      return say(
        'The recording is encrypted, and its playlist has no key.',
        'Ask the operator of the service for the key.',
      )
    case 'no-init':
      return say('The playlist has no init section (EXT-X-MAP) for its fragments.', 'Retry later.')
    case 'mixed':
      return say(
        'The format changes during the recording, and one MP4 cannot hold both.',
        'Keep the recording with missing parts.',
      )
    default:
      return say(`Segment ${segment} of the recording cannot be read as video.`, 'Retry later.')
  }
}

/** The share of lost pictures is more than a person accepts unasked; null: it is not. */
export const lossProblem = ({ pictures, lost }: Losses): Problem | null => {
  if (lost === 0 || lost <= pictures * MOST_LOST) return null
  return fail('incomplete', `The recording is incomplete: ${lost} of ${pictures} pictures are missing or damaged.`, {
    next: 'Retry later, or keep the recording with missing parts.',
    details: `incomplete: ${lost} of ${pictures} pictures`,
    incomplete: { missing: lost, total: pictures, unit: 'pictures' },
  }).problem
}

/** What a person should know of a finished export, one sentence each. */
export const exportWarnings = (facts: ExportFacts, report: ReadReport, losses: Losses, segments: number): string[] => {
  const { missing, unreadable, empty, measured } = facts
  const { shifted, skipped, gaps, lost } = report
  const lines = [
    missing.length > 0 && `Incomplete: ${missing.length} of ${segments} segments missing (${shortList(missing)}).`,
    unreadable.length === 1 && `Segment ${unreadable[0]} could not be read as video.`,
    unreadable.length > 1 && `${unreadable.length} segments could not be read as video (${shortList(unreadable)}).`,
    empty > 0 && `${count(empty, 'segment contains', 'segments contain')} no media.`,
    measured > 0 && `The playlist does not say the length of ${count(measured, 'segment', 'segments')}.`,
    losses.lost > 0 &&
      `${losses.lost} of ${count(losses.pictures, 'picture', 'pictures')} are missing or damaged in the segments.`,
    losses.frames > 0 && `${count(losses.frames, 'frame', 'frames')} of sound are missing in the segments.`,
    gaps > 0 && losses.lost === 0 && `Packets are missing at ${count(gaps, 'place', 'places')}.`,
    skipped > 0 && `${count(skipped, 'picture', 'pictures')} before the first complete one were left out.`,
    shifted.count > 0 &&
      `${count(shifted.count, 'picture was', 'pictures were')} moved by up to ${shifted.mostS.toFixed(3)} s because two had the same time.`,
    report.resized > 0 && 'The picture size or shape changes during the recording; some players show only the first.',
    ...lost.map(lostTrack),
  ]
  return lines.filter((line): line is string => line !== false)
}
