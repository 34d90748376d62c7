import { payloadBits, readBits, readUe } from './bits.ts'
import {
  AUD,
  BEGINS,
  FIRST,
  KEY,
  keepSet,
  type NalMemory,
  type NalRules,
  type PictureHead,
  readOnce,
  SETS,
  SLICE,
} from './nal-rules.ts'
import { box, u8, u16, visualEntry } from './sample-entries.ts'

const TIMESCALE = 90_000
const SET_BYTES = 512
const HEAD_BYTES = 32

type Sps = {
  width: number
  height: number
  chroma: number
  depths: [number, number]
  orderBits: number
  planes: boolean
  layers: number
  nested: number
  /** general_profile_space … general_level_idc, 12 bytes. */
  profile: Uint8Array
  id: number
}

/** ISO 23008-2, 7.3.2.2, up to the length of the order count. */
const readSps = (unit: Buffer): Sps | null => {
  const bits = payloadBits(unit, 2, unit.length, SET_BYTES)
  readBits(bits, 4)
  const layers = readBits(bits, 3)
  const nested = readBits(bits, 1)
  const profile = bits.bytes.slice(1, 13)
  bits.at += 96
  const present = Array.from({ length: layers }, () => [readBits(bits, 1), readBits(bits, 1)])
  if (layers > 0) readBits(bits, 2 * (8 - layers))
  for (const [hasProfile, hasLevel] of present) bits.at += (hasProfile ? 88 : 0) + (hasLevel ? 8 : 0)
  const id = readUe(bits)
  const chroma = readUe(bits)
  const planes = chroma === 3 && readBits(bits, 1) === 1
  let width = readUe(bits)
  let height = readUe(bits)
  if (readBits(bits, 1) === 1) {
    const unitX = chroma === 1 || chroma === 2 ? 2 : 1
    const unitY = chroma === 1 ? 2 : 1
    width -= (readUe(bits) + readUe(bits)) * unitX
    height -= (readUe(bits) + readUe(bits)) * unitY
  }
  const depths: [number, number] = [readUe(bits), readUe(bits)]
  const orderBits = readUe(bits) + 4
  if (bits.over || chroma > 3 || orderBits > 16 || profile.length < 12 || id > 15) return null
  if (width <= 0 || height <= 0 || width > 0xffff || height > 0xffff) return null
  return { width, height, chroma, depths, orderBits, planes, layers, nested, profile, id }
}

const spsOf = readOnce(readSps)

type Pps = { id: number; sps: string; outputFlag: boolean; extraBits: number }
const parsedPps = new WeakMap<Buffer, Pps>()
const ppsOf = (unit: Buffer): Pps => {
  let pps = parsedPps.get(unit)
  if (!pps) {
    const bits = payloadBits(unit, 2, unit.length, 16)
    const id = readUe(bits)
    const sps = `s${readUe(bits)}`
    readBits(bits, 1)
    pps = { id, sps, outputFlag: readBits(bits, 1) === 1, extraBits: readBits(bits, 3) }
    parsedPps.set(unit, pps)
  }
  return pps
}

const typeAt = (bytes: Buffer, at: number): number => ((bytes[at] as number) >> 1) & 0x3f
const isIrap = (type: number): boolean => type >= 16 && type <= 23

/** ISO 23008-2, 7.3.6.1 up to the order count, and 8.3.1. */
const readHead = (memory: NalMemory, bytes: Buffer, at: number, end: number): PictureHead => {
  const type = typeAt(bytes, at)
  const idr = type === 19 || type === 20
  const unknown: PictureHead = { order: null, resets: idr, intra: isIrap(type), field: 0, frame: 0 }
  const bits = payloadBits(bytes, at + 2, Math.min(end, at + HEAD_BYTES), HEAD_BYTES)
  if (readBits(bits, 1) === 0) return unknown
  if (isIrap(type)) readBits(bits, 1)
  const unit = memory.sets.get(`p${readUe(bits)}`)
  const pps = unit && ppsOf(unit)
  const sps = pps && spsOf(memory.sets.get(pps.sps))
  if (!pps || !sps) return unknown
  readBits(bits, pps.extraBits)
  const intra = readUe(bits) === 2
  if (pps.outputFlag) readBits(bits, 1)
  if (sps.planes) readBits(bits, 2)
  const lsb = idr ? 0 : readBits(bits, sps.orderBits)
  if (bits.over) return unknown
  const span = 2 ** sps.orderBits
  // Broken links begin a count of their own.
  const resets = idr || (type >= 16 && type <= 18)
  let msb = resets ? 0 : memory.msb
  if (!resets && lsb < memory.lsb && memory.lsb - lsb >= span / 2) msb += span
  else if (!resets && lsb > memory.lsb && lsb - memory.lsb > span / 2) msb -= span
  const layer = ((bytes[at + 1] as number) & 7) - 1
  // Pictures that others are not counted from: sub-layer non-references and leading pictures (8.3.1).
  const counted = layer === 0 && !(type >= 6 && type <= 9) && !(type <= 14 && type % 2 === 0)
  if (counted) Object.assign(memory, { msb, lsb })
  return { order: msb + lsb, resets, intra, field: 0, frame: 0 }
}

const kindOf = (bytes: Buffer, at: number, end: number): number => {
  if (at + 1 >= end) return -1
  const type = typeAt(bytes, at)
  if (type <= 31) {
    if (at + 2 >= end) return -1
    // Slices of a further layer belong to the picture before them.
    const base = (((bytes[at] as number) & 1) << 5) | ((bytes[at + 1] as number) >> 3)
    const first = base === 0 && (bytes[at + 2] as number) >= 0x80
    return SLICE | (first ? FIRST : 0) | (isIrap(type) ? KEY : 0)
  }
  if (type >= 32 && type <= 34) return BEGINS | SETS
  if (type === 35) return BEGINS | AUD
  return type === 39 || (type >= 41 && type <= 44) || (type >= 48 && type <= 55) ? BEGINS : 0
}

const keep = (memory: NalMemory, unit: Buffer): void => {
  const type = typeAt(unit, 0)
  if (unit.length < 4) return
  if (type === 32) keepSet(memory, `v${(unit[2] as number) >> 4}`, unit)
  else if (type === 33) {
    const sps = readSps(unit)
    if (sps) keepSet(memory, `s${sps.id}`, unit)
  } else if (type === 34) {
    const { id } = ppsOf(unit)
    if (id <= 63) keepSet(memory, `p${id}`, unit)
  }
}

const reversed = (value: number): number => {
  let out = 0
  for (let n = 0; n < 32; n++) if ((value / 2 ** n) % 2 >= 1) out += 2 ** (31 - n)
  return out
}

/** ISO 14496-15, annex E.3. */
const codecName = (profile: Uint8Array): string => {
  const view = Buffer.from(profile)
  const first = view[0] as number
  const space = ['', 'A', 'B', 'C'][first >> 6] as string
  const constraints = [...view.subarray(5, 11)]
  while (constraints.length > 0 && constraints.at(-1) === 0) constraints.pop()
  const parts = [
    `hvc1.${space}${first & 0x1f}`,
    reversed(view.readUInt32BE(1)).toString(16).toUpperCase(),
    `${first & 0x20 ? 'H' : 'L'}${view[11]}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ]
  return parts.join('.')
}

const format: NalRules['format'] = ({ sets }) => {
  const named = (letter: string) => [...sets].filter(([name]) => name.startsWith(letter)).map(([, unit]) => unit)
  const [vps, pps] = [named('v'), named('p')]
  const used = pps[0] && sets.get(ppsOf(pps[0]).sps)
  const info = spsOf(used)
  if (!used || !info || vps.length === 0) return null
  const sps = [used, ...named('s').filter((unit) => unit !== used)]
  const array = (type: number, units: Buffer[]) => [
    u8(type),
    u16(units.length),
    ...units.flatMap((unit) => [u16(unit.length), unit]),
  ]
  const hvcC = box(
    'hvcC',
    u8(1),
    info.profile,
    u16(0xf000),
    u8(0xfc, 0xfc | info.chroma, 0xf8 | info.depths[0], 0xf8 | info.depths[1]),
    u16(0),
    u8(((info.layers + 1) << 3) | (info.nested << 2) | 3, 3),
    ...array(0x20, vps),
    ...array(0x21, sps),
    ...array(0x22, pps),
  )
  return {
    kind: 'video',
    codec: codecName(info.profile),
    timescale: TIMESCALE,
    sampleEntry: visualEntry('hvc1', info, hvcC, { sar: [1, 1], colour: null }),
    width: info.width,
    height: info.height,
    matrix: null,
  }
}

/** H.265 (ISO 23008-2) as an access unit's parts. */
export const hevcRules: NalRules = { codec: 'hevc', kindOf, keep, isRecoveryPoint: () => false, head: readHead, format }
