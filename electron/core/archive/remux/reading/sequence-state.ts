import type { Sample, TrackFormat } from '../media-samples.ts'

/** The entry of the list in which a unit begins. */
export type Entry = { index: number; startS: number; durationS: number }

/** A picture or a frame of sound with its times in ticks of its medium. */
export type Unit = {
  data: Uint8Array[]
  bytes: number
  pts: number
  dts: number
  /** False when the decode time only stands for one that the medium does not say. */
  ownDts: boolean
  key: boolean
  /** In ticks of the file's timescale; 0 where the medium does not say it. */
  duration: number
  /** What follows it and is not there: it is shown that long as well. */
  rest: number
  entry: Entry
}

export type SequenceTrack = {
  kind: TrackFormat['kind']
  /** Ticks per second of the medium and of the file. */
  mediaScale: number
  timescale: number
  /** The run of the newest unit, and what the run adds to its times, ticks of the medium. */
  run: number
  shift: number
  dts: number
  /** The latest picture of the run, ticks of the medium. */
  top: number
  /** The last distances between decode times, ticks of the medium. */
  distances: number[]
  /** The median of them; 0 while there are none. */
  usual: number
  entry: number
  /** The time of an entry's first unit less the place of the entry, seconds. */
  drift: number
  /** Seconds that were missing when the newest unit came. */
  missingS: number
  /** The first picture that can be decoded; those of an open group before it cannot be drawn (P16). */
  start: { run: number; pts: number } | null
  /** Of the file: the newest decode time, where the next frame of sound belongs, last beginning and end (seconds). */
  outDts: number | null
  /** How much later than decoded the track's first sample is shown, ticks. */
  delay: number
  outNext: number | null
  lastS: number
  endS: number
  held: Sample | null
  /** Samples behind it are promised and not there. */
  cut: boolean
}

export type Run = {
  id: number
  /** Null until the first picture or enough sound decides it. */
  shiftS: number | null
  /** Where the list places the run; null until its first unit comes. */
  listS: number | null
  /** Where pictures begin, sound, and pictures that cannot be decoded, while it is not known where the run lies. */
  pictureS: number | null
  soundS: number | null
  earlyS: number | null
  /** Marked in the list: every track starts over. */
  marked: boolean
}

export type SequenceState = {
  tracks: SequenceTrack[]
  run: Run
  queue: { track: number; unit: Unit }[]
  queuedBytes: number
  /** The medium lists sound. */
  sound: boolean
  missingS: number
}

export const freshSequence = (): SequenceState => ({
  tracks: [],
  run: { id: 0, shiftS: null, listS: null, pictureS: null, soundS: null, earlyS: null, marked: false },
  queue: [],
  queuedBytes: 0,
  sound: false,
  missingS: 0,
})

/** The length of a picture when nothing says one. */
export const USUAL_S = 1 / 25

/** The usual distance of a track's units, seconds. */
export const usualS = (track: SequenceTrack): number =>
  track.usual === 0 ? (track.kind === 'video' ? USUAL_S : 0) : track.usual / track.mediaScale
