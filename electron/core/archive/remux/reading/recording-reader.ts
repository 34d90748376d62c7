import { deserialize, serialize } from 'node:v8'
import { formatOf, SNIFF_BYTES } from '../../../media/storage/sniff.ts'
import { createFmp4Reader, type Fmp4State, freshFmp4 } from './fmp4/fmp4-reader.ts'
import { ownBytes } from './own-bytes.ts'
import type { LostTrack, ReadReport, RecordingReader, SegmentInput, SegmentRead, Unreadable } from './segment-read.ts'
import { type Entry, freshSequence, type SequenceState, USUAL_S, usualS } from './sequence-state.ts'
import { createSequencer } from './sequencer.ts'
import { createTsReader, freshTs, type TsState } from './ts/ts-reader.ts'

/** States of another version are not continued: reading starts over. */
const VERSION = 1
/** Ticks of the clock of transport streams (ISO 13818-1, 2.4.2.1). */
const TICKS = 90_000
/** Lost tracks that are named; more of them are noise. */
const MOST_LOST = 32

type State = {
  version: number
  index: number
  sequence: SequenceState
  ts: TsState
  fmp4: Fmp4State
  /** Fingerprint of an init section that holds packets (tables alone). */
  tsInit: Buffer | null
  report: ReadReport
}

const emptyReport = (): ReadReport => ({
  pictures: 0,
  frames: 0,
  picturesKept: 0,
  incomplete: 0,
  promised: 0,
  promisedFrames: 0,
  skipped: 0,
  duplicates: 0,
  gaps: 0,
  garbageBytes: 0,
  joined: 0,
  timesDerived: 0,
  shifted: { count: 0, mostS: 0 },
  restarts: 0,
  resized: 0,
  flagsCorrected: 0,
  lost: [],
})

const fresh = (): State => ({
  version: VERSION,
  index: 0,
  sequence: freshSequence(),
  ts: freshTs(),
  fmp4: freshFmp4(),
  tsInit: null,
  report: emptyReport(),
})

/** The first bytes of EBML (RFC 8794, 11.2.1). */
const isWebm = (body: Buffer): boolean => body.length >= 4 && body.readUInt32BE(0) === 0x1a45dfa3

const restore = (saved: Uint8Array): State => {
  const state = deserialize(saved) as State
  if (state?.version !== VERSION) throw new RangeError('a state of another version')
  return state
}

/**
 * One continuous reading of a recording (RFC 8216, 3: each segment continues the bitstream of the one before).
 * `saved` is the `state` of an earlier reader. Throws RangeError when it is none of this version.
 */
export const createRecordingReader = (saved?: Uint8Array): RecordingReader => {
  const state = saved ? restore(saved) : fresh()
  const { report } = state
  const lose = (track: LostTrack): void => {
    const known = report.lost.some(
      ({ kind, codec, why }) => kind === track.kind && codec === track.codec && why === track.why,
    )
    if (!known && report.lost.length < MOST_LOST) report.lost.push(track)
  }
  const sequencer = createSequencer(state.sequence, report)
  const ts = createTsReader(state.ts, sequencer, report, lose)
  const fmp4 = createFmp4Reader(state.fmp4, sequencer, report, lose)

  const taken = (rest: Partial<SegmentRead> = {}): SegmentRead => ({
    ...sequencer.take(),
    empty: false,
    unreadable: null,
    lengthS: null,
    ...rest,
  })

  const pushTs = (body: Buffer, entry: Entry): SegmentRead => {
    const { media, unreadable, span } = ts.push(body, entry)
    const { tracks } = state.sequence
    const track = tracks.find(({ kind }) => kind === 'video') ?? tracks[0]
    const usual = (track && usualS(track)) || USUAL_S
    const lengthS = span && (span.last - span.first) / TICKS + usual
    return taken({ empty: !media, unreadable, lengthS })
  }

  /** A segment that is none counts as missing. */
  const refused = (code: Unreadable['code'], durationS: number, detail: string | null = null): SegmentRead => {
    ts.flush()
    sequencer.miss(durationS)
    return taken({ unreadable: { code, detail } })
  }

  const readSegment = ({ body, init, startS, durationS, discontinuity }: SegmentInput): SegmentRead => {
    const entry: Entry = { index: state.index++, startS, durationS }
    if (discontinuity) {
      ts.flush()
      sequencer.mark(startS)
    }
    if (body.length === 0) return taken({ empty: true })
    const tables = init !== null && ts.accepts(init) && formatOf(init.subarray(0, SNIFF_BYTES)) !== 'mp4'
    if (init && tables && !state.tsInit?.equals(init)) {
      state.tsInit = Buffer.from(init)
      ts.push(Buffer.from(init), entry)
    }
    // The rest of a packet may begin with any bytes, those of a box too: x264 writes "fast_pskip" (K3).
    if (init === null && ts.endsPacket(body)) return pushTs(body, entry)
    if ((init !== null && !tables) || formatOf(body.subarray(0, SNIFF_BYTES)) === 'mp4') {
      const { media, unreadable, lengthS } = fmp4.push(body, tables ? null : init, entry)
      if (!media && !unreadable && formatOf(body.subarray(0, SNIFF_BYTES)) !== 'mp4')
        return refused('not-media', durationS)
      return taken({ empty: !media, unreadable, lengthS })
    }
    if (ts.accepts(body)) return pushTs(body, entry)
    return refused('not-media', durationS, isWebm(body) ? 'webm' : null)
  }

  return {
    push: (segment) => {
      const read = readSegment(segment)
      ownBytes([state, read.formats], segment.body.buffer)
      return read
    },
    skip: ({ durationS }) => {
      state.index++
      ts.flush()
      sequencer.miss(durationS)
      return taken()
    },
    end: (totalS) => {
      ts.flush()
      sequencer.end(totalS)
      return taken()
    },
    state: () => serialize(state),
    report: () => structuredClone(report),
  }
}
