/**
 * What reading a recording gives and writing an MP4 takes. All times are whole ticks of the track's own timescale, on
 * the one clock of the file: 0 is where the playlist begins, which is where its first picture is shown.
 */

/** What a decoder needs to begin with a track, in the form the file carries it (ISO 14496-12, 8.3.2 and 8.5.2). */
export type TrackFormat = {
  kind: 'video' | 'audio'
  /** RFC 6381, for example `avc1.64001f`. */
  codec: string
  /** Ticks per second. */
  timescale: number
  /** The whole sample entry of `stsd` (size, type, body), with avcC, pasp, colr and whatever else belongs to it. */
  sampleEntry: Uint8Array
  /** Size on the screen before the matrix, in pixels; 0 for sound. */
  width: number
  height: number
  /** The 36 bytes of the matrix in `tkhd`; null: not turned. */
  matrix: Uint8Array | null
}

/** One picture (access unit) or one frame of sound, as the file stores it. */
export type Sample = {
  /** Parts that follow each other without a copy; a length precedes each NAL unit (ISO 14496-15). */
  data: Uint8Array[]
  bytes: number
  dts: number
  pts: number
  /** 0: until the next one. */
  duration: number
  /** Decoding may begin here. */
  key: boolean
}

/** Samples of one track in decode order. `track` counts from 0 in the order in which tracks were found. */
export type TrackSamples = { track: number; samples: Sample[] }
