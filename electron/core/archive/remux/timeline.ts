import type { TrackPackets } from './packets.ts'

/** A jump of the clock by more than this is a new clock, marked as a discontinuity or not. */
const JUMP_S = 2

/** First and last instant of a segment, and the gap of its pictures where none is said; seconds on its own clock. */
export const spanOf = (tracks: TrackPackets[]): { first: number; end: number } => {
  let first = Number.POSITIVE_INFINITY
  let end = Number.NEGATIVE_INFINITY
  for (const { packets } of tracks) {
    for (const { at, duration } of packets) {
      first = Math.min(first, at)
      end = Math.max(end, at + duration)
    }
  }
  return { first, end }
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

/**
 * Lays segments out on one clock, the clock of the list: a run of segments keeps its own distances, and at a
 * discontinuity the next run begins where the list says, but never before the end of what is there (P11). Missing
 * segments leave their time free. `startS` is the sum of the lengths before the segment. Answers what to add.
 */
export const createTimeline = () => {
  let shift: number | null = null
  let last = { first: 0, startS: 0 }
  let writtenEnd = 0
  return (startS: number, discontinuity: boolean, span: { first: number; end: number }): number => {
    const drift = span.first - last.first - (startS - last.startS)
    if (shift === null) shift = startS - span.first
    else if (discontinuity || Math.abs(drift) > JUMP_S) shift = Math.max(startS, writtenEnd) - span.first
    last = { first: span.first, startS }
    writtenEnd = Math.max(writtenEnd, span.end + shift)
    return shift
  }
}
