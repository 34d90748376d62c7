/** Pictures of an H.264 stream as far as containers look: real sets and slice headers, and a number instead of an image. */
export type MadePicture = {
  /** Counts in the order in which pictures are shown. */
  number: number
  key: boolean
  /** The slice unit without its start code. */
  slice: Buffer
  /** Seconds. */
  pts: number
  dts: number
}

const START = Buffer.from([0, 0, 0, 1])

const bitWriter = () => {
  const bits: number[] = []
  const u = (value: number, count: number) => {
    for (let n = count - 1; n >= 0; n--) bits.push(Math.floor(value / 2 ** n) % 2)
  }
  const ue = (value: number) => {
    const length = Math.floor(Math.log2(value + 1))
    u(0, length)
    u(value + 1, length + 1)
  }
  const bytes = () => {
    const all = [...bits, 1]
    while (all.length % 8 !== 0) all.push(0)
    return Buffer.from(
      Array.from({ length: all.length / 8 }, (_, n) => Number.parseInt(all.slice(n * 8, n * 8 + 8).join(''), 2)),
    )
  }
  return { u, ue, bytes }
}

/** A sequence set for pictures of that many macroblocks; `frames` false allows fields. */
export const madeSps = (columns = 20, rows = 12, frames = true): Buffer => {
  const { u, ue, bytes } = bitWriter()
  u(77, 8)
  u(0, 8)
  u(30, 8)
  ue(0)
  ue(0)
  ue(0)
  ue(4) // eight bits of order count
  ue(2)
  u(0, 1)
  ue(columns - 1)
  ue(rows - 1)
  u(frames ? 1 : 0, 1)
  if (!frames) u(0, 1)
  u(1, 1)
  u(0, 2)
  return Buffer.concat([Buffer.from([0x67]), bytes()])
}

export const madePps = (): Buffer => {
  const { u, ue, bytes } = bitWriter()
  ue(0)
  ue(0)
  u(0, 2)
  ue(0)
  ue(0)
  ue(0)
  return Buffer.concat([Buffer.from([0x68]), bytes()])
}

/** Four bytes without zeros that say a number. */
const digits = (number: number): Buffer =>
  Buffer.from([0, 1, 2, 3].map((n) => 1 + (Math.floor(number / 200 ** n) % 200)))
const MARK = Buffer.from('number')

const madeSlice = (o: {
  key: boolean
  idr: boolean
  frame: number
  order: number
  type: number
  number: number
  bytes: number
  reference: boolean
  field?: 0 | 1 | 2
}): Buffer => {
  const { u, ue, bytes } = bitWriter()
  ue(0)
  ue(o.type)
  ue(0)
  u(o.frame % 16, 4)
  if (o.field !== undefined) {
    u(o.field === 0 ? 0 : 1, 1)
    if (o.field !== 0) u(o.field - 1, 1)
  }
  if (o.idr) ue(0)
  u(o.order % 256, 8)
  const head = Buffer.from([(o.reference ? 0x60 : 0) | (o.idr ? 5 : 1)])
  return Buffer.concat([head, bytes(), MARK, digits(o.number), Buffer.alloc(o.bytes, 0x55)])
}

/** The number in a sample of the file, or null. */
export const numberIn = (data: Uint8Array[]): number | null => {
  const all = Buffer.concat(data)
  const at = all.indexOf(MARK)
  if (at < 0) return null
  return [...all.subarray(at + MARK.length, at + MARK.length + 4)].reduce(
    (sum, byte, n) => sum + (byte - 1) * 200 ** n,
    0,
  )
}

/** `count` pictures in decode order, in closed groups of `group`, `between` B-frames between the others. */
export const madePictures = (o: {
  count: number
  group?: number
  between?: number
  rate?: number
  bytes?: (n: number) => number
  open?: boolean
}): MadePicture[] => {
  const { count, group = 20, between = 2, rate = 10, bytes = () => 60, open = false } = o
  const out: MadePicture[] = []
  for (let begin = 0; begin < count; begin += group) {
    const end = Math.min(count, begin + group)
    const order: { at: number; type: number }[] = [{ at: begin, type: 7 }]
    for (let at = begin; at < end - 1; ) {
      const next = Math.min(end - 1, at + between + 1)
      order.push({ at: next, type: 5 })
      for (let n = at + 1; n < next; n++) order.push({ at: n, type: 6 })
      at = next
    }
    let frame = 0
    for (const { at, type } of order) {
      const key = type === 7
      const idr = key && (!open || begin === 0)
      const slice = madeSlice({
        key,
        idr,
        frame,
        order: (at - (open ? 0 : begin)) * 2,
        type,
        number: at,
        bytes: bytes(at),
        reference: type !== 6,
      })
      if (type !== 6) frame++
      out.push({ number: at, key, slice, pts: at / rate, dts: (out.length - (between > 0 ? 1 : 0)) / rate })
    }
  }
  return out
}

/** Two fields of each picture, the second one drawn from the first. */
export const madeFields = (number: number, frame: number, key: boolean): [Buffer, Buffer] => {
  const common = { key, frame, number, bytes: 40, reference: true }
  return [
    madeSlice({ ...common, idr: key, order: number * 2, type: key ? 7 : 5, field: 1 }),
    madeSlice({ ...common, idr: false, order: number * 2 + 1, type: 5, field: 2 }),
  ]
}

export const AUD = Buffer.from([9, 0xf0])
/** A supplemental unit that says nothing; and one that is a recovery point. */
export const SEI = Buffer.from([6, 5, 1, 0x55, 0x80])
export const RECOVERY = Buffer.from([6, 6, 1, 0xc4, 0x80])

/** Units with start codes of four bytes, or three where `short`. */
export const annexB = (units: Buffer[], short = false): Buffer =>
  Buffer.concat(units.flatMap((unit, n) => [short && n > 0 ? START.subarray(1) : START, unit]))

/** The units of a picture as a stream carries them: delimiter, sets before key pictures, slice. */
export const unitsOf = (picture: MadePicture, sets: Buffer[] = [madeSps(), madePps()]): Buffer[] => [
  AUD,
  ...(picture.key ? sets : []),
  picture.slice,
]
