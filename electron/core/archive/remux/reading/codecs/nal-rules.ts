import type { TrackFormat } from '../../media-samples.ts'

/** Colour of ISO 23091-2 as `colr` carries it. */
export type Colour = { primaries: number; transfer: number; matrix: number; full: boolean }

/** What a NAL unit is for the cut into access units; bits may come together. */
export const SLICE = 1
/** The first slice of a picture. */
export const FIRST = 2
/** Begins a new access unit when it follows a slice. */
export const BEGINS = 4
export const AUD = 8
export const SETS = 16
/** Decoding may begin here, whatever the slice says (IDR, IRAP). */
export const KEY = 32
export const SEI = 64

/** What the first slice says of its picture. */
export type PictureHead = {
  /** Picture order count, or null where it cannot be known. */
  order: number | null
  /** Counts from here on are not comparable with those before. */
  resets: boolean
  /** Drawn from itself alone. */
  intra: boolean
  /** 1 top, 2 bottom field; 0 a frame. `frame` is the same in both fields of a frame. */
  field: 0 | 1 | 2
  frame: number
}

/** Parameter sets by kind and number, and the counters that go from picture to picture; all of it plain data. */
export type NalMemory = { sets: Map<string, Buffer>; msb: number; lsb: number }

export const freshNalMemory = (): NalMemory => ({ sets: new Map(), msb: 0, lsb: 0 })

/** More sets than a stream may have (ISO 14496-10, 7.4.2: 32 and 256) are noise. */
const MOST_SETS = 320
export const keepSet = (memory: NalMemory, name: string, unit: Buffer): void => {
  const known = memory.sets.get(name)
  if (unit.length > 0xffff || (memory.sets.size >= MOST_SETS && !known) || known?.equals(unit)) return
  memory.sets.set(name, Buffer.from(unit))
}

/** Reads a parameter set once, not once a picture: what came of it is kept as long as its bytes. Null without a set. */
export const readOnce = <T>(read: (unit: Buffer) => T | null): ((unit: Buffer | undefined) => T | null) => {
  const known = new WeakMap<Buffer, { value: T | null }>()
  return (unit) => {
    if (!unit) return null
    let found = known.get(unit)
    if (!found) {
      found = { value: read(unit) }
      known.set(unit, found)
    }
    return found.value
  }
}

/** The rules of one codec that is made of NAL units. */
export type NalRules = {
  codec: 'avc' | 'hevc'
  /** What the unit at `at` is, or -1 when there are not enough bytes to tell. */
  kindOf: (bytes: Buffer, at: number, end: number) => number
  /** Keeps a parameter set. */
  keep: (memory: NalMemory, unit: Buffer) => void
  /** True when a supplemental unit says that decoding may begin here (P16). */
  isRecoveryPoint: (bytes: Buffer, at: number, end: number) => boolean
  head: (memory: NalMemory, bytes: Buffer, at: number, end: number) => PictureHead
  /** Null until the sets are there and make sense. */
  format: (memory: NalMemory) => TrackFormat | null
}
