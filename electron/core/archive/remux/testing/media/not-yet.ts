/** What the player does not show rightly yet. */
export const playerNotYet: readonly string[] = [
  'M20: open groups with recovery points',
  'P16: open groups as fMP4',
  'other: the same without EXT-X-DISCONTINUITY',
  'other: MP3 in TS',
  'other: 300 segments of one picture',
  'TS, 30 pictures/s, B-frames, cut inside pictures, clock that wraps',
  'TS, 30 pictures/s, no B-frames, cut inside pictures, clock that starts over',
  'TS, 2 pictures/s, no B-frames, cut inside packets, clock that starts over',
  'TS, 10 pictures/s, B-frames, cut inside packets, clock that starts over',
]
