/** What the player does not show rightly yet, and why. */
export const playerNotYet: readonly string[] = [
  // hls.js gives the last picture of a segment the length of the one before it (`MP4Remuxer.remuxVideo`, 1.7.4). Where a
  // page then stood still for longer a hole is left in the buffer, and a seek into it ends at the next picture. Decoding
  // times that are spread over the hole, or a copy of the next picture in front of it, close it, but their lengths are
  // longer than right, and Chromium shows after a seek the first picture whose length covers the place.
  'other: uneven times, sought beside the gaps',
]
