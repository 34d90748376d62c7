/** Boxes of an MP4 (ISO 14496-12, 4.2), put together in memory: tables only, never media. */

const u8 = (value: number): Buffer => Buffer.from([value & 0xff])
export const u16 = (...values: number[]): Buffer => {
  const out = Buffer.alloc(values.length * 2)
  values.forEach((value, i) => void out.writeUInt16BE(value, i * 2))
  return out
}
export const u32 = (...values: number[]): Buffer => {
  const out = Buffer.alloc(values.length * 4)
  values.forEach((value, i) => void out.writeUInt32BE(value >>> 0, i * 4))
  return out
}
export const u64 = (value: number): Buffer => {
  const out = Buffer.alloc(8)
  out.writeBigUInt64BE(BigInt(value))
  return out
}
export const i64 = (value: number): Buffer => {
  const out = Buffer.alloc(8)
  out.writeBigInt64BE(BigInt(value))
  return out
}
export const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')

export const box = (type: string, ...content: Uint8Array[]): Buffer => {
  const size = content.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([u32(size), ascii(type), ...content], size)
}

/** A box with version and flags in front (4.2, FullBox). */
export const fullBox = (type: string, version: number, flags: number, ...content: Uint8Array[]): Buffer =>
  box(type, u8(version), u8(flags >> 16), u16(flags & 0xffff), ...content)

/** Collects the 32-bit fields of a table whose length is only known at its end. */
export const createFields = (expected: number) => {
  let fields = Buffer.allocUnsafe(Math.max(16, expected * 4))
  let length = 0
  return {
    push: (value: number): void => {
      if (length + 4 > fields.length) fields = Buffer.concat([fields], fields.length * 2)
      fields.writeUInt32BE(value >>> 0, length)
      length += 4
    },
    count: (): number => length / 4,
    bytes: (): Buffer => fields.subarray(0, length),
  }
}

/** Bytes of a number field of 64 bits are needed from here on. */
export const LARGE = 2 ** 32
