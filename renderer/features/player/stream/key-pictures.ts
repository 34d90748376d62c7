import { joinBytes } from './bytes.ts'
import { canBegin, hasIdr, hasRecoveryPoint, nalUnits } from './nal-units.ts'
import { readPes } from './pes.ts'
import { PACKET, payloadOf, pidOf, startsUnit } from './ts-frames.ts'

/**
 * One picture of plain packets: where its first packet lies, when it is shown (90 kHz), whether decoders may begin at it
 * (`key`), and whether they always can (`idr`).
 */
export type TsPicture = { at: number; pts: number | null; key: boolean; idr: boolean }

const stamps = function* (packets: Uint8Array, pid: number, kind: 'pts' | 'dts'): Generator<number> {
  for (let at = 0; at + PACKET <= packets.length; at += PACKET) {
    const packet = packets.subarray(at, at + PACKET)
    const stamp = pidOf(packet) === pid && startsUnit(packet) ? (readPes(payloadOf(packet))?.[kind] ?? null) : null
    if (stamp !== null) yield stamp
  }
}

/** When the first picture of `pid` with a time of its own is shown, or decoded (90 kHz); null without one. */
export const firstStamp = (packets: Uint8Array, pid: number, kind: 'pts' | 'dts'): number | null => {
  for (const stamp of stamps(packets, pid, kind)) return stamp
  return null
}

/** When the pictures of `pid` with a time of their own are shown (90 kHz), in decode order. */
export const stampsOf = (packets: Uint8Array, pid: number): number[] => [...stamps(packets, pid, 'pts')]

/** The H.264 pictures of `pid` that begin in these packets of 188 bytes, in order. */
export const picturesOf = (packets: Uint8Array, pid: number): TsPicture[] => {
  const pictures: { at: number; carried: Uint8Array[] }[] = []
  for (let at = 0; at + PACKET <= packets.length; at += PACKET) {
    const packet = packets.subarray(at, at + PACKET)
    if (pidOf(packet) !== pid) continue
    if (startsUnit(packet)) pictures.push({ at, carried: [] })
    pictures.at(-1)?.carried.push(payloadOf(packet))
  }
  return pictures.map(({ at, carried }) => {
    const pes = readPes(joinBytes(carried))
    const units = pes ? nalUnits(pes.payload) : []
    const key = pes !== null && (canBegin(units) || hasRecoveryPoint(pes.payload, units))
    return { at, pts: pes?.pts ?? null, key, idr: hasIdr(units) }
  })
}

/** The packets from the last key (or IDR) picture on, behind those of other streams; null without one. */
export const fromLastKey = (packets: Uint8Array, pid: number, mark: 'key' | 'idr'): Uint8Array | null => {
  const key = picturesOf(packets, pid).findLast((picture) => picture[mark])
  if (!key) return null
  const before: Uint8Array[] = []
  for (let at = 0; at < key.at; at += PACKET) {
    const packet = packets.subarray(at, at + PACKET)
    if (pidOf(packet) !== pid) before.push(packet)
  }
  return joinBytes([...before, packets.subarray(key.at)])
}
