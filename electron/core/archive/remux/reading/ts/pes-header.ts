/** The times in the header of a packetised stream packet, as it carries them: 33 bits of a 90 kHz clock. */
export type PesHead = { length: number; pts: number | null; dts: number | null; encrypted: boolean }

const stampAt = (bytes: Buffer, at: number): number =>
  (((bytes[at] as number) >> 1) & 7) * 2 ** 30 +
  (bytes.readUInt16BE(at + 1) >> 1) * 2 ** 15 +
  (bytes.readUInt16BE(at + 3) >> 1)

/** Streams without the long header (ISO 13818-1, 2.4.3.7). */
const PLAIN = new Set([0xbc, 0xbe, 0xbf, 0xf0, 0xf1, 0xf2, 0xf8, 0xff])
/** The longest header. */
export const MOST_HEAD = 9 + 255

/** Null when `bytes` do not begin like one; `more` when its header is not all there. */
export const readPesHead = (bytes: Buffer, from: number, to: number): PesHead | 'more' | null => {
  const room = to - from
  if (room < 9) return room >= 3 && bytes.readUIntBE(from, 3) !== 1 ? null : 'more'
  if (bytes.readUIntBE(from, 3) !== 1) return null
  if (PLAIN.has(bytes[from + 3] as number)) return { length: room, pts: null, dts: null, encrypted: false }
  // "10" in front of the flags: anything else is another kind of packet (ISO 11172).
  if (((bytes[from + 6] as number) & 0xc0) !== 0x80) return null
  const length = 9 + (bytes[from + 8] as number)
  if (length > room) return 'more'
  const flags = (bytes[from + 7] as number) >> 6
  const pts = flags >= 2 && length >= 14 ? stampAt(bytes, from + 9) : null
  const dts = flags === 3 && length >= 19 ? stampAt(bytes, from + 14) : pts
  return { length, pts, dts, encrypted: ((bytes[from + 6] as number) & 0x30) !== 0 }
}
