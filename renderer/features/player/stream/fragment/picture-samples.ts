import { joinBytes } from '../bytes.ts'
import { u32 } from '../mp4/boxes.ts'
import { canBegin, hasIdr, hasRecoveryPoint, type Nal, nalUnits, parameterSets } from '../nal-units.ts'
import { pesIn } from '../picture-times.ts'
import { unitOf } from './picture-init.ts'
import { isReference } from './still-pictures.ts'

/** One picture: when it is shown (90 kHz, any turn), its NAL units with their lengths in front, and its parameter sets. */
export type PictureSample = {
  pts: number
  data: Uint8Array
  sync: boolean
  sets: Uint8Array | null
  /** The same as a byte stream, when other pictures refer to it. */
  reference: Uint8Array | null
}

/** Delimiters and filling say nothing in a container (ISO/IEC 14496-15, 5.3.2); ends of sequences stay. */
const isSaid = ({ type }: Nal): boolean => type !== 9 && type !== 12
const isSet = ({ type }: Nal): boolean => type === 7 || type === 8
const isSlice = ({ type }: Nal): boolean => type >= 1 && type <= 5

const sampleOf = (pts: number, bytes: Uint8Array): PictureSample => {
  const units = nalUnits(bytes)
  const slice = units.findIndex(isSlice)
  // Parameter sets behind a slice are for what reads sizes alone (`rewriteTs`).
  const kept = units.filter((unit, i) => isSaid(unit) && !(isSet(unit) && slice !== -1 && i > slice))
  const data = joinBytes(
    kept.flatMap((unit) => {
      const own = unitOf(bytes, unit)
      return [u32(own.length), own]
    }),
  )
  const sync = hasIdr(kept) || canBegin(kept) || hasRecoveryPoint(bytes, kept)
  const own = units[slice]
  const reference = own && isReference(bytes, own) ? bytes : null
  return { pts, data, sync, sets: parameterSets(bytes, units), reference }
}

/** The pictures of H.264 of `pid` in plain packets, in decode order. A PES without a time goes on with the picture before. */
export const pictureSamples = (packets: Uint8Array, pid: number): PictureSample[] => {
  const pictures: { pts: number; parts: Uint8Array[] }[] = []
  for (const { pes } of pesIn(packets, pid)) {
    if (pes.pts !== null) pictures.push({ pts: pes.pts, parts: [pes.payload] })
    else pictures.at(-1)?.parts.push(pes.payload)
  }
  return pictures
    .map(({ pts, parts: [first = new Uint8Array(), ...rest] }) =>
      sampleOf(pts, rest.length > 0 ? joinBytes([first, ...rest]) : first),
    )
    .filter(({ data }) => data.length > 0)
}
