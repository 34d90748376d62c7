/** Changes in the boxes of an MP4 (ISO 14496-12), for inputs that no muxer writes by itself. */

export type Box = { type: string; at: number; end: number; body: number }

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'mvex', 'moof', 'traf', 'edts'])

/** All boxes, in containers too, in the order of the file. */
const boxesOf = (bytes: Buffer, from = 0, to = bytes.length): Box[] => {
  const found: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    let size = bytes.readUInt32BE(at)
    let body = at + 8
    if (size === 1) {
      size = Number(bytes.readBigUInt64BE(at + 8))
      body = at + 16
    } else if (size === 0) size = to - at
    const box = { type: bytes.toString('latin1', at + 4, at + 8), at, end: Math.min(to, at + size), body }
    found.push(box)
    if (CONTAINERS.has(box.type)) found.push(...boxesOf(bytes, body, box.end))
    if (size < 8) break
    at += size
  }
  return found
}

const edited = (bytes: Buffer, type: string, edit: (copy: Buffer, box: Box) => void): Buffer => {
  const copy = Buffer.from(bytes)
  for (const box of boxesOf(copy)) if (box.type === type) edit(copy, box)
  return copy
}

const SYNC_FLAGS = 0x0200_0000

/** Flags every sample as sync wherever a table says anything about it, as muxers do that set no flags. */
export const withEverySampleSync = (bytes: Buffer): Buffer => {
  const extended = edited(bytes, 'trex', (copy, { body }) => void copy.writeUInt32BE(SYNC_FLAGS, body + 20))
  const defaults = edited(extended, 'tfhd', (copy, { body }) => {
    const flags = copy.readUInt32BE(body) & 0xff_ffff
    if (!(flags & 0x20)) return
    const before = [0x1, 0x2, 0x8, 0x10].map((flag): number => (flags & flag ? (flag === 1 ? 8 : 4) : 0))
    copy.writeUInt32BE(SYNC_FLAGS, body + 8 + before.reduce((sum, size) => sum + size, 0))
  })
  return edited(defaults, 'trun', (copy, { body }) => {
    const flags = copy.readUInt32BE(body) & 0xff_ffff
    const count = copy.readUInt32BE(body + 4)
    let at = body + 8 + (flags & 0x1 ? 4 : 0)
    if (flags & 0x4) {
      copy.writeUInt32BE(SYNC_FLAGS, at)
      at += 4
    }
    if (!(flags & 0x400)) return
    const size = [0x100, 0x200, 0x400, 0x800].reduce((sum, flag) => sum + (flags & flag ? 4 : 0), 0)
    const ahead = [0x100, 0x200].reduce((sum, flag) => sum + (flags & flag ? 4 : 0), 0)
    for (let i = 0; i < count; i++) copy.writeUInt32BE(SYNC_FLAGS, at + i * size + ahead)
  })
}

/** Turns the picture by 90 degrees clockwise in the matrix of `tkhd`. */
export const turned = (bytes: Buffer): Buffer =>
  edited(bytes, 'tkhd', (copy, { body }) => {
    const matrix = body + (copy[body] === 1 ? 52 : 40)
    const values = [0, 0x1_0000, 0, -0x1_0000, 0, 0, 0, 0, 0x4000_0000]
    for (const [i, value] of values.entries()) copy.writeInt32BE(value, matrix + i * 4)
  })

/** The same fragments so many ticks later on the media's clock (`tfdt` of version 1). */
export const fragmentsLater = (bytes: Buffer, ticks: bigint): Buffer =>
  edited(bytes, 'tfdt', (copy, { body }) => {
    if (copy[body] === 1) copy.writeBigUInt64BE(copy.readBigUInt64BE(body + 4) + ticks, body + 4)
    else throw new Error('a clock of 32 bits')
  })

/** Chunk offsets of 64 bits in place of 32: `stco` becomes `co64`. The tables are behind the media. */
export const withLongOffsets = (bytes: Buffer): Buffer => {
  let out = bytes
  for (;;) {
    const all = boxesOf(out)
    const box = all.find(({ type }) => type === 'stco')
    if (!box) return out
    const count = out.readUInt32BE(box.body + 4)
    const offsets = Buffer.alloc(count * 8)
    for (let i = 0; i < count; i++) offsets.writeBigUInt64BE(BigInt(out.readUInt32BE(box.body + 8 + i * 4)), i * 8)
    const grown = Buffer.concat([out.subarray(0, box.body + 8), offsets, out.subarray(box.end)])
    grown.write('co64', box.at + 4, 'latin1')
    for (const parent of all)
      if (parent === box || (parent.at < box.at && parent.end >= box.end))
        grown.writeUInt32BE(grown.readUInt32BE(parent.at) + count * 4, parent.at)
    out = grown
  }
}

/** The media in two `mdat` boxes, parted between two chunks; the tables are behind them. */
export const withTwoMediaBoxes = (bytes: Buffer): Buffer => {
  const media = boxesOf(bytes).find(({ type }) => type === 'mdat')
  const table = boxesOf(bytes).find(({ type }) => type === 'stco')
  if (!media || !table) throw new Error('no chunks')
  const count = bytes.readUInt32BE(table.body + 4)
  const border = bytes.readUInt32BE(table.body + 8 + Math.floor(count / 2) * 4)
  const first = Buffer.from(bytes.subarray(media.at, border))
  first.writeUInt32BE(first.length, 0)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(media.end - border + 8, 0)
  head.write('mdat', 4, 'latin1')
  const rest = edited(Buffer.from(bytes), 'stco', (copy, { body }) => {
    for (let i = 0; i < copy.readUInt32BE(body + 4); i++) {
      const offset = copy.readUInt32BE(body + 8 + i * 4)
      if (offset >= border) copy.writeUInt32BE(offset + 8, body + 8 + i * 4)
    }
  })
  return Buffer.concat([rest.subarray(0, media.at), first, head, rest.subarray(border)])
}

/** Sizes of all samples that the tables of a fragment name, in decode order. */
export const sampleSizes = (bytes: Buffer): number[] =>
  boxesOf(bytes)
    .filter(({ type }) => type === 'trun')
    .flatMap(({ body }) => {
      const flags = bytes.readUInt32BE(body) & 0xff_ffff
      if (!(flags & 0x200)) throw new Error('sizes stand elsewhere')
      const first = body + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
      const step = [0x100, 0x200, 0x400, 0x800].reduce((sum, flag) => sum + (flags & flag ? 4 : 0), 0)
      const ahead = flags & 0x100 ? 4 : 0
      return Array.from({ length: bytes.readUInt32BE(body + 4) }, (_, i) =>
        bytes.readUInt32BE(first + i * step + ahead),
      )
    })

/** A fragmented MP4 as its init section and its fragments (`moof` with `mdat`). */
export const fragmentsOf = (bytes: Buffer): { init: Buffer; fragments: Buffer[] } => {
  const starts = boxesOf(bytes)
    .filter(({ type }) => type === 'moof')
    .map(({ at }) => at)
  const end = boxesOf(bytes).findLast(({ type }) => type === 'mdat')?.end ?? bytes.length
  return {
    init: bytes.subarray(0, starts[0]),
    fragments: starts.map((at, i) => bytes.subarray(at, starts[i + 1] ?? end)),
  }
}
