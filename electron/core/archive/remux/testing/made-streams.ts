import type { Sample, TrackFormat } from '../media-samples.ts'
import { createRecordingReader } from '../reading/recording-reader.ts'
import type { ReadReport, SegmentInput, SegmentRead } from '../reading/segment-read.ts'
import { annexB, type MadePicture, unitsOf } from './made-h264.ts'
import { createTsWriter, type TsProgram, type TsWriter } from './ts-packet-writer.ts'

export const VIDEO = 256
export const SOUND = 257
const VIDEO_PROGRAM: TsProgram[] = [{ number: 1, pid: 4096, streams: [{ type: 0x1b, pid: VIDEO }] }]
export const BOTH: TsProgram[] = [
  {
    number: 1,
    pid: 4096,
    streams: [
      { type: 0x1b, pid: VIDEO },
      { type: 0x0f, pid: SOUND },
    ],
  },
]

/** Where the clock of made streams begins, seconds. */
export const CLOCK = 10

/** What is written instead of a picture: packets, or undefined for the usual ones. */
type Hook = (at: { picture: MadePicture; n: number; writer: TsWriter; usual: () => Buffer[] }) => Buffer[] | undefined

/** Pictures as segments of a transport stream, cut before a key picture each `every` seconds. */
export const tsSegments = (
  pictures: MadePicture[],
  options: { programs?: TsProgram[]; every?: number; clock?: number; hook?: Hook } = {},
): Buffer[] => {
  const { programs = VIDEO_PROGRAM, every = 2, clock = CLOCK, hook } = options
  const writer = createTsWriter(programs)
  const segments: Buffer[][] = []
  let beginS = 0
  pictures.forEach((picture, n) => {
    if (segments.length === 0 || (picture.key && picture.pts - beginS >= every - 0.01)) {
      segments.push(writer.tables())
      beginS = picture.pts
    }
    const usual = () =>
      writer.pes(VIDEO, annexB(unitsOf(picture)), { pts: picture.pts + clock, dts: picture.dts + clock })
    segments[segments.length - 1]?.push(...(hook?.({ picture, n, writer, usual }) ?? usual()))
  })
  return segments.map((packets) => Buffer.concat(packets))
}

/** One ADTS frame of AAC, stereo, 48 kHz, filled with a number. */
export const adtsFrame = (number: number, bytes = 40): Buffer => {
  const size = bytes + 7
  const head = Buffer.from([0xff, 0xf1, 0x4c, 0x80 | (size >> 11), (size >> 3) & 0xff, ((size & 7) << 5) | 0x1f, 0xfc])
  return Buffer.concat([head, Buffer.alloc(bytes, 1 + (number % 200))])
}

export type Read = {
  formats: TrackFormat[]
  tracks: Sample[][]
  reads: SegmentRead[]
  report: ReadReport
}

export const segmentAt = (body: Buffer, n: number, rest: Partial<SegmentInput> = {}): SegmentInput => ({
  body: Buffer.from(body),
  init: null,
  startS: n * 2,
  durationS: 2,
  length: 'stated',
  discontinuity: false,
  ...rest,
})

/** Reads a whole recording; `null` is a missing segment of 2 s. `restarts`: each segment by a reader made of the state. */
export const readRecording = (
  segments: (SegmentInput | null)[],
  options: { totalS?: number; restarts?: boolean } = {},
): Read => {
  let reader = createRecordingReader()
  const out: Read = { formats: [], tracks: [], reads: [], report: reader.report() }
  const take = (read: SegmentRead) => {
    for (const format of read.formats) {
      out.formats.push(format)
      out.tracks.push([])
    }
    for (const { track, samples } of read.samples) {
      for (const sample of samples) out.tracks[track]?.push({ ...sample, data: [Buffer.concat(sample.data)] })
    }
    out.reads.push(read)
  }
  let endS = 0
  for (const segment of segments) {
    take(segment ? reader.push(segment) : reader.skip({ startS: endS, durationS: 2 }))
    endS = segment ? segment.startS + segment.durationS : endS + 2
    if (options.restarts) reader = createRecordingReader(reader.state())
  }
  take(reader.end(options.totalS ?? endS))
  out.report = reader.report()
  return out
}

/** The track of pictures and its ticks per second. */
export const picturesOf = (read: Read): { samples: Sample[]; timescale: number } => {
  const at = read.formats.findIndex(({ kind }) => kind === 'video')
  return { samples: read.tracks[at] ?? [], timescale: read.formats[at]?.timescale ?? 1 }
}
