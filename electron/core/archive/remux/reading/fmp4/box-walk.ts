/** A box between two places; `at` is where its size stands, `from` where its body begins. */
export type Box = { type: string; at: number; from: number; to: number }

/** Boxes on one level; more of them are noise. */
const MOST_BOXES = 100_000

/** The boxes between two places (ISO 14496-12, 4.2). One that leaves its parent ends the walk and is named by `onCut`. */
export const boxesIn = function* (
  data: Buffer,
  start: number,
  end: number,
  onCut?: (box: Box) => void,
): Generator<Box> {
  let at = start
  for (let n = 0; at + 8 <= end && n < MOST_BOXES; n++) {
    const size = data.readUInt32BE(at)
    const type = data.toString('latin1', at + 4, at + 8)
    const large = size === 1
    if (large && at + 16 > end) return
    const length = large ? Number(data.readBigUInt64BE(at + 8)) : size === 0 ? end - at : size
    const head = large ? 16 : 8
    if (length < head) return
    const to = at + length
    if (to > end) {
      onCut?.({ type, at, from: at + head, to: end })
      return
    }
    yield { type, at, from: at + head, to }
    at = to
  }
}

/** The first box of that path of types, or null. */
export const findBox = (data: Buffer, path: string[], from: number, to: number): Box | null => {
  const [type, ...rest] = path
  for (const box of boxesIn(data, from, to)) {
    if (box.type === type) return rest.length === 0 ? box : findBox(data, rest, box.from, box.to)
  }
  return null
}
