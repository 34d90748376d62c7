import { joinBytes } from '../bytes.ts'

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

/** Numbers of 32 bits one after the other. */
export const u32 = (...values: number[]): Uint8Array => {
  const out = new Uint8Array(values.length * 4)
  const view = viewOf(out)
  for (const [i, value] of values.entries()) view.setUint32(i * 4, value)
  return out
}

export const box = (type: string, ...content: Uint8Array[]): Uint8Array => {
  const body = joinBytes(content)
  const name = Uint8Array.from(type, (letter) => letter.charCodeAt(0))
  return joinBytes([u32(8 + body.length), name, body])
}
