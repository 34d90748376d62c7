import type { ReadReport } from '../segment-read.ts'
import { findPackets, inStep, PACKET, SYNC } from './packet-sync.ts'

/** Positions of packets across segments; plain data. */
export type WalkState = {
  /** Bytes from packet to packet; 0 before the first. */
  stride: number
  /** The beginning of a packet that goes on in the next segment. */
  tail: Buffer
  /** Bytes of the next segment that still belong to the last packet (time stamps, error correction). */
  skip: number
}

export const freshWalk = (): WalkState => ({ stride: 0, tail: Buffer.alloc(0), skip: 0 })

/** Where the next packet of the segments before stands in this one. */
const nextAt = ({ tail, stride, skip }: WalkState): number => (tail.length > 0 ? stride - tail.length : skip)

/** Whether a segment begins within a packet of the one before, and has packets in step with it. */
export const endsPacket = (state: WalkState, body: Buffer): boolean =>
  state.tail.length > 0 && inStep(body, nextAt(state), state.stride)

/** Whether a segment goes on with the packets before it, or begins with packets. */
export const goesOn = (state: WalkState, body: Buffer): boolean => {
  if (state.stride > 0) {
    const at = nextAt(state)
    if (at >= body.length ? state.tail.length > 0 || body[0] === SYNC : inStep(body, at, state.stride)) return true
  }
  return findPackets(body, 0) !== null
}

/**
 * Calls `onPacket` for each packet of a segment, one that began in the segment before first. `quick` may take
 * packets itself: it answers where the next one stands.
 */
export const walkPackets = (
  state: WalkState,
  body: Buffer,
  report: ReadReport,
  onPacket: (source: Buffer, at: number) => void,
  quick: (body: Buffer, at: number, stride: number) => number,
): void => {
  let at = join(state, body, report, onPacket)
  if (at === null) return
  if (at < 0) {
    const found = findPackets(body, 0)
    at = found ? found.at : body.length
    if (found) state.stride = found.stride
    // In front of the first packet is its time stamp, where there is one.
    report.garbageBytes += at > state.stride - PACKET ? at : 0
  }
  while (at + PACKET <= body.length) {
    if (body[at] === SYNC) at = quick(body, at, state.stride)
    if (at + PACKET > body.length) break
    if (body[at] === SYNC) {
      onPacket(body, at)
      at += state.stride
      continue
    }
    const found = findPackets(body, at + 1)
    const to = found ? found.at : body.length
    if (to - at > state.stride - PACKET || !found) report.garbageBytes += to - at
    at = to
    if (found) state.stride = found.stride
  }
  const left = body.length - at
  state.skip = left <= 0 ? -left : 0
  if (left > 0 && body[at] !== SYNC) report.garbageBytes += left
  state.tail = left > 0 && body[at] === SYNC ? Buffer.from(body.subarray(at)) : Buffer.alloc(0)
}

/**
 * Finishes the packet of the segment before. Answers where the next one begins, -1 when it does not go on, null when
 * it does not end here.
 */
const join = (
  state: WalkState,
  body: Buffer,
  report: ReadReport,
  onPacket: (source: Buffer, at: number) => void,
): number | null => {
  const { tail, stride, skip } = state
  if (stride === 0) return -1
  if (tail.length === 0) return inStep(body, skip, stride) ? skip : -1
  const rest = PACKET - tail.length
  const next = stride - tail.length
  if (body.length < rest) {
    state.tail = Buffer.concat([tail, body])
    return null
  }
  state.tail = Buffer.alloc(0)
  if (next < body.length && !inStep(body, next, stride)) {
    report.garbageBytes += tail.length
    return -1
  }
  onPacket(Buffer.concat([tail, body.subarray(0, rest)]), 0)
  return next
}
