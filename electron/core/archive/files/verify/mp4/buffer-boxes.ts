/** A box inside a buffer; `from` is behind its header, `end` one past its last byte. */
export type Box = { type: string; from: number; end: number }

/** More nested boxes than any file has; the rest is not looked at. */
const MOST_CHILDREN = 100_000

/** The boxes between two positions (ISO 14496-12, 4.2). One that leaves its parent ends the walk. */
export const childrenOf = function* (bytes: Buffer, from: number, end: number): Generator<Box> {
  let at = from
  for (let n = 0; n < MOST_CHILDREN && at + 8 <= end; n++) {
    const short = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (short === 1 && at + 16 > end) return
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short
    const head = short === 1 ? 16 : 8
    if (size < head || at + size > end) return
    yield { type, from: at + head, end: at + size }
    at += size
  }
}

/** The first box of a path below `box`, or null. */
export const findBox = (bytes: Buffer, box: Box, ...path: string[]): Box | null => {
  let found: Box = box
  for (const type of path) {
    let next: Box | null = null
    for (const child of childrenOf(bytes, found.from, found.end)) {
      if (child.type !== type) continue
      next = child
      break
    }
    if (!next) return null
    found = next
  }
  return found
}

/** Rows of a table box: how many it says, as far as they lie inside it; `from` is the offset of the first one. */
export const tableOf = (
  bytes: Buffer,
  box: Box | null,
  rowBytes: number,
  skip = 0,
): { count: number; from: number; version: number } => {
  if (!box || box.from + 8 + skip > box.end) return { count: 0, from: 0, version: 0 }
  const from = box.from + 8 + skip
  const count = Math.min(bytes.readUInt32BE(from - 4), Math.floor((box.end - from) / rowBytes))
  return { count, from, version: bytes[box.from] as number }
}
