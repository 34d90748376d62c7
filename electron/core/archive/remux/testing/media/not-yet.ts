/** What the player does not show rightly yet. */
export const playerNotYet: readonly string[] = [
  'P16: open groups as fMP4',
  'other: the same without EXT-X-DISCONTINUITY',
  'other: MP3 in TS',
  'other: 300 segments of one picture',
]
