import type { TrackPackets } from './packets.ts'

/** A jump of the clock by more than this is a new clock, marked as a discontinuity or not. */
const JUMP_S = 2
/** Pictures of an open group may lie a little before the newest one (P16); more is the same time again. */
const OVERLAP_S = 0.25
/** The least distance between the last picture of a run and the first of the next. */
const AFTER_S = 0.01

/** First and last instant something is shown in a segment; seconds on its own clock. */
export type Span = { first: number; last: number }

export const spanOf = (tracks: TrackPackets[]): Span => {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  for (const { packets } of tracks) {
    for (const { at } of packets) {
      first = Math.min(first, at)
      last = Math.max(last, at)
    }
  }
  return { first, last }
}

/** Pictures of a transport stream say no duration: the mean distance stands for it. Changes the packets. */
export const fillDurations = (tracks: TrackPackets[]): void => {
  for (const { packets } of tracks) {
    if (packets.every(({ duration }) => duration > 0)) continue
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (const { at } of packets) {
      low = Math.min(low, at)
      high = Math.max(high, at)
    }
    const mean = packets.length > 1 && high > low ? (high - low) / (packets.length - 1) : 1 / 25
    for (const packet of packets) packet.duration ||= mean
  }
}

/** How long a segment shows something, seconds; its pictures have durations (`fillDurations`). */
export const lengthOf = (tracks: TrackPackets[]): number => {
  const { first } = spanOf(tracks)
  let end = first
  for (const { packets } of tracks) for (const { at, duration } of packets) end = Math.max(end, at + duration)
  return end - first
}

/**
 * Lays segments out on one clock, the clock of the list: a run of segments keeps its own distances, and at a
 * discontinuity the next run begins where the list says, but never before what is there already (P11). A clock that
 * jumps or a segment that comes twice (P28) begins a run too, marked or not. Missing segments leave their time
 * free. `startS` is the sum of the lengths before the segment. Answers what to add.
 */
export const createTimeline = () => {
  let shift: number | null = null
  let previous = { first: 0, startS: 0 }
  let shown = 0
  return (startS: number, discontinuity: boolean, span: Span): number => {
    const drift = span.first - previous.first - (startS - previous.startS)
    if (shift === null) shift = startS - span.first
    else if (discontinuity || Math.abs(drift) > JUMP_S || span.first + shift < shown - OVERLAP_S) {
      shift = Math.max(startS, shown + AFTER_S) - span.first
    }
    previous = { first: span.first, startS }
    shown = Math.max(shown, span.last + shift)
    return shift
  }
}
