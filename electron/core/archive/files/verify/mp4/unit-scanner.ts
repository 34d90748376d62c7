import type { NalForm } from './sample-entry.ts'
import type { SampleList } from './sample-list.ts'

/** What a look at the units of all pictures finds; numbers of pictures. */
type UnitFaults = {
  /** Lengths of units do not add up to the sample. */
  broken: number
  /** No slice: nothing a decoder could show. */
  empty: number
  /** More than one coded picture in one sample. */
  joint: number
}

/** Header of a unit and the first byte of a slice. */
const HEAD_BYTES = 3
/** `payloadType` of a recovery point (H.264, D.1.8): decoding may begin here without an IDR picture. */
const RECOVERY_POINT = 6

type Unit = { slice: boolean; first: boolean; key: boolean }
const NONE: Unit = { slice: false, first: false, key: false }

const avcUnit = (head: Uint8Array, length: number): Unit => {
  const type = (head[0] as number) & 0x1f
  if (type === 6) return { ...NONE, key: length > 1 && head[1] === RECOVERY_POINT }
  // Slices, and part A of partitioned ones. `first_mb_in_slice` 0 is a single 1 bit (7.3.3).
  if (type !== 1 && type !== 2 && type !== 5) return NONE
  return { slice: true, first: length > 1 && ((head[1] as number) & 0x80) !== 0, key: type === 5 }
}

const hevcUnit = (head: Uint8Array, length: number): Unit => {
  const type = ((head[0] as number) >> 1) & 0x3f
  const layer = (((head[0] as number) & 1) << 5) | ((head[1] as number) >> 3)
  if (type > 31 || layer !== 0 || length < 3) return NONE
  return { slice: true, first: ((head[2] as number) & 0x80) !== 0, key: type >= 16 && type <= 23 }
}

/**
 * Looks at the units of each picture while the file goes by in pieces, in the order of the bytes: their lengths,
 * a slice in each, no second picture. Keeps a few bytes, whatever the sizes say.
 */
export const createUnitScanner = (samples: SampleList, form: NalForm) => {
  const places = samples.places()
  const sizes = samples.sizes()
  let order: Uint32Array | null = null
  for (let at = 1; at < places.length; at++) {
    if ((places[at] as number) >= (places[at - 1] as number)) continue
    order = Uint32Array.from(places.keys()).sort((a, b) => (places[a] as number) - (places[b] as number))
    break
  }
  const unitOf = form.codec === 'avc' ? avcUnit : hevcUnit
  const most = form.fields ? 2 : 1
  const faults: UnitFaults = { broken: 0, empty: 0, joint: 0 }
  let keys = 0
  let cursor = 0
  /** One past the newest byte that was used. */
  let position = 0
  let inside = false
  let end = 0
  let unitLeft = 0
  let [slices, pictures, broken, key] = [0, 0, false, false]
  const head = new Uint8Array(8)
  let have = 0
  let stage: 'length' | 'head' | 'body' = 'length'

  const finish = (): void => {
    if (broken || stage !== 'length' || have > 0) faults.broken++
    else if (slices === 0) faults.empty++
    else if (pictures > most) faults.joint++
    if (slices > 0 && key) keys++
    inside = false
    cursor++
  }

  const begin = (start: number, size: number): void => {
    inside = true
    position = start
    end = start + size
    ;[slices, pictures, broken, key] = [0, 0, false, false]
    stage = 'length'
    have = 0
  }

  /** Takes up to `want` bytes into `head`; true when they are all there. */
  const gather = (piece: Uint8Array, at: number, want: number): boolean => {
    while (have < want && position < end && position - at < piece.length) {
      head[have++] = piece[position - at] as number
      position++
    }
    return have === want
  }

  const onLength = (): void => {
    unitLeft = 0
    for (let n = 0; n < form.lengthBytes; n++) unitLeft = unitLeft * 256 + (head[n] as number)
    have = 0
    if (unitLeft === 0 || position + unitLeft > end) {
      broken = true
      position = end
    } else stage = 'head'
  }

  const onHead = (): void => {
    const unit = unitOf(head, unitLeft)
    if (unit.slice) slices++
    if (unit.slice && unit.first) pictures++
    key ||= unit.key
    unitLeft -= have
    have = 0
    stage = 'body'
  }

  const scan = (piece: Uint8Array, at: number): void => {
    const last = at + piece.length
    while (position < end && position < last) {
      if (stage === 'length') {
        if (gather(piece, at, form.lengthBytes)) onLength()
      } else if (stage === 'head') {
        if (gather(piece, at, Math.min(unitLeft, HEAD_BYTES))) onHead()
      }
      if (stage === 'body') {
        const skip = Math.min(unitLeft, last - position)
        position += skip
        unitLeft -= skip
        if (unitLeft === 0) stage = 'length'
      }
    }
    if (position >= end) finish()
  }

  return {
    /** The next piece of the file, `at` its place; pieces follow each other. */
    feed: (piece: Uint8Array, at: number): void => {
      const last = at + piece.length
      while (cursor < places.length) {
        if (!inside) {
          const sample = order ? (order[cursor] as number) : cursor
          const start = places[sample] as number
          if (start >= last) return
          if (start < position) {
            faults.broken++ // it shares bytes with the one before
            cursor++
            continue
          }
          begin(start, sizes[sample] as number)
        }
        scan(piece, at)
        if (inside) return
      }
    },
    result: () => ({ faults: { ...faults, broken: faults.broken + (places.length - cursor) }, keys }),
  }
}
