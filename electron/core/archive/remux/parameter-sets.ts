import type { Packet, TrackConfig } from './packets.ts'

const bytesOf = (config: TrackConfig): Buffer | null => {
  const { description } = config.config
  if (description === undefined) return null
  return ArrayBuffer.isView(description)
    ? Buffer.from(description.buffer as ArrayBuffer, description.byteOffset, description.byteLength)
    : Buffer.from(description as ArrayBuffer)
}

/** True when a decoder set up for one goes on with the other. */
export const sameConfig = (a: TrackConfig, b: TrackConfig): boolean => {
  if (a.config === b.config) return true
  const [first, second] = [bytesOf(a), bytesOf(b)]
  if (a.config.codec !== b.config.codec || (first === null) !== (second === null)) return false
  if (first && second && !first.equals(second)) return false
  return (
    a.kind !== 'video' ||
    b.kind !== 'video' ||
    (a.config.codedWidth === b.config.codedWidth && a.config.codedHeight === b.config.codedHeight)
  )
}

/** The parameter sets of an avcC record with their lengths in front, as they stand inside a picture. */
const setsOf = (avcC: Buffer): Buffer => {
  const out: Buffer[] = []
  let at = 5
  for (const mask of [0x1f, 0xff]) {
    const count = (avcC[at++] as number) & mask
    for (let n = 0; n < count; n++) {
      const length = avcC.readUInt16BE(at)
      const size = Buffer.alloc(4)
      size.writeUInt32BE(length)
      out.push(size, avcC.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return Buffer.concat(out)
}

/**
 * Packets of a track whose configuration changed, for a file that was begun with another one (P11). H.264 in a
 * transport stream carries its parameter sets in each key picture anyhow; those of an init section are put in
 * front of them. Null when that cannot be done: the recording is refused.
 */
export const withParameterSets = (now: TrackConfig, begun: TrackConfig, packets: Packet[]): Packet[] | null => {
  const [description, first] = [bytesOf(now), bytesOf(begun)]
  if (now.codec !== 'avc' && now.codec !== 'hevc') return null
  if (description === null && first === null) return packets
  if (now.codec !== 'avc' || !description || !first) return null
  // Lengths of other than four bytes would mean another form of every picture.
  if (((description[4] as number) & 3) !== 3 || ((first[4] as number) & 3) !== 3) return null
  const sets = setsOf(description)
  return packets.map((packet) => (packet.key ? { ...packet, data: Buffer.concat([sets, packet.data]) } : packet))
}
