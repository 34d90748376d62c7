/** A writer of MPEG transport streams (ISO 13818-1) for tests: what it writes is right unless a hook makes it unusual. */

const PACKET = 188
const PMT_PID = 4096
const SOUND_PMT_PID = 4100
const VIDEO_PID = 256
const AVC = 0x1b
const AAC = 0x0f
/** 33 bits of a 90 kHz clock. */
const TICKS = 90_000
const WRAP = 2 ** 33

/** One access unit as NAL units with start codes, without a delimiter in front. Times in seconds. */
type Unit = { data: Buffer; key: boolean; pts: number; dts: number }
/** Access units in decode order, and the parameter sets that are in front of key pictures. */
export type Stream = { units: Unit[]; sets: Buffer }

const CRC_TABLE = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1
  return crc >>> 0
})

/** CRC of a table section (13818-1, annex A). */
const crc32 = (bytes: Buffer): Buffer => {
  let crc = 0xffff_ffff
  for (const byte of bytes) crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 255] as number)) >>> 0
  const out = Buffer.alloc(4)
  out.writeUInt32BE(crc)
  return out
}

const uint16 = (...values: number[]): Buffer => {
  const out = Buffer.alloc(values.length * 2)
  for (const [i, value] of values.entries()) out.writeUInt16BE(value, i * 2)
  return out
}

const ticksOf = (seconds: number): number => ((Math.round(seconds * TICKS) % WRAP) + WRAP) % WRAP

/** A time stamp of a PES header behind its four marker bits (13818-1, 2.4.3.7). */
const stamp = (mark: number, seconds: number): Buffer => {
  const ticks = ticksOf(seconds)
  const high = Buffer.from([(mark << 4) | (Math.floor(ticks / 2 ** 30) << 1) | 1])
  return Buffer.concat([high, uint16(((Math.floor(ticks / 2 ** 15) & 0x7fff) << 1) | 1, ((ticks & 0x7fff) << 1) | 1)])
}

/** An adaptation field of exactly `size` bytes, with a clock reference when there is one. */
const adaptation = (size: number, pcr: number | null): Buffer => {
  const field = Buffer.alloc(size, 0xff)
  if (size === 0) return field
  field[0] = size - 1
  if (size > 1) field[1] = pcr === null ? 0 : 0x10
  if (pcr === null) return field
  const base = ticksOf(pcr)
  field.writeUInt32BE(Math.floor(base / 2), 2)
  field[6] = ((base & 1) << 7) | 0x7e
  field[7] = 0
  return field
}

export type TsOptions = {
  videoPid?: number
  /** Stream type of the video in the PMT; H.264 when left out. */
  videoType?: number
  /** A program with sound alone is first in the PAT. */
  soundProgramFirst?: boolean
}

/** Payloads become packets of 188 bytes; continuity counters run on from call to call. */
export const createTsMuxer = ({ videoPid = VIDEO_PID, videoType = AVC, soundProgramFirst = false }: TsOptions = {}) => {
  const counters = new Map<number, number>()

  const packet = (pid: number, begins: boolean, payload: Buffer, pcr: number | null = null): Buffer => {
    const counter = ((counters.get(pid) ?? -1) + 1) & 15
    counters.set(pid, counter)
    const stuffing = PACKET - 4 - payload.length
    const head = Buffer.from([
      0x47,
      ((begins ? 0x40 : 0) | (pid >> 8)) & 0xff,
      pid & 0xff,
      (stuffing ? 0x30 : 0x10) | counter,
    ])
    return Buffer.concat([head, adaptation(stuffing, pcr), payload])
  }

  const section = (pid: number, table: number, id: number, body: Buffer): Buffer => {
    const head = Buffer.concat([
      Buffer.from([table]),
      uint16(0xb000 | (5 + body.length + 4), id),
      Buffer.from([0xc1, 0, 0]),
    ])
    const whole = Buffer.concat([head, body])
    const payload = Buffer.concat([Buffer.from([0]), whole, crc32(whole)])
    return packet(pid, true, Buffer.concat([payload, Buffer.alloc(PACKET - 4 - payload.length, 0xff)]))
  }

  const stream = (type: number, pid: number): Buffer =>
    Buffer.concat([Buffer.from([type]), uint16(0xe000 | pid, 0xf000)])

  return {
    /** PAT and PMT, a packet each. */
    tables: (): Buffer[] => {
      const programs = [...(soundProgramFirst ? [1, 0xe000 | SOUND_PMT_PID] : []), 2, 0xe000 | PMT_PID]
      const sound = Buffer.concat([uint16(0xffff, 0xf000), stream(AAC, 500)])
      return [
        section(0, 0, 1, uint16(...programs)),
        ...(soundProgramFirst ? [section(SOUND_PMT_PID, 2, 1, sound)] : []),
        section(PMT_PID, 2, 2, Buffer.concat([uint16(0xe000 | videoPid, 0xf000), stream(videoType, videoPid)])),
      ]
    },
    /** One PES packet of the video; without time stamps when `times` is null. */
    pes: (data: Buffer, times: { pts: number; dts: number } | null): Buffer[] => {
      const stamps = times ? Buffer.concat([stamp(3, times.pts), stamp(1, times.dts)]) : Buffer.alloc(0)
      const head = Buffer.from([0, 0, 1, 0xe0, 0, 0, 0x80, times ? 0xc0 : 0, stamps.length])
      const bytes = Buffer.concat([head, stamps, data])
      const packets: Buffer[] = []
      for (let at = 0; at < bytes.length; ) {
        const pcr = at === 0 && times ? times.dts - 0.1 : null
        const end = at + (pcr === null ? PACKET - 4 : PACKET - 12)
        packets.push(packet(videoPid, at === 0, bytes.subarray(at, end), pcr))
        at = end
      }
      return packets
    },
  }
}

export const DELIMITER = Buffer.from([0, 0, 0, 1, 9, 0xf0])

/** What a hook may write for one access unit: its whole bytes, and times on the stream's clock. */
export type Turn = {
  index: number
  unit: Unit
  data: Buffer
  pts: number
  dts: number
  muxer: ReturnType<typeof createTsMuxer>
}

export type WriteOptions = TsOptions & {
  /** Time of the first picture on the stream's clock, seconds. */
  offsetS?: number
  /** Packets for this access unit in place of one PES; null: the usual one. */
  write?: (turn: Turn) => Buffer[] | null
}

/** Packets of one stream in groups that begin with tables and a key picture. */
export const writeGroups = ({ units, sets }: Stream, options: WriteOptions = {}): Buffer[][] => {
  const { offsetS = 10, write } = options
  const muxer = createTsMuxer(options)
  const groups: Buffer[][] = []
  units.forEach((unit, index) => {
    if (unit.key || index === 0) groups.push(muxer.tables())
    const data = Buffer.concat([DELIMITER, ...(unit.key ? [sets] : []), unit.data])
    const turn: Turn = { index, unit, data, pts: unit.pts + offsetS, dts: unit.dts + offsetS, muxer }
    groups.at(-1)?.push(...(write?.(turn) ?? muxer.pes(data, turn)))
  })
  return groups
}

/** One after the other, in `parts` equal pieces that end where `unit` bytes end: 188 packets, 1 anywhere. */
export const cutEqually = (whole: Buffer, parts: number, unit = PACKET): Buffer[] => {
  const steps = Math.floor(whole.length / unit)
  return Array.from({ length: parts }, (_, i) => {
    const end = i + 1 === parts ? whole.length : Math.floor((steps * (i + 1)) / parts) * unit
    return whole.subarray(Math.floor((steps * i) / parts) * unit, end)
  })
}
