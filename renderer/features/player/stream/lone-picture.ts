import { joinBytes } from './bytes.ts'
import { picturesOf } from './key-pictures.ts'
import { nalUnits } from './nal-units.ts'
import { type Pes, readPes, stampGap, writePes } from './pes.ts'
import { splitPictures } from './reorder-tail.ts'
import { PACKET, packetize, payloadOf, pidOf } from './ts-frames.ts'

/** The PES of the first picture in plain packets; null without one. */
const firstPes = (packets: Uint8Array, pid: number): Pes | null => {
  const carried: Uint8Array[] = []
  const { head } = splitPictures(packets, pid, 1)
  for (let at = 0; at + PACKET <= head.length; at += PACKET) {
    const packet = head.subarray(at, at + PACKET)
    if (pidOf(packet) === pid) carried.push(payloadOf(packet))
  }
  return readPes(joinBytes(carried))
}

/** Whether one picture is all that a segment holds. */
export const isLone = (own: Uint8Array, pid: number): boolean => {
  if (picturesOf(own, pid).length !== 1) return false
  // Several pictures may share a PES.
  const delimiters = nalUnits(firstPes(own, pid)?.payload ?? own).filter(({ type }) => type === 9)
  return delimiters.length <= 1
}

/**
 * A segment of one picture with a copy of the next one. hls.js does not know how long a lone picture is shown: it takes
 * the length before, at first 1/30 s, and moves what comes next to where that ends (`MP4Remuxer.remuxVideo`). The copy is
 * decoded half-way, so that picture and copy last half of the distance each and the next segment begins where hls.js
 * expects it. There the picture comes again, for the same time. The same bytes when it cannot be decoded twice.
 */
export const withNextPicture = (own: Uint8Array, next: Uint8Array, pid: number): Uint8Array => {
  const [alone, copied] = [firstPes(own, pid), firstPes(next, pid)]
  if (!picturesOf(next, pid)[0]?.idr || !copied || copied.pts === null || copied.dts === null) return own
  const distance = alone?.dts == null ? 0 : stampGap(copied.dts, alone.dts)
  if (!alone || alone.dts === null || distance <= 1) return own
  const copy = writePes(copied, copied.pts, alone.dts + Math.ceil(distance / 2))
  return joinBytes([own, packetize(pid, copy, 0).packets])
}
