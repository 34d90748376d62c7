import type { ReadReport, RecordingReader, SegmentRead } from './types.ts'

const nothing = (): SegmentRead => ({ formats: [], samples: [], empty: true, unreadable: null, lengthS: null })

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

/**
 * One continuous reading of a recording (RFC 8216, 3: each segment continues the bitstream of the one before).
 * `saved` is the `state` of an earlier reader. Throws RangeError when it is none of this version.
 */
export const createRecordingReader = (saved?: Uint8Array): RecordingReader => {
  const state = saved ?? new Uint8Array()
  return { push: nothing, skip: nothing, end: nothing, state: () => state, report: emptyReport }
}
