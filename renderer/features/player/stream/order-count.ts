import { HIGH_PROFILES } from '../../../../electron/contract/constants/h264-constants.ts'
import type { Nal } from './nal-units.ts'

/** What of an SPS is needed to read the order count of pictures (ITU-T H.264, 7.3.2.1.1). */
export type Order = {
  frameBits: number
  orderBits: number
  planes: boolean
  /** Two fields may make one picture. */
  fields: boolean
}

/** Enough for what is read of a parameter set, or of the head of a slice. */
const SET_BYTES = 512
const HEAD_BYTES = 64

/** Bits of a NAL unit behind its start code and header, without emulation prevention bytes (7.3.1). */
export const bitsOf = (bytes: Uint8Array, { type, from, to }: Nal) => {
  const most = type <= 5 ? HEAD_BYTES : SET_BYTES
  const source = bytes.subarray(bytes.indexOf(1, from) + 2, Math.min(to, from + most))
  const plain = source.filter((byte, i) => !(byte === 3 && i >= 2 && source[i - 1] === 0 && source[i - 2] === 0))
  let at = 0
  const bit = (): number => {
    const value = ((plain[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
    at += 1
    return value
  }
  const bits = (count: number): number => {
    let value = 0
    for (let i = 0; i < count; i += 1) value = value * 2 + bit()
    return value
  }
  const ue = (): number => {
    let zeros = 0
    while (zeros < 32 && at < plain.length * 8 && bit() === 0) zeros += 1
    return 2 ** zeros - 1 + bits(zeros)
  }
  const se = (): number => {
    const code = ue()
    return code % 2 === 1 ? (code + 1) / 2 : -code / 2
  }
  return { bits, ue, se }
}

/** An SPS up to what it says of order counts, and the reader that goes on behind it. */
export const openSps = (bytes: Uint8Array, sps: Nal) => {
  const reader = bitsOf(bytes, sps)
  const { bits, ue, se } = reader
  const profile = bits(8)
  bits(16)
  ue()
  let planes = false
  let chroma = 1
  const depths: [luma: number, chroma: number] = [0, 0]
  if (HIGH_PROFILES.has(profile)) {
    chroma = ue()
    planes = chroma === 3 && bits(1) === 1
    depths[0] = ue()
    depths[1] = ue()
    bits(1)
    const lists = bits(1) === 1 ? (chroma === 3 ? 12 : 8) : 0
    for (let list = 0; list < lists; list += 1) {
      if (bits(1) === 0) continue
      for (let i = 0, scale = 8; i < (list < 6 ? 16 : 64) && scale !== 0; i += 1) scale = (scale + se() + 256) % 256
    }
  }
  return { ...reader, high: HIGH_PROFILES.has(profile), chroma, planes, depths, frameBits: ue() + 4, orderType: ue() }
}

/** Null for order counts of other types: they are not in the head of a slice. */
export const readOrder = (bytes: Uint8Array, sps: Nal): Order | null => {
  const { bits, ue, planes, frameBits, orderType } = openSps(bytes, sps)
  if (orderType !== 0) return null
  const orderBits = ue() + 4
  ue()
  bits(1)
  ue()
  ue()
  const fields = bits(1) === 0
  return frameBits <= 16 && orderBits <= 16 ? { frameBits, orderBits, planes, fields } : null
}

/** The low bits of the order count in the head of a slice (7.3.3). */
export const readLow = (bytes: Uint8Array, slice: Nal, { frameBits, orderBits, planes }: Order): number => {
  const { bits, ue } = bitsOf(bytes, slice)
  ue()
  ue()
  ue()
  if (planes) bits(2)
  bits(frameBits)
  if (slice.type === 5) ue()
  return bits(orderBits)
}
