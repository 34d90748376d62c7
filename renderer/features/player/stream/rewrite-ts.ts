import { asPlainPicture, canBegin, hasIdr, isWithoutPicture, nalUnits } from './nal-units.ts'
import { readPes, stampGap, writePes } from './pes.ts'
import { counterOf, PACKET, packetize, payloadOf, pidOf, plainPackets, startsUnit } from './ts-frames.ts'
import { AVC, patPacket, readTables, type Tables, type VideoStream } from './ts-tables.ts'

/** More than this is no delay of reordering but a broken clock: it is left alone. */
const MAX_DELAY = 10 * 90_000

/** What is carried from segment to segment of one recording. */
export type TsState = {
  tables: Tables | null
  /** By discontinuity: how far decoding leads the first picture (90 kHz). */
  delays: Map<number, number>
  /** Pictures that only may be decoded alone are no places to begin at (M20). */
  onlyIdr: boolean
}
export const newTsState = (onlyIdr: boolean): TsState => ({ tables: null, delays: new Map(), onlyIdr })

export type Rewritten = { bytes: Uint8Array; video: VideoStream | null }

const joined = (chunks: readonly Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    out.set(chunk, at)
    at += chunk.length
  }
  return out
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

/**
 * A transport stream segment as hls.js can take it: packets of 188 bytes (H47), the program that has pictures first
 * (M24), packets sent twice once (ISO/IEC 13818-1, 2.4.3.3), no pictures without a slice (M19). Decoding times are moved
 * so that the first picture's is its own time: hls.js puts the first decoding time at 0, and the archived copy the first
 * picture (M30). Presentation times stay as they are. Null when these are no transport packets.
 */
export const rewriteTs = (input: Uint8Array, cc: number, state: TsState): Rewritten | null => {
  const plain = plainPackets(input)
  if (!plain) return null
  state.tables = readTables(plain) ?? state.tables
  const { tables } = state
  const video = tables?.video ?? null
  const out: Uint8Array[] = []
  const last = new Map<number, Uint8Array>()
  let changed = plain.length !== input.length
  let counter = 0
  /** Packets of the picture under way, as they came, and what they carry. */
  let open: { packets: Uint8Array[]; carried: Uint8Array[] } | null = null

  const put = (pes: Uint8Array, pid: number) => {
    const made = packetize(pid, pes, counter)
    counter = made.counter
    out.push(made.packets)
  }
  const close = () => {
    if (!open || !video) return
    const { packets, carried } = open
    open = null
    const bytes = joined(carried)
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
    const payload =
      state.onlyIdr && video.type === AVC && !hasIdr(units) ? asPlainPicture(pes.payload, units) : pes.payload
    if (delay === 0 && payload === pes.payload) {
      for (const packet of packets) out.push(packet)
      return
    }
    changed = true
    put(writePes({ ...pes, payload }, pes.pts, pes.dts + delay), video.pid)
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
    } else if (pid !== video?.pid) out.push(packet)
    else if (startsUnit(packet)) {
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
  return { bytes: joined(out), video }
}
