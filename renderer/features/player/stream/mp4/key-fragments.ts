import { hideRecoveryPoint } from '../nal-units.ts'
import { boxesIn, find, viewOf } from './boxes.ts'
import { videoTrack } from './rewrite-fragment.ts'
import { type Defaults, defaultsIn, runsIn } from './runs.ts'

/** The H.264 track of an init section. */
export type AvcTrack = { id: number; known: Map<number, Defaults> }

/** Null when the init section has no pictures, or pictures that are not H.264. */
export const avcTrack = (init: Uint8Array): AvcTrack | null => {
  const id = videoTrack(init)
  const view = viewOf(init)
  const moov = find(view, ['moov'], { from: 0, to: init.length })
  if (id === null || !moov) return null
  const isAvc = boxesIn(view, moov.from, moov.to).some((trak) => {
    const stsd = trak.type === 'trak' ? find(view, ['mdia', 'minf', 'stbl', 'stsd'], trak) : null
    const [entry] = stsd ? boxesIn(view, stsd.from + 8, stsd.to) : []
    return entry?.type === 'avc1' || entry?.type === 'avc3'
  })
  return isAvc ? { id, known: defaultsIn(view) } : null
}

const IDR = 5
const SEI = 6

/** NAL units of a sample: type, and where they lie. Four bytes of length are in front (ISO/IEC 14496-15, 5.3.3). */
const unitsIn = (view: DataView, from: number, to: number): { type: number; from: number; to: number }[] => {
  const units: { type: number; from: number; to: number }[] = []
  for (let at = from; at + 5 <= to; ) {
    const end = at + 4 + view.getUint32(at)
    units.push({ type: view.getUint8(at + 4) & 0x1f, from: at + 4, to: Math.min(end, to) })
    at = end
  }
  return units
}

/** The NAL units of each sample of the track, in order. */
const samplesIn = (fragment: Uint8Array, { id, known }: AvcTrack) => {
  const view = viewOf(fragment)
  const found: ReturnType<typeof unitsIn>[] = []
  for (const moof of boxesIn(view, 0, fragment.length).filter(({ type }) => type === 'moof'))
    for (const { track, dataAt, samples } of runsIn(view, moof, moof.from - 8, known)) {
      if (track !== id) continue
      let at = dataAt
      for (const { size } of samples) {
        found.push(unitsIn(view, at, Math.min(at + size, fragment.length)))
        at += size
      }
    }
  return found
}

const isIdr = (units: ReturnType<typeof unitsIn>): boolean => units.some(({ type }) => type === IDR)

/**
 * For each sample of the track, in order, whether decoding can always begin at it: that takes an IDR picture, whatever
 * the flags of the sample say (M11, P16).
 */
export const keySamples = (fragment: Uint8Array, track: AvcTrack): boolean[] => samplesIn(fragment, track).map(isIdr)

/**
 * A fragment without the recovery points behind an IDR picture (`hideRecoveryPoint`). `linked`: whether an IDR picture
 * and everything behind it came before; the answer says it for the next one. The same bytes where nothing is to be hidden.
 */
export const withoutRecoveryPoints = (
  fragment: Uint8Array,
  track: AvcTrack,
  linked: boolean,
): { bytes: Uint8Array; linked: boolean } => {
  let bytes = fragment
  let now = linked
  for (const units of samplesIn(fragment, track)) {
    if (isIdr(units)) now = true
    if (!now) continue
    for (const { type, from, to } of units) {
      if (type !== SEI) continue
      if (bytes === fragment) bytes = fragment.slice()
      hideRecoveryPoint(bytes, from + 1, to)
    }
  }
  return { bytes, linked: now }
}
