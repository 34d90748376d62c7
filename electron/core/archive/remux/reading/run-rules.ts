import { type SequenceState, type SequenceTrack, type Unit, usualS } from './sequence-state.ts'

/** Decode times that step back by less are rounding or an open group's end (P16); more is another clock. */
const BACK_S = 0.25
/** Presentation times alone may step back by the reach of B-frames, which is less than this. */
const BACK_WITHOUT_DECODE_S = 10
/** A pause of the media longer than this is compared with the list. */
const PAUSE_S = 2

/**
 * Whether the clock of a track breaks at this unit. Nothing but a step back or a long pause of the media itself is
 * compared with the list: rounded or wrong lengths (M17), sparse pictures and late first ones (H43) break nothing.
 */
export const beginsRun = (state: SequenceState, track: SequenceTrack, unit: Unit): boolean => {
  const scale = track.mediaScale
  const backS = (track.dts - unit.dts) / scale
  if (!unit.ownDts) {
    const belowTopS = (track.top - unit.pts) / scale
    if (belowTopS > BACK_WITHOUT_DECODE_S || (unit.key && belowTopS > BACK_S)) return true
  } else if (backS > BACK_S) return true

  const drift = unit.pts / scale - unit.entry.startS - track.drift
  const fresh = unit.entry.index !== track.entry
  const missingS = state.missingS - track.missingS
  if (missingS > 0 && fresh) {
    // The list has time for what is missing; a clock that has not is another one (P10).
    return drift < -missingS / 2 || drift > unit.entry.durationS + PAUSE_S + missingS / 2
  }
  const pauseS = -backS - usualS(track)
  if (pauseS <= PAUSE_S) return false
  const others = state.tracks.some(
    (other) => other !== track && other.run === track.run && other.dts / other.mediaScale >= unit.dts / scale - PAUSE_S,
  )
  if (others) return false
  // The first picture of an entry may be late by the length of the entry.
  return (fresh ? drift : pauseS) > unit.entry.durationS + PAUSE_S
}

/** The part of its usual length for which the last picture must be seen before the list may place the next one. */
const SEEN = 0.25

/** Where a run begins, seconds of the file: where the list says, but never before what is there already (P11). */
export const place = (listS: number, tracks: SequenceTrack[]): number => {
  const shown = tracks.filter(({ outDts }) => outDts !== null)
  const leading = shown.filter(({ kind }) => kind === 'video')
  let at = listS
  for (const track of leading.length > 0 ? leading : shown) {
    if (listS < track.lastS + SEEN * (track.endS - track.lastS)) at = Math.max(at, track.endS)
  }
  return at
}
