import { joinBytes } from './bytes.ts'
import { counterOf, PACKET, packetize, payloadOf, pidOf, startsUnit } from './ts-frames.ts'

/** A stream of pictures: its pid and its stream_type (ISO/IEC 13818-1, table 2-34). */
export type VideoStream = { pid: number; type: number }
export type Tables = {
  /** The first pictures of the first program that has some; null when no program has. */
  video: VideoStream | null
  /** Whether hls.js, which takes the first entry of the PAT, would take another program. */
  otherFirst: boolean
  /** Whether streams go with the pictures that may be sound. */
  sound: boolean
  /** The PAT with this program alone. */
  pat: Uint8Array | null
}

export const AVC = 0x1b
export const HEVC = 0x24
const NAMES: Record<number, string> = {
  1: 'MPEG-1 video',
  2: 'MPEG-2 video',
  16: 'MPEG-4 part 2',
  36: 'HEVC',
  51: 'VVC',
  66: 'AVS',
  210: 'AVS2',
  212: 'AVS3',
  209: 'Dirac',
  234: 'VC-1',
}

/** `MPEG-2 video (stream type 0x2)`, for the details of a cause. */
export const codecName = ({ type }: VideoStream): string =>
  `${NAMES[type] ?? 'H.264'} (stream type 0x${type.toString(16)})`

const isVideo = (type: number): boolean => type === AVC || type in NAMES

/** The first whole section of `pid`, from its table_id on; null when there is none. */
const sectionOf = (packets: Uint8Array, pid: number): Uint8Array | null => {
  let section: number[] | null = null
  for (let at = 0; at + PACKET <= packets.length; at += PACKET) {
    const packet = packets.subarray(at, at + PACKET)
    if (pidOf(packet) !== pid) continue
    const payload = payloadOf(packet)
    if (startsUnit(packet)) section = [...payload.subarray(1 + (payload[0] ?? 0))]
    else if (section) section.push(...payload)
    if (section && section.length >= 3) {
      const size = 3 + ((((section[1] ?? 0) & 0x0f) << 8) | (section[2] ?? 0))
      if (section.length >= size) return Uint8Array.from(section.slice(0, size))
    }
  }
  return null
}

const u16 = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)

/** Types of sound of the standard, and those of ATSC and of encrypted samples. */
const isSound = (type: number): boolean => [3, 4, 15, 17, 28].includes(type) || type >= 0x80

const streamsIn = (pmt: Uint8Array | null): VideoStream[] => {
  const streams: VideoStream[] = []
  if (!pmt) return streams
  for (let at = 12 + (u16(pmt, 10) & 0x0fff); at + 5 <= pmt.length - 4; at += 5 + (u16(pmt, at + 3) & 0x0fff))
    streams.push({ pid: u16(pmt, at + 1) & 0x1fff, type: pmt[at] ?? 0 })
  return streams
}

/** Reads PAT and PMTs of plain packets. Null when there is no PAT: the tables of an earlier segment hold on. */
export const readTables = (packets: Uint8Array): Tables | null => {
  const pat = sectionOf(packets, 0)
  if (!pat) return null
  const programs: { at: number; number: number; pid: number }[] = []
  for (let at = 8; at + 4 <= pat.length - 4; at += 4)
    programs.push({ at, number: u16(pat, at), pid: u16(pat, at + 2) & 0x1fff })
  for (const { at, number, pid } of programs) {
    const streams = number === 0 ? [] : streamsIn(sectionOf(packets, pid))
    const video = streams.find(({ type }) => isVideo(type))
    if (!video) continue
    const sound = streams.some(({ type }) => !isVideo(type) && isSound(type))
    if (at === 8) return { video, otherFirst: false, sound, pat: null }
    // One program; nobody checks the section's sum behind this.
    const alone = new Uint8Array(17)
    alone.set(pat.subarray(0, 8), 1)
    alone.set([0xb0, 13], 2)
    alone.set(pat.subarray(at, at + 4), 9)
    return { video, otherFirst: true, sound, pat: alone }
  }
  return { video: null, otherFirst: false, sound: false, pat: null }
}

/** The packets of the first PAT and of the PMTs that it names, to be put in front of other segments. */
export const tablePackets = (packets: Uint8Array): Uint8Array => {
  const pat = sectionOf(packets, 0) ?? new Uint8Array()
  const pids = new Set([0])
  for (let at = 8; at + 4 <= pat.length - 4; at += 4) if (u16(pat, at) !== 0) pids.add(u16(pat, at + 2) & 0x1fff)
  const begun = new Set<number>()
  const ended = new Set<number>()
  const found: Uint8Array[] = []
  for (let at = 0; at + PACKET <= packets.length && ended.size < pids.size; at += PACKET) {
    const packet = packets.subarray(at, at + PACKET)
    const pid = pidOf(packet)
    if (!pids.has(pid) || ended.has(pid)) continue
    if (startsUnit(packet) && begun.has(pid)) ended.add(pid)
    else if (startsUnit(packet) || begun.has(pid)) {
      begun.add(pid)
      found.push(packet)
    }
  }
  return joinBytes(found)
}

/** The PAT packet in place of `packet`. */
export const patPacket = (packet: Uint8Array, pat: Uint8Array): Uint8Array => {
  const filled = new Uint8Array(PACKET - 4).fill(0xff)
  filled.set(pat)
  return packetize(0, filled, counterOf(packet)).packets
}
