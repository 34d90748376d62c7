/** What the player does not show rightly yet, and why. */
export const playerNotYet: readonly string[] = [
  // hls.js lays MP3 as raw frames one behind the other from where it believes the segment begins, without their stamps, so
  // that the sound of the last segment, which holds more than the segment lasts, ends 0.2 s late and makes the length.
  'other: MP3 in TS',
  // hls.js takes 1/30 s for the length of a picture that is alone in its segment until a segment has held two: it moves
  // each following picture to where the one before ends by that.
  'other: 300 segments of one picture',
]
