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

/** Whether a sample holds an IDR slice; NAL units have four bytes of length in front (ISO/IEC 14496-15, 5.3.3). */
const isIdr = (view: DataView, from: number, to: number): boolean => {
  for (let at = from; at + 5 <= to; at += 4 + view.getUint32(at))
    if ((view.getUint8(at + 4) & 0x1f) === IDR) return true
  return false
}

/**
 * For each sample of the track, in order, whether Chromium can begin at it: that takes an IDR picture, whatever the flags
 * of the sample say (M11, P16).
 */
export const keySamples = (fragment: Uint8Array, { id, known }: AvcTrack): boolean[] => {
  const view = viewOf(fragment)
  const keys: boolean[] = []
  for (const moof of boxesIn(view, 0, fragment.length).filter(({ type }) => type === 'moof'))
    for (const { track, dataAt, samples } of runsIn(view, moof, moof.from - 8, known)) {
      if (track !== id) continue
      let at = dataAt
      for (const { size } of samples) {
        keys.push(isIdr(view, at, Math.min(at + size, fragment.length)))
        at += size
      }
    }
  return keys
}
