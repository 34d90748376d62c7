/** What the player does not show rightly yet. */
export const playerNotYet: readonly string[] = [
  // In one of three looks the segment that is sought last is laid three pictures late.
  'TS, 10 pictures/s, B-frames, cut between pictures, clock that wraps',
  'other: MP3 in TS',
  'other: 300 segments of one picture',
]
