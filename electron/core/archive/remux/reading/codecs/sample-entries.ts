import type { Colour } from './nal-rules.ts'

/** Numbers of `bytes` length, most significant byte first. */
export const u8 = (...values: number[]): Buffer => Buffer.from(values)
export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
export const u32 = (value: number): Buffer => {
  const out = Buffer.alloc(4)
  out.writeUInt32BE(value)
  return out
}

/** A box of ISO 14496-12, 4.2. */
export const box = (type: string, ...body: Uint8Array[]): Buffer => {
  const size = body.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...body])
}

/** A VisualSampleEntry (ISO 14496-12, 12.1.3) around the codec's own box. */
export const visualEntry = (
  type: string,
  size: { width: number; height: number },
  config: Buffer,
  look: { sar: [number, number]; colour: Colour | null },
): Buffer => {
  const head = Buffer.alloc(78)
  head.writeUInt16BE(1, 6)
  head.writeUInt16BE(size.width & 0xffff, 24)
  head.writeUInt16BE(size.height & 0xffff, 26)
  head.writeUInt32BE(0x480000, 28)
  head.writeUInt32BE(0x480000, 32)
  head.writeUInt16BE(1, 40)
  head.writeUInt16BE(24, 74)
  head.writeInt16BE(-1, 76)
  const extra: Buffer[] = []
  if (look.sar[0] !== look.sar[1]) extra.push(box('pasp', u32(look.sar[0]), u32(look.sar[1])))
  if (look.colour) {
    const { primaries, transfer, matrix, full } = look.colour
    extra.push(box('colr', Buffer.from('nclx'), u16(primaries), u16(transfer), u16(matrix), u8(full ? 0x80 : 0)))
  }
  return box(type, head, config, ...extra)
}

/** An AudioSampleEntry (ISO 14496-12, 12.2.3). A rate that does not fit 16 bits is written as 0: the codec's box says it. */
export const audioEntry = (type: string, sound: { channels: number; rate: number }, config: Buffer): Buffer => {
  const head = Buffer.alloc(28)
  head.writeUInt16BE(1, 6)
  head.writeUInt16BE(sound.channels, 16)
  head.writeUInt16BE(16, 18)
  head.writeUInt32BE(sound.rate <= 0xffff ? sound.rate * 0x10000 : 0, 24)
  return box(type, head, config)
}

/** An `esds` box (ISO 14496-14, 5.6): the descriptor of one stream, with what its decoder needs. */
export const esds = (objectType: number, specific: Buffer): Buffer => {
  const descriptor = (tag: number, ...body: Buffer[]) => {
    const all = Buffer.concat(body)
    return Buffer.concat([u8(tag, all.length), all])
  }
  const decoder = descriptor(
    4,
    u8(objectType, 0x15, 0, 0, 0),
    u32(0),
    u32(0),
    ...(specific.length > 0 ? [descriptor(5, specific)] : []),
  )
  return box('esds', u32(0), descriptor(3, u16(0), u8(0), decoder, descriptor(6, u8(2))))
}
