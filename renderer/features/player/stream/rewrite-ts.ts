import { joinBytes } from './bytes.ts'
import { firstStamp } from './key-pictures.ts'
import {
  asPlainPicture,
  canBegin,
  hasIdr,
  hasRecoveryPoint,
  isWithoutPicture,
  type Nal,
  nalUnits,
  parameterSets,
  withoutRecoveryPoint,
  withSetsInFront,
} from './nal-units.ts'
import type { Order } from './order-count.ts'
import { earlier, HALF_TURN, readPes, stampGap, writePes } from './pes.ts'
import { withTimes } from './picture-times.ts'
import { counterOf, PACKET, packetize, payloadOf, pidOf, plainPackets, startsUnit } from './ts-frames.ts'
import { AVC, patPacket, readTables, type Tables, type VideoStream } from './ts-tables.ts'

/** More than this is no delay of reordering but a broken clock: it is left alone. */
const MAX_DELAY = 10 * 90_000

/** What is carried from segment to segment of one recording. */
export type TsState = {
  tables: Tables | null
  /** By discontinuity: how far decoding leads the first picture (90 kHz). */
  delays: Map<number, number>
  /** By discontinuity: how much earlier its clock is shown (90 kHz). */
  turns: Map<number, number>
  /** By discontinuity: parameter sets that were seen; recorders may write them once, at the very beginning (M20). */
  sets: Map<number, Uint8Array>
  /** Begin at IDR pictures alone: a decoder failed at a recovery point (M20). */
  onlyIdr: boolean
  /** Whether an IDR picture lies before what comes next, and everything between them: decoding begins there (M20). */
  linked: boolean
  /** What the last SPS says of order counts. */
  order: Order | null
}
/** `sets` outlives a new beginning, everything else does not. */
export const newTsState = (onlyIdr: boolean, sets: TsState['sets'] = new Map()): TsState => ({
  tables: null,
  delays: new Map(),
  turns: new Map(),
  sets,
  onlyIdr,
  linked: false,
  order: null,
})

export type Rewritten = { bytes: Uint8Array; video: VideoStream | null }

/** Half a turn for a clock in the second half of its turn, so that it wraps in no recording (see `rewriteTs`). */
const turnOf = (packets: Uint8Array, pid: number): number | null => {
  const pts = firstStamp(packets, pid, 'pts')
  if (pts === null) return null
  return pts < HALF_TURN ? 0 : HALF_TURN
}

const withPayload = (packet: Uint8Array, payload: Uint8Array): Uint8Array =>
  joinBytes([packet.subarray(0, PACKET - payload.length), payload])

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

/**
 * A transport stream segment as hls.js can take it: packets of 188 bytes (H47), the program that has pictures first
 * (M24), packets sent twice once (ISO/IEC 13818-1, 2.4.3.3), no pictures without a slice (M19). Decoding times are moved
 * so that the first picture's is its own time: hls.js puts the first decoding time at 0, and the archived copy the first
 * picture (M30). Presentation times stay as they are, but for clocks that would wrap: hls.js takes a picture with its
 * stamps on both sides of the wrap for broken. Null when these are no transport packets.
 */
export const rewriteTs = (input: Uint8Array, cc: number, state: TsState): Rewritten | null => {
  const packets = plainPackets(input)
  if (!packets) return null
  state.tables = readTables(packets) ?? state.tables
  const { tables } = state
  const video = tables?.video ?? null
  const timed = video?.type === AVC ? withTimes(packets, video.pid, state.order) : null
  state.order = timed?.order ?? null
  const plain = timed?.bytes ?? packets
  const out: Uint8Array[] = []
  const turn = state.turns.get(cc) ?? (video ? turnOf(plain, video.pid) : null)
  if (turn !== null) state.turns.set(cc, turn)
  const ticks = turn ?? 0
  const last = new Map<number, Uint8Array>()
  let changed = plain !== packets || plain.length !== input.length || ticks > 0
  let counter = 0
  let setsSeen = false
  /** Packets of the picture under way, as they came, and what they carry. */
  let open: { packets: Uint8Array[]; carried: Uint8Array[] } | null = null

  const put = (pes: Uint8Array, pid: number) => {
    const made = packetize(pid, pes, counter)
    counter = made.counter
    out.push(made.packets)
  }
  /** Decides where decoders may begin, by parameter sets and SEI. */
  const beginnings = (picture: Uint8Array, units: readonly Nal[]): Uint8Array => {
    const own = parameterSets(picture, units)
    if (own && (hasIdr(units) || !state.sets.has(cc))) state.sets.set(cc, own)
    const needed = setsSeen || own ? null : (state.sets.get(cc) ?? null)
    const idr = hasIdr(units)
    if (idr) state.linked = true
    if (own && (idr || !state.onlyIdr)) setsSeen = true
    if (state.onlyIdr && !idr) {
      const plain = asPlainPicture(picture, units)
      const missing = setsSeen ? null : (state.sets.get(cc) ?? null)
      if (!missing) return plain
      setsSeen = true
      // Behind the slice hls.js learns the size from them, and still takes the picture for none to begin at.
      return joinBytes([plain, missing])
    }
    if (!hasRecoveryPoint(picture, units)) return picture
    if (state.linked && !idr) return withoutRecoveryPoint(picture, units)
    if (!needed) return picture
    setsSeen = true
    return withSetsInFront(picture, units, needed)
  }
  const close = () => {
    if (!open || !video) return
    const { packets, carried } = open
    open = null
    const bytes = joinBytes(carried)
    const pes = readPes(bytes)
    if (!pes || pes.pts === null || pes.dts === null) return put(bytes, video.pid)
    const units = video.type === AVC ? nalUnits(pes.payload) : []
    // A packet that is not filled up ends its PES; a full one may go on in the next segment.
    const ended = pes.length > 0 || (carried.at(-1)?.length ?? 0) < PACKET - 4
    if (ended && isWithoutPicture(units)) {
      changed = true
      return
    }
    if (!state.delays.has(cc) && (video.type !== AVC || canBegin(units))) {
      const delay = stampGap(pes.pts, pes.dts)
      state.delays.set(cc, delay > 0 && delay < MAX_DELAY ? delay : 0)
    }
    const delay = state.delays.get(cc) ?? 0
    const payload = video.type === AVC ? beginnings(pes.payload, units) : pes.payload
    if (delay === 0 && ticks === 0 && payload === pes.payload) {
      for (const packet of packets) out.push(packet)
      return
    }
    changed = true
    put(writePes({ ...pes, payload }, pes.pts - ticks, pes.dts + delay - ticks), video.pid)
  }

  let at = 0
  for (; at + PACKET <= plain.length; at += PACKET) {
    const packet = plain.subarray(at, at + PACKET)
    const pid = pidOf(packet)
    const before = last.get(pid)
    const payload = payloadOf(packet)
    if (
      before &&
      payload.length > 0 &&
      counterOf(before) === counterOf(packet) &&
      sameBytes(payloadOf(before), payload)
    ) {
      changed = true
      continue
    }
    if (payload.length > 0) last.set(pid, packet)
    if (pid === 0 && tables?.pat) {
      changed = true
      out.push(patPacket(packet, tables.pat))
    } else if (pid !== video?.pid) {
      out.push(ticks > 0 && startsUnit(packet) ? withPayload(packet, earlier(payload, ticks)) : packet)
    } else if (startsUnit(packet)) {
      close()
      open = { packets: [packet], carried: [payload] }
    } else if (open) {
      open.packets.push(packet)
      open.carried.push(payload)
    } else out.push(packet)
  }
  close()
  if (!changed) return { bytes: input, video }
  out.push(plain.subarray(at))
  return { bytes: joinBytes(out), video }
}
