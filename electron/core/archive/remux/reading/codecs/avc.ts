import { HIGH_PROFILES, PIXEL_ASPECTS } from '../../../../../contract/constants/h264-constants.ts'
import { type Bits, payloadBits, readBits, readSe, readUe } from './bits.ts'
import {
  AUD,
  BEGINS,
  type Colour,
  FIRST,
  KEY,
  keepSet,
  type NalMemory,
  type NalRules,
  type PictureHead,
  readOnce,
  SEI,
  SETS,
  SLICE,
} from './nal-rules.ts'
import { box, u8, u16, visualEntry } from './sample-entries.ts'

/** Ticks of the 90 kHz clock of transport streams. */
const TIMESCALE = 90_000
const SET_BYTES = 1024
const HEAD_BYTES = 48

type Sps = {
  width: number
  height: number
  sar: [number, number]
  colour: Colour | null
  chroma: number
  depths: [number, number]
  frameBits: number
  orderType: number
  orderBits: number
  frames: boolean
  planes: boolean
}

const skipScaling = (bits: Bits, lists: number): void => {
  for (let list = 0; list < lists; list++) {
    if (readBits(bits, 1) === 0) continue
    let next = 8
    let last = 8
    for (let n = 0; n < (list < 6 ? 16 : 64) && next !== 0; n++) {
      next = (last + readSe(bits) + 256) % 256
      if (next !== 0) last = next
    }
  }
}

const readVui = (bits: Bits): { sar: [number, number]; colour: Colour | null } => {
  let sar: [number, number] = [1, 1]
  let colour: Colour | null = null
  if (readBits(bits, 1) === 1) {
    const ratio = readBits(bits, 8)
    if (ratio === 255) sar = [readBits(bits, 16), readBits(bits, 16)]
    else sar = PIXEL_ASPECTS[ratio] ?? [1, 1]
    if (sar[0] === 0 || sar[1] === 0) sar = [1, 1]
  }
  if (readBits(bits, 1) === 1) readBits(bits, 1)
  if (readBits(bits, 1) === 1) {
    readBits(bits, 3)
    const full = readBits(bits, 1) === 1
    if (readBits(bits, 1) === 1) {
      colour = { primaries: readBits(bits, 8), transfer: readBits(bits, 8), matrix: readBits(bits, 8), full }
    }
  }
  return bits.over ? { sar: [1, 1], colour: null } : { sar, colour }
}

const readSps = (unit: Buffer): Sps | null => {
  const bits = payloadBits(unit, 1, unit.length, SET_BYTES)
  const profile = readBits(bits, 8)
  readBits(bits, 16)
  readUe(bits)
  let chroma = 1
  let planes = false
  const depths: [number, number] = [0, 0]
  if (HIGH_PROFILES.has(profile)) {
    chroma = readUe(bits)
    if (chroma === 3) planes = readBits(bits, 1) === 1
    depths[0] = readUe(bits)
    depths[1] = readUe(bits)
    readBits(bits, 1)
    if (readBits(bits, 1) === 1) skipScaling(bits, chroma === 3 ? 12 : 8)
  }
  const frameBits = readUe(bits) + 4
  const orderType = readUe(bits)
  let orderBits = 0
  if (orderType === 0) orderBits = readUe(bits) + 4
  else if (orderType === 1) {
    readBits(bits, 1)
    readSe(bits)
    readSe(bits)
    const cycle = readUe(bits)
    if (cycle > 255) return null
    for (let n = 0; n < cycle; n++) readSe(bits)
  }
  readUe(bits)
  readBits(bits, 1)
  const columns = readUe(bits) + 1
  const rows = readUe(bits) + 1
  const frames = readBits(bits, 1) === 1
  if (!frames) readBits(bits, 1)
  readBits(bits, 1)
  const crop = [0, 0, 0, 0]
  if (readBits(bits, 1) === 1) for (let n = 0; n < 4; n++) crop[n] = readUe(bits)
  const [left = 0, right = 0, top = 0, bottom = 0] = crop
  if (bits.over || frameBits > 16 || orderBits > 16 || chroma > 3) return null
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1
  const unitY = (chroma === 1 ? 2 : 1) * (frames ? 1 : 2)
  const width = columns * 16 - (left + right) * unitX
  const height = rows * 16 * (frames ? 1 : 2) - (top + bottom) * unitY
  if (width <= 0 || height <= 0 || width > 0xffff || height > 0xffff) return null
  const look = readBits(bits, 1) === 1 ? readVui(bits) : { sar: [1, 1] as [number, number], colour: null }
  return { width, height, ...look, chroma, depths, frameBits, orderType, orderBits, frames, planes }
}

const spsOf = readOnce(readSps)

const ppsLink = new WeakMap<Buffer, string>()
const spsNameOf = (pps: Buffer): string => {
  let name = ppsLink.get(pps)
  if (name === undefined) {
    const bits = payloadBits(pps, 1, pps.length, 16)
    readUe(bits)
    name = `s${readUe(bits)}`
    ppsLink.set(pps, name)
  }
  return name
}

const UNKNOWN: PictureHead = { order: null, resets: false, intra: false, field: 0, frame: 0 }

/** ISO 14496-10, 7.3.3 up to the order count, and 8.2.1.1. */
const readHead = (memory: NalMemory, bytes: Buffer, at: number, end: number): PictureHead => {
  const first = bytes[at] as number
  const idr = (first & 0x1f) === 5
  const bits = payloadBits(bytes, at + 1, Math.min(end, at + HEAD_BYTES), HEAD_BYTES)
  readUe(bits)
  const slice = readUe(bits) % 5
  const intra = slice === 2 || slice === 4
  const pps = memory.sets.get(`p${readUe(bits)}`)
  const sps = pps && spsOf(memory.sets.get(spsNameOf(pps)))
  if (!sps || bits.over) return { ...UNKNOWN, intra, resets: idr }
  if (sps.planes) readBits(bits, 2)
  const frame = readBits(bits, sps.frameBits)
  let field: 0 | 1 | 2 = 0
  if (!sps.frames && readBits(bits, 1) === 1) field = readBits(bits, 1) === 1 ? 2 : 1
  if (idr) readUe(bits)
  if (sps.orderType !== 0) return { order: null, resets: idr, intra, field, frame }
  const lsb = readBits(bits, sps.orderBits)
  if (bits.over) return { ...UNKNOWN, intra, resets: idr }
  if (idr) Object.assign(memory, { msb: 0, lsb: 0 })
  const span = 2 ** sps.orderBits
  let msb = memory.msb
  if (lsb < memory.lsb && memory.lsb - lsb >= span / 2) msb += span
  else if (lsb > memory.lsb && lsb - memory.lsb > span / 2) msb -= span
  if ((first & 0x60) !== 0) Object.assign(memory, { msb, lsb })
  return { order: msb + lsb, resets: idr, intra, field, frame }
}

const kindOf = (bytes: Buffer, at: number, end: number): number => {
  if (at >= end) return -1
  const type = (bytes[at] as number) & 0x1f
  if (type === 1 || type === 2 || type === 5) {
    if (at + 1 >= end) return -1
    // first_mb_in_slice 0 is the single bit 1. Partitions B and C (3, 4) belong to the slice before them.
    return SLICE | ((bytes[at + 1] as number) >= 0x80 ? FIRST : 0) | (type === 5 ? KEY : 0)
  }
  if (type === 3 || type === 4) return SLICE
  if (type === 6) return BEGINS | SEI
  if (type === 7 || type === 8) return BEGINS | SETS
  if (type === 9) return BEGINS | AUD
  return type >= 14 && type <= 18 ? BEGINS : 0
}

/** Payloads of a supplemental unit (ISO 14496-10, 7.3.2.3.1); 6 is a recovery point. */
const isRecoveryPoint = (bytes: Buffer, at: number, end: number): boolean => {
  const bits = payloadBits(bytes, at + 1, end, 4096)
  const long = (): number => {
    let sum = 0
    for (let byte = 255; byte === 255 && !bits.over; ) {
      byte = readBits(bits, 8)
      sum += byte
    }
    return sum
  }
  while (bits.at + 16 <= bits.end) {
    const type = long()
    const size = long()
    if (bits.over) return false
    if (type === 6) return true
    bits.at += size * 8
  }
  return false
}

const keep = (memory: NalMemory, unit: Buffer): void => {
  const sequence = ((unit[0] as number) & 0x1f) === 7
  const bits = payloadBits(unit, sequence ? 4 : 1, unit.length, 16)
  const number = readUe(bits)
  if (!bits.over && number <= (sequence ? 31 : 255)) keepSet(memory, `${sequence ? 's' : 'p'}${number}`, unit)
}

const format: NalRules['format'] = ({ sets }) => {
  const all = [...sets]
  const pps = all.filter(([name]) => name.startsWith('p')).map(([, unit]) => unit)
  const used = pps[0] && sets.get(spsNameOf(pps[0]))
  const info = spsOf(used)
  if (!used || !info || used.length < 4) return null
  const sps = [used, ...all.filter(([name, unit]) => name.startsWith('s') && unit !== used).map(([, unit]) => unit)]
  const profile = used.subarray(1, 4)
  const list = (units: Buffer[]) => units.flatMap((unit) => [u16(unit.length), unit])
  const high = HIGH_PROFILES.has(profile[0] as number)
    ? [u8(0xfc | info.chroma, 0xf8 | info.depths[0], 0xf8 | info.depths[1], 0)]
    : []
  const avcC = box(
    'avcC',
    u8(1),
    profile,
    u8(0xff, 0xe0 | Math.min(31, sps.length)),
    ...list(sps.slice(0, 31)),
    u8(Math.min(255, pps.length)),
    ...list(pps.slice(0, 255)),
    ...high,
  )
  return {
    kind: 'video',
    codec: `avc1.${profile.toString('hex')}`,
    timescale: TIMESCALE,
    sampleEntry: visualEntry('avc1', info, avcC, info),
    width: Math.round((info.width * info.sar[0]) / info.sar[1]),
    height: info.height,
    matrix: null,
  }
}

/** H.264 (ISO 14496-10) as an access unit's parts. */
export const avcRules: NalRules = { codec: 'avc', kindOf, keep, isRecoveryPoint, head: readHead, format }
