/** A box of ISO/IEC 14496-12: where its content begins and ends. */
export type Box = { type: string; from: number; to: number }

/** The whole boxes between two positions, in bytes. */
export const boxesIn = (view: DataView, from: number, to: number): Box[] => {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to; ) {
    const size = view.getUint32(at)
    const large = size === 1 && at + 16 <= to
    const length = large ? Number(view.getBigUint64(at + 8)) : size === 0 ? to - at : size
    if (length < 8 || at + length > to) break
    const type = String.fromCharCode(...[4, 5, 6, 7].map((i) => view.getUint8(at + i)))
    boxes.push({ type, from: at + (large ? 16 : 8), to: at + length })
    at += length
  }
  return boxes
}

/** The first box along a path of types. */
export const find = (view: DataView, path: readonly string[], inside: { from: number; to: number }): Box | null => {
  let place: { from: number; to: number } = inside
  let found: Box | null = null
  for (const name of path) {
    found = boxesIn(view, place.from, place.to).find(({ type }) => type === name) ?? null
    if (!found) return null
    place = found
  }
  return found
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
