import { joinBytes } from './bytes.ts'

/** ITU-T H.264, table 7-1. */
const IDR = 5
const SEI = 6
const SPS = 7
const PPS = 8
/** Payload type of its SEI (D.1.8). */
const RECOVERY_POINT = 6

/** One NAL unit of a byte stream (H.264, annex B): its type, and where it begins (its start code) and ends. */
export type Nal = { type: number; from: number; to: number }

export const nalUnits = (bytes: Uint8Array): Nal[] => {
  const units: Nal[] = []
  // Where `at` holds neither 0 nor 1, no start code ends at it nor at the next two: two of three bytes are not looked at.
  for (let at = 2; at + 1 < bytes.length; ) {
    const byte = bytes[at] ?? 0
    if (byte === 1 && bytes[at - 1] === 0 && bytes[at - 2] === 0) {
      const from = at >= 3 && bytes[at - 3] === 0 ? at - 3 : at - 2
      const before = units.at(-1)
      if (before) before.to = from
      units.push({ type: (bytes[at + 1] ?? 0) & 0x1f, from, to: bytes.length })
    }
    at += byte === 0 ? 1 : 3
  }
  return units
}

/** Slices, and the three parts of a slice in data partitions. */
const isSlice = ({ type }: Nal): boolean => type >= 1 && type <= IDR
export const hasIdr = (units: readonly Nal[]): boolean => units.some(({ type }) => type === IDR)
/** A picture at which decoders can begin, or at which they learn its parameters. */
export const canBegin = (units: readonly Nal[]): boolean => units.some(({ type }) => type === IDR || type === SPS)

const isSet = ({ type }: Nal): boolean => type === SPS || type === PPS
const cut = (bytes: Uint8Array, units: readonly Nal[]): Uint8Array =>
  joinBytes(units.map(({ from, to }) => bytes.subarray(from, to)))

/** The parameter sets among the units, as bytes; null when there is no SPS. */
export const parameterSets = (bytes: Uint8Array, units: readonly Nal[]): Uint8Array | null =>
  units.some(({ type }) => type === SPS) ? cut(bytes, units.filter(isSet)) : null

/** SEI of a recovery point (H.264, D.1.8): decoders may begin here. */
export const hasRecoveryPoint = (bytes: Uint8Array, units: readonly Nal[]): boolean =>
  units.some(({ type, from, to }) => {
    const header = bytes.indexOf(1, from) + 1
    return type === SEI && header + 1 < to && bytes[header + 1] === RECOVERY_POINT
  })

/** The picture with parameter sets in front of its first slice, where decoders look for them. */
export const withSetsInFront = (bytes: Uint8Array, units: readonly Nal[], sets: Uint8Array): Uint8Array => {
  const slice = units.find(isSlice)
  if (!slice) return bytes
  return joinBytes([bytes.subarray(0, slice.from), sets, bytes.subarray(slice.from)])
}

/** A payload type that is reserved (H.264, D.1): decoders pass over it. */
const RESERVED = 0xf0

/**
 * Takes the recovery point out of an SEI, in place: Chromium begins to decode at one, and its decoder fails there when
 * groups are open (M20, P16). `from`: behind the header of the NAL unit; `to`: its end.
 */
export const hideRecoveryPoint = (bytes: Uint8Array, from: number, to: number): void => {
  let at = from
  while (at + 2 < to && bytes[at] !== 0x80) {
    if (bytes[at] === RECOVERY_POINT) bytes[at] = RESERVED
    // Type and size: bytes of 255 go on (7.3.2.3.1).
    while (bytes[at] === 255) at += 1
    at += 1
    let size = 0
    for (; bytes[at] === 255; at += 1) size += 255
    at += 1 + size + (bytes[at] ?? 0)
  }
}

/** A copy of a picture without recovery points in its SEI. */
export const withoutRecoveryPoint = (bytes: Uint8Array, units: readonly Nal[]): Uint8Array => {
  const out = bytes.slice()
  for (const { type, from, to } of units) if (type === SEI) hideRecoveryPoint(out, out.indexOf(1, from) + 2, to)
  return out
}

/** Delimiters, SEI and filling alone: there is no picture in them (M19). */
export const isWithoutPicture = (units: readonly Nal[]): boolean =>
  units.length > 0 && units.every((unit) => !isSlice(unit) && [SEI, 9, 10, 11, 12].includes(unit.type))

/** A picture that is no IDR, without what makes a recovery point of it: its SEI and parameter sets. */
export const asPlainPicture = (bytes: Uint8Array, units: readonly Nal[]): Uint8Array => {
  const kept = units.filter((unit) => unit.type !== SEI && !isSet(unit))
  return kept.length === units.length ? bytes : cut(bytes, kept)
}
