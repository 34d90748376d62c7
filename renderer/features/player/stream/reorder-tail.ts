import { joinBytes } from './bytes.ts'
import { picturesOf, type TsPicture } from './key-pictures.ts'
import { stampGap } from './pes.ts'
import { PACKET, pidOf } from './ts-frames.ts'

/** How many pictures at the beginning of a segment are shown before the last one of the segment in front of it. */
export const tailCount = (own: readonly TsPicture[], next: readonly TsPicture[]): number => {
  const known = [...own, ...next].every(({ pts }) => pts !== null)
  if (!known || own.length === 0) return 0
  const lastShown = own.reduce((last, { pts }) => (stampGap(pts ?? 0, last) > 0 ? (pts ?? 0) : last), own[0]?.pts ?? 0)
  const behind = next.findIndex(({ key, pts }) => key || stampGap(pts ?? 0, lastShown) > 0)
  return behind === -1 ? next.length : behind
}

/** The packets of the first `count` pictures of `pid`, and all the others. */
export const splitPictures = (
  packets: Uint8Array,
  pid: number,
  count: number,
): { head: Uint8Array; rest: Uint8Array } => {
  const pictures = picturesOf(packets, pid)
  const from = pictures[0]?.at ?? 0
  const to = pictures[count]?.at ?? packets.length
  const head: Uint8Array[] = []
  const rest: Uint8Array[] = []
  for (let at = 0; at < packets.length; at += PACKET) {
    const packet = packets.subarray(at, at + PACKET)
    const own = count > 0 && at >= from && at < to && pidOf(packet) === pid
    if (own) head.push(packet)
    else rest.push(packet)
  }
  return { head: joinBytes(head), rest: joinBytes(rest) }
}
