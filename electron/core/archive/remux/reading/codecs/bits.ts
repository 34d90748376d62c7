/** Bits of a raw byte sequence payload; `at` counts bits. Reading past the end gives zeros and sets `over`. */
export type Bits = { bytes: Uint8Array; at: number; end: number; over: boolean }

/** The first `limit` bytes between two positions, without their emulation prevention bytes (ISO 14496-10, 7.3.1). */
export const payloadBits = (source: Uint8Array, from: number, to: number, limit: number): Bits => {
  const bytes = new Uint8Array(Math.min(limit, Math.max(0, to - from)))
  let length = 0
  let zeros = 0
  for (let at = from; at < to && length < bytes.length; at++) {
    const byte = source[at] as number
    if (zeros >= 2 && byte === 3) {
      zeros = 0
      continue
    }
    zeros = byte === 0 ? zeros + 1 : 0
    bytes[length++] = byte
  }
  return { bytes, at: 0, end: length * 8, over: false }
}

/** An unsigned number of up to 32 bits. */
export const readBits = (bits: Bits, count: number): number => {
  let value = 0
  for (let n = 0; n < count; n++) {
    if (bits.at >= bits.end) {
      bits.over = true
      value *= 2
      continue
    }
    value = value * 2 + (((bits.bytes[bits.at >> 3] as number) >> (7 - (bits.at & 7))) & 1)
    bits.at++
  }
  return value
}

/** ue(v) of ISO 14496-10, 9.1. */
export const readUe = (bits: Bits): number => {
  let zeros = 0
  while (zeros < 32 && bits.at < bits.end && readBits(bits, 1) === 0) zeros++
  if (bits.at >= bits.end) bits.over = true
  return 2 ** zeros - 1 + readBits(bits, zeros)
}

/** se(v) of ISO 14496-10, 9.1.1. */
export const readSe = (bits: Bits): number => {
  const code = readUe(bits)
  return code % 2 === 1 ? (code + 1) / 2 : -code / 2
}
