import type { Segment } from '../../../media/playlist/model.ts'
import type { TrackFormat, TrackSamples } from '../media-samples.ts'

/**
 * One entry of the list with its bytes. The reader takes `body` over and may change it. Samples of the same step are
 * parts of it; the reader itself keeps none, so that the body can be freed once they are written.
 */
export type SegmentInput = {
  body: Buffer
  /** The init section in force (EXT-X-MAP); the same buffer for the segments that share it. */
  init: Buffer | null
  /** Where the list places the segment: the sum of the lengths before it, seconds. */
  startS: number
  durationS: number
  /** Whether the list says `durationS`, or it is an estimate. */
  length: Segment['length']
  /** EXT-X-DISCONTINUITY in front of this segment, or of a missing one before it. */
  discontinuity: boolean
}

/** Why a segment gives nothing. `detail` names the codec, scheme or container where there is one to name. */
export type Unreadable = {
  code:
    | 'not-media' // no container this program knows: an error page, noise
    | 'codec' // its pictures have a codec that an MP4 of this program cannot hold
    | 'encrypted' // scrambled packets, or protected sample entries
    | 'no-init' // fragments without an init section
    | 'damaged' // a known container whose tables cannot be followed
    | 'mixed' // its format cannot go on in the track that was begun
  detail: string | null
}

/** What one step of reading gives. */
export type SegmentRead = {
  /** Tracks that begin with this step. They are numbered after those before, in this order. */
  formats: TrackFormat[]
  /** Complete samples in decode order, each track once at most. What a later segment may still finish is kept back. */
  samples: TrackSamples[]
  /** 0 bytes, or tables alone (P09). */
  empty: boolean
  /** Why this segment gave nothing, or not all. What is `not-media` has been counted as missing: no `skip` for it. */
  unreadable: Unreadable | null
  /** How long the media of this segment lasts by its own clock, seconds; null where it shows nothing. */
  lengthS: number | null
}

/** A track of the source that the file does not get. */
export type LostTrack = {
  kind: 'video' | 'audio' | 'subtitles' | 'data'
  /** The codec's usual name (`mp2v`, `opus`), or `0x` and the stream type of ISO 13818-1, table 2-34. */
  codec: string
  why: 'codec' | 'encrypted' | 'late-format'
}

/** What reading found and did, in numbers. Numbers are for the whole recording so far. */
export type ReadReport = {
  /** Pictures (access units) that begin in the source, whole or not. */
  pictures: number
  /** Frames of sound. */
  frames: number
  /** Pictures given as samples, those kept back included: `pictures` less what was skipped or has no bytes. */
  picturesKept: number
  /** Pictures kept although bytes of them are missing. */
  incomplete: number
  /** Pictures that the tables of fragments promise and the segment does not hold (K6). */
  promised: number
  /** Frames of sound that the tables promise and the segment does not hold. */
  promisedFrames: number
  /** Pictures before the first one that can be decoded (P16). */
  skipped: number
  /** Transport packets that came twice (ISO 13818-1, 2.4.3.3). */
  duplicates: number
  /** Places where the counter of transport packets says that some are missing. */
  gaps: number
  /** Bytes between packets or behind them that belong to no packet. */
  garbageBytes: number
  /** Units without a picture, joined to a neighbour (M19). */
  joined: number
  /** Pictures or frames without a time of their own; theirs comes from their neighbours (M03). */
  timesDerived: number
  /** Samples moved by more than two ticks because two had one decode time, and the most any was moved. */
  shifted: { count: number; mostS: number }
  /** Clocks that started over, marked by the list or not. */
  restarts: number
  /** Changes of the picture's size or form within the track. */
  resized: number
  /** Samples whose sync flag contradicted their NAL units (M11). */
  flagsCorrected: number
  lost: LostTrack[]
}

/** Reads the segments of one recording one after the other. */
export type RecordingReader = {
  /** The next segment. Never throws for what the bytes are. */
  push: (segment: SegmentInput) => SegmentRead
  /** A segment that is not there: what is open ends, and the time it had stays free. */
  skip: (missing: { startS: number; durationS: number }) => SegmentRead
  /** What is kept back. The last picture lasts as long as its neighbours, or until `totalS` where segments before the end are missing. */
  end: (totalS: number) => SegmentRead
  /** All that is carried over a segment border: a reader made of it goes on exactly. */
  state: () => Uint8Array
  report: () => ReadReport
}
