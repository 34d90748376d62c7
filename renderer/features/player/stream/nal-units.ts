/** ITU-T H.264, table 7-1. */
const IDR = 5
const SEI = 6
const SPS = 7
const PPS = 8

/** One NAL unit of a byte stream (H.264, annex B): its type, and where it begins (its start code) and ends. */
export type Nal = { type: number; from: number; to: number }

export const nalUnits = (bytes: Uint8Array): Nal[] => {
  const units: Nal[] = []
  let at = bytes.indexOf(1)
  while (at !== -1 && at + 1 < bytes.length) {
    if (at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0) {
      const from = at >= 3 && bytes[at - 3] === 0 ? at - 3 : at - 2
      const before = units.at(-1)
      if (before) before.to = from
      units.push({ type: (bytes[at + 1] ?? 0) & 0x1f, from, to: bytes.length })
    }
    at = bytes.indexOf(1, at + 1)
  }
  return units
}

/** Slices, and the three parts of a slice in data partitions. */
const isSlice = ({ type }: Nal): boolean => type >= 1 && type <= IDR
export const hasIdr = (units: readonly Nal[]): boolean => units.some(({ type }) => type === IDR)
/** A picture at which decoders can begin, or at which they learn its parameters. */
export const canBegin = (units: readonly Nal[]): boolean => units.some(({ type }) => type === IDR || type === SPS)

/** Delimiters, SEI and filling alone: there is no picture in them (M19). */
export const isWithoutPicture = (units: readonly Nal[]): boolean =>
  units.length > 0 && units.every((unit) => !isSlice(unit) && [SEI, 9, 10, 11, 12].includes(unit.type))

/** A picture that is no IDR, without what makes a recovery point of it: its SEI and parameter sets. */
export const asPlainPicture = (bytes: Uint8Array, units: readonly Nal[]): Uint8Array => {
  const kept = units.filter(({ type }) => type !== SEI && type !== SPS && type !== PPS)
  if (kept.length === units.length) return bytes
  const out = new Uint8Array(kept.reduce((sum, { from, to }) => sum + to - from, 0))
  let at = 0
  for (const { from, to } of kept) {
    out.set(bytes.subarray(from, to), at)
    at += to - from
  }
  return out
}
