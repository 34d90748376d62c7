import { joinBytes } from './bytes.ts'
import { earlier, stampGap } from './pes.ts'
import { PACKET, payloadOf, pidOf, startsUnit } from './ts-frames.ts'

/** A clock that goes on is at least so far behind one segment in the next one, as a share of what the list says. */
const LEAST_PACE = 0.1
/** A first stamp that is so much smaller than its place in the list is of a clock that started over before, seconds. */
const EARLY_S = 2
/** The pid of packets that carry nothing (ISO/IEC 13818-1, 2.4.3.3). */
const NOTHING = 0x1fff

/** One segment of the list; `start` is seconds of video time. */
type Placed = { sn: number | 'initSegment'; cc: number; start: number }
type Known = { sn: number; startS: number; dts: number; ticks: number }

/**
 * Says how much earlier the stamps of a segment are to be (90 kHz), so that all segments of a discontinuity have one clock.
 * Recorders that start a clock over without a word give hls.js stamps that it lays at the beginning, unless the segment
 * before was loaded just now. A clock counts as started over when it does not go forward from the nearest known segment;
 * the list says then where the segment lies. Lengths in the list alone decide nothing: they may be wrong (K9).
 */
export const createClocks = () => {
  const byCc = new Map<number, Known[]>()

  const startsOver = (before: Known, dts: number, startS: number): boolean =>
    stampGap(dts, before.dts) <= LEAST_PACE * Math.max(0, startS - before.startS) * 90_000

  const ticksFor = (all: readonly Known[], sn: number, startS: number, dts: number): number => {
    const place = ({ dts: from, ticks, startS: fromS }: Known) =>
      Math.round(stampGap(dts, from) + ticks - (startS - fromS) * 90_000)
    const before = all.findLast((one) => one.sn < sn)
    if (before) return startsOver(before, dts, startS) ? place(before) : before.ticks
    const behind = all.find((one) => one.sn > sn)
    if (behind) return startsOver({ ...behind, dts, startS }, behind.dts, behind.startS) ? place(behind) : behind.ticks
    // hls.js takes stamps on both sides of 0 for broken: what lies before must not come there.
    const early = startS * 90_000 - dts
    return early > EARLY_S * 90_000 ? -Math.round(early + 90_000) : 0
  }

  return {
    /** `dts`: when its first picture is decoded, as its own stamps say; null without one. Those go forward at any cut. */
    ticksOf: ({ sn, cc, start }: Placed, dts: number | null): number => {
      const all = byCc.get(cc) ?? []
      const known = all.find((one) => one.sn === sn)
      if (known) return known.ticks
      if (dts === null || typeof sn !== 'number') return 0
      const ticks = ticksFor(all, sn, start, dts)
      byCc.set(
        cc,
        [...all, { sn, startS: start, dts, ticks }].sort((a, b) => a.sn - b.sn),
      )
      return ticks
    },
  }
}

/** Packets of 188 bytes with all stamps of their streams so many ticks earlier; the same bytes for none. */
export const allEarlier = (packets: Uint8Array, ticks: number): Uint8Array => {
  if (ticks === 0) return packets
  const out: Uint8Array[] = []
  let at = 0
  for (; at + PACKET <= packets.length; at += PACKET) {
    const packet = packets.subarray(at, at + PACKET)
    const payload = payloadOf(packet)
    const moved = startsUnit(packet) && pidOf(packet) !== NOTHING ? earlier(payload, ticks) : payload
    out.push(moved === payload ? packet : joinBytes([packet.subarray(0, PACKET - payload.length), moved]))
  }
  out.push(packets.subarray(at))
  return joinBytes(out)
}
