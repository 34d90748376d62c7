import { joinBytes } from '../bytes.ts'
import { u32 } from '../mp4/boxes.ts'
import { type Nal, nalUnits } from '../nal-units.ts'
import { bitsOf, openSps } from '../order-count.ts'

/** What of an SPS a picture without content needs; `number` and `order` are lengths in bits, 0: not in its head. */
type Rules = { sps: number; number: number; order: number; blocks: number }

/** A number that no recorder gives its own picture parameter sets. */
const PPS_ID = 200
const REFERENCE = 0x60

/** Collects bits (ITU-T H.264, 9.1) and answers a NAL unit with emulation prevention bytes (7.4.1). */
const createUnit = (header: number) => {
  let bits = ''
  const u = (value: number, count: number) => {
    if (count > 0) bits += value.toString(2).padStart(count, '0')
  }
  const ue = (value: number) => {
    const code = (value + 1).toString(2)
    bits += '0'.repeat(code.length - 1) + code
  }
  const end = (): Uint8Array => {
    const padded = `${bits}1`.padEnd(Math.ceil((bits.length + 1) / 8) * 8, '0')
    const out = [header]
    for (let at = 0; at < padded.length; at += 8) {
      const byte = Number.parseInt(padded.slice(at, at + 8), 2)
      if (byte <= 3 && out.at(-1) === 0 && out.at(-2) === 0) out.push(3)
      out.push(byte)
    }
    return Uint8Array.from(out)
  }
  return { u, ue, end }
}

/** Null for fields, planes of their own, and order counts of type 1. */
const rulesOf = (sets: Uint8Array): Rules | null => {
  const sps = nalUnits(sets).find(({ type }) => type === 7)
  if (!sps) return null
  const head = bitsOf(sets, sps)
  head.bits(24)
  const id = head.ue()
  const { bits, ue, planes, frameBits, orderType } = openSps(sets, sps)
  if (planes || orderType === 1) return null
  const order = orderType === 0 ? ue() + 4 : 0
  const references = ue()
  bits(1)
  const blocks = (ue() + 1) * (ue() + 1)
  return references > 0 && bits(1) === 1 ? { sps: id, number: frameBits, order, blocks } : null
}

/** A picture parameter set of the simplest kind (7.3.2.2). */
const ppsOf = ({ sps }: Rules): Uint8Array => {
  const { u, ue, end } = createUnit(0x68)
  ue(PPS_ID)
  ue(sps)
  u(0, 2)
  for (let i = 0; i < 3; i += 1) ue(0)
  u(0, 3)
  for (let i = 0; i < 3; i += 1) ue(0)
  u(0b100, 3)
  return end()
}

/** A slice that skips all its blocks (7.3.3, 7.3.4): the picture before once more. */
const sliceOf = (rules: Rules, number: number, order: number): Uint8Array => {
  const { u, ue, end } = createUnit(0x41)
  ue(0)
  ue(5)
  ue(PPS_ID)
  u(number % 2 ** rules.number, rules.number)
  u(order % 2 ** rules.order, rules.order)
  u(0, 3)
  ue(0)
  ue(1)
  ue(rules.blocks)
  return end()
}

/** Whether others refer to the picture that a slice is of. */
export const isReference = (bytes: Uint8Array, { from }: Nal): boolean =>
  ((bytes[bytes.indexOf(1, from) + 1] ?? 0) & REFERENCE) !== 0

/**
 * `count` pictures that show `last` once more, as NAL units with their lengths in front; `last` is a byte stream, and
 * nothing but an IDR picture may follow. Chromium takes places within twice the longest picture of a range for part of it
 * (`SourceBufferStream::ComputeFudgeRoom`), so that long pictures would hide what is not loaded. Null where a picture
 * cannot be repeated.
 */
export const stillPictures = (sets: Uint8Array, last: Uint8Array, count: number): Uint8Array[] | null => {
  const rules = rulesOf(sets)
  const slice = nalUnits(last).find(({ type }) => type === 1 || type === 5)
  if (!rules || !slice) return null
  const { bits, ue } = bitsOf(last, slice)
  ue()
  ue()
  ue()
  const number = bits(rules.number)
  if (slice.type === 5) ue()
  const order = bits(rules.order)
  const sized = (unit: Uint8Array) => joinBytes([u32(unit.length), unit])
  return Array.from({ length: count }, (_, i) => {
    const own = sized(sliceOf(rules, number + i + 1, order + 2 * (i + 1)))
    return i === 0 ? joinBytes([sized(ppsOf(rules)), own]) : own
  })
}
