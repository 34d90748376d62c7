import type { Packet } from './packets.ts'

const PACKET = 188
const SYNC = 0x47
const AVC = 0x1b
/** 33 bits of a 90 kHz clock. */
const TICKS = 90_000

type Program = { videoPid: number; pmtPid: number }

/** Where the payload of a transport packet begins, or -1 when it has none. */
const payloadAt = (ts: Buffer, at: number): number => {
  const control = (ts[at + 3] as number) & 0x30
  if (control === 0x10) return at + 4
  if (control !== 0x30) return -1
  const start = at + 5 + (ts[at + 4] as number)
  return start < at + PACKET ? start : -1
}

/** The beginning of a table section behind its pointer field. */
const sectionAt = (ts: Buffer, payload: number): number => payload + 1 + (ts[payload] as number)

const readPmtPid = (ts: Buffer, section: number, end: number): number | null => {
  const stop = Math.min(end, section + 3 + (ts.readUInt16BE(section + 1) & 0x0fff) - 4)
  for (let at = section + 8; at + 4 <= stop; at += 4) {
    if (ts.readUInt16BE(at) !== 0) return ts.readUInt16BE(at + 2) & 0x1fff
  }
  return null
}

/** The one H.264 stream of a program; null when there is another or any other stream beside it. */
const readVideoPid = (ts: Buffer, section: number, end: number): number | null => {
  const length = ts.readUInt16BE(section + 1) & 0x0fff
  const stop = section + 3 + length - 4
  if (stop > end) return null
  let at = section + 12 + (ts.readUInt16BE(section + 10) & 0x0fff)
  if (at + 5 > stop || ts[at] !== AVC) return null
  const pid = ts.readUInt16BE(at + 1) & 0x1fff
  at += 5 + (ts.readUInt16BE(at + 3) & 0x0fff)
  return at === stop ? pid : null
}

const timeAt = (ts: Buffer, at: number): number =>
  ((((ts[at] as number) >> 1) & 7) * 2 ** 30 +
    (ts.readUInt16BE(at + 1) >> 1) * 2 ** 15 +
    (ts.readUInt16BE(at + 3) >> 1)) /
  TICKS

const START_CODE = Buffer.from([0, 0, 1])

/** An SEI unit that says "decoding may begin here": what an open GOP has instead of an IDR picture (P16). */
const isRecoveryPoint = (unit: Buffer, at: number): boolean =>
  unit[at + 1] === 6 && ((unit[at + 3] as number) & 0xc0) === 0xc0

/** True when decoding may begin with this picture; `at` its first byte. Parameter sets go to `onSets`. */
const readUnits = (picture: Buffer, onSets: (unit: Buffer) => void): boolean => {
  let start = picture.indexOf(START_CODE)
  while (start >= 0) {
    const at = start + 3
    const type = (picture[at] as number) & 0x1f
    if (type === 5) return true
    if (type >= 1 && type <= 4) return false
    if (type === 6 && isRecoveryPoint(picture, at)) return true
    start = picture.indexOf(START_CODE, at)
    if (type === 7 || type === 8) onSets(picture.subarray(at, start < 0 ? picture.length : start))
  }
  return false
}

export type TsPackets = {
  packets: Packet[]
  /** Parameter sets of the segment: other ones mean another decoder configuration. */
  sets: string
}

/**
 * The pictures of a transport stream with one H.264 stream and nothing else, the form recorders write. Null for
 * anything else: mediabunny reads that, at its own pace. One pass, one copy of each byte.
 */
export const readTsPackets = (ts: Buffer): TsPackets | null => {
  if (ts.length % PACKET !== 0) return null
  const program: Program = { videoPid: -1, pmtPid: -1 }
  const packets: Packet[] = []
  const sets = new Set<string>()
  const bytes = Buffer.allocUnsafe(ts.length)
  let length = 0
  let start = 0
  let time: number | null = null

  const finish = () => {
    if (time === null) return
    const data = bytes.subarray(start, length)
    const key = readUnits(data, (unit) => sets.add(unit.toString('latin1')))
    packets.push({ data, key, at: time, duration: 0 })
    time = null
  }

  for (let at = 0; at < ts.length; at += PACKET) {
    if (ts[at] !== SYNC) return null
    const pid = ts.readUInt16BE(at + 1) & 0x1fff
    const begins = ((ts[at + 1] as number) & 0x40) !== 0
    const end = at + PACKET
    if (pid === program.videoPid) {
      let from = payloadAt(ts, at)
      if (from < 0) continue
      if (begins) {
        finish()
        // Start code, stream id, a header with a time stamp; scrambled or untimed pictures are not for us.
        if (from + 14 > end || ts.readUIntBE(from, 3) !== 1 || ((ts[from + 7] as number) & 0x80) === 0) return null
        time = timeAt(ts, from + 9)
        from += 9 + (ts[from + 8] as number)
        start = length
      } else if (time === null) return null // the rest of a picture of the segment before
      if (from < end) length += ts.copy(bytes, length, from, end)
    } else if (begins && (pid === 0 || pid === program.pmtPid)) {
      const payload = payloadAt(ts, at)
      if (payload < 0) continue
      const section = sectionAt(ts, payload)
      if (section + 12 > end) return null
      if (pid === 0) program.pmtPid = readPmtPid(ts, section, end) ?? -1
      else {
        const videoPid = readVideoPid(ts, section, end)
        if (videoPid === null) return null
        program.videoPid = videoPid
      }
    }
  }
  finish()
  if (program.videoPid < 0) return null
  // The clock of 33 bits may turn over inside a segment.
  const first = packets[0]?.at ?? 0
  const turn = 2 ** 33 / TICKS
  for (const packet of packets) if (packet.at < first - turn / 2) packet.at += turn
  return { packets, sets: [...sets].join('|') }
}
