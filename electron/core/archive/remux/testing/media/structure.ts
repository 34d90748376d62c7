import { createHash } from 'node:crypto'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'

/** A picture known by its coded bytes, where nothing decodes it. */
export type CodedPicture = { slices: string; at: number }

/** NAL units of a sample with 4-byte lengths; what does not fit is cut. */
const nalUnits = (sample: Uint8Array): Uint8Array[] => {
  const view = new DataView(sample.buffer, sample.byteOffset, sample.byteLength)
  const units: Uint8Array[] = []
  for (let at = 0; at + 4 <= sample.length; ) {
    const length = view.getUint32(at)
    units.push(sample.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return units
}

/** A name for the slices of an H.264 sample, whatever else is beside them: parameter sets, delimiters, SEI. */
const slicesOf = (sample: Uint8Array): string => {
  const hash = createHash('sha1')
  let count = 0
  for (const unit of nalUnits(sample)) {
    const type = (unit[0] ?? 0) & 0x1f
    if (type < 1 || type > 5) continue
    let end = unit.length
    while (end > 0 && unit[end - 1] === 0) end-- // zeros behind a unit are no part of it
    hash.update(unit.subarray(0, end))
    count++
  }
  return count === 0 ? 'none' : hash.digest('hex').slice(0, 16)
}

/** Pictures of an MP4 in the order of showing, and its turn in degrees. */
export const codedPictures = async (file: string | Buffer): Promise<{ pictures: CodedPicture[]; turn: number }> => {
  const source = typeof file === 'string' ? new FilePathSource(file) : new BufferSource(file)
  const input = new Input({ formats: ALL_FORMATS, source })
  try {
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Error('no pictures')
    const pictures: CodedPicture[] = []
    for await (const { data, timestamp } of new EncodedPacketSink(track).packets())
      pictures.push({ slices: slicesOf(data), at: timestamp })
    return { pictures: pictures.sort((a, b) => a.at - b.at), turn: await track.getRotation() }
  } finally {
    input.dispose()
  }
}
