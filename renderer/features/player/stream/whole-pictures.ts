import { joinBytes } from './bytes.ts'
import { PACKET, packetLayout, payloadOf, pidOf, SYNC, startsUnit } from './ts-frames.ts'
import { AVC, HEVC, readTables, tablePackets, type VideoStream } from './ts-tables.ts'

/** Segments looked at for the rest of one picture; more of them hold no picture that anybody can show. */
const MOST_SEGMENTS = 16

/** So few bytes may hold no four packets in a row behind a cut one. */
const SHORT = 5 * PACKET

/** The bytes of the segment so many places further (negative: before), or null where there is none. */
export type Neighbour = (distance: number) => Promise<Uint8Array | null>

/** What is known of the transport stream of one recording. */
export type StreamTables = { video: VideoStream; sound: boolean; packets: Uint8Array }

/** Packets of 188 bytes from the first one on, with the cut packet at the end; null for anything else. */
const packetsOf = (bytes: Uint8Array, layout = packetLayout(bytes)): Uint8Array | null =>
  layout?.stride === PACKET ? bytes.subarray(layout.first) : null

/** The same for a segment that is too short to tell by itself: where the one behind goes on (K3). */
const shortPacketsOf = async (bytes: Uint8Array, neighbour: Neighbour): Promise<Uint8Array | null> => {
  const next = bytes.length < SHORT ? await neighbour(1) : null
  return next && packetsOf(bytes, packetLayout(joinBytes([bytes, next])))
}

/** The tables of these packets with their stream of pictures, or null. */
export const streamTables = (bytes: Uint8Array): StreamTables | null => {
  const packets = packetsOf(bytes)
  if (!packets) return null
  const tables = readTables(packets)
  return tables?.video ? { video: tables.video, sound: tables.sound, packets: tablePackets(packets) } : null
}

const packetAt = (bytes: Uint8Array, at: number): Uint8Array => bytes.subarray(at, at + PACKET)

/** Offset of the first packet in which a picture begins; -1 without one. */
const firstPicture = (packets: Uint8Array, pid: number): number => {
  for (let at = 0; at + PACKET <= packets.length; at += PACKET) {
    const packet = packetAt(packets, at)
    if (pidOf(packet) === pid && startsUnit(packet)) return at
  }
  return -1
}

/** Whether the last picture of these packets may go on behind them: nothing fills its last packet up. */
const goesOn = (packets: Uint8Array, pid: number): boolean => {
  if (packets.length % PACKET !== 0) return true
  for (let at = packets.length - PACKET; at >= 0; at -= PACKET) {
    const packet = packetAt(packets, at)
    if (pidOf(packet) === pid) return payloadOf(packet).length === PACKET - 4
  }
  return false
}

/**
 * What of the segments behind belongs to this one: the rest of the packet that was cut (`partial`), and the packets of
 * the picture under way (`begun`).
 */
const restOf = async (
  partial: Uint8Array,
  pid: number,
  begun: boolean,
  neighbour: Neighbour,
): Promise<Uint8Array[]> => {
  const rest: Uint8Array[] = []
  let before = partial
  let underWay = begun
  for (let distance = 1; distance <= MOST_SEGMENTS; distance += 1) {
    const next = await neighbour(distance)
    if (!next) return rest
    const joined = joinBytes([before, next])
    let at = 0
    for (; at + PACKET <= joined.length; at += PACKET) {
      const packet = packetAt(joined, at)
      if (packet[0] !== SYNC) return rest
      const own = at === 0 && distance === 1 && before.length > 0
      const ofPicture = pidOf(packet) === pid
      if (own && ofPicture && startsUnit(packet)) underWay = true
      else if (!own && ofPicture && startsUnit(packet)) return rest
      if (ofPicture ? underWay : own) rest.push(packet)
      if (!underWay) return rest
    }
    before = joined.subarray(at)
  }
  return rest
}

/**
 * A transport stream segment with exactly the pictures that begin in it, each of them whole, when recorders cut inside
 * pictures or packets (M05, M07, K3): what belongs to the picture before is left out, and the rest of the last picture is
 * taken from the segments behind. Tables come first, as hls.js forgets them after a seek. A packet belongs to the segment
 * with its first byte. The same bytes where nothing is to be changed, and for other streams than H.264 and HEVC.
 */
export const wholePictures = async (
  input: Uint8Array,
  tables: StreamTables,
  neighbour: Neighbour,
): Promise<Uint8Array> => {
  const packets = packetsOf(input) ?? (await shortPacketsOf(input, neighbour))
  const { pid, type } = tables.video
  if (!packets || (type !== AVC && type !== HEVC)) return input
  const begin = firstPicture(packets, pid)
  const cut = packets.length % PACKET
  const out: Uint8Array[] = []
  let left = 0
  for (let at = 0; at + PACKET <= packets.length; at += PACKET) {
    const packet = packetAt(packets, at)
    if (pidOf(packet) === pid && (begin === -1 || at < begin)) left += 1
    else out.push(packet)
  }
  const kept = out.length
  if (cut > 0 || (begin !== -1 && goesOn(packets, pid)))
    for (const packet of await restOf(packets.subarray(packets.length - cut), pid, begin !== -1, neighbour))
      out.push(packet)
  const tablesFirst = out[0] !== undefined && pidOf(out[0]) === 0
  if (left === 0 && out.length === kept && tablesFirst && packets.length === input.length) return input
  return joinBytes([...(tablesFirst ? [] : [tables.packets]), ...out])
}
