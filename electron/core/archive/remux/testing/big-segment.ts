import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, MpegTsOutputFormat, Output } from 'mediabunny'
import { fixture } from '../../../replay/testing/media-fixtures.ts'
import { readAnyPackets } from '../any-packets.ts'

/** A segment of 2 s whose ten pictures are followed by filler units, about `bytes` long: real, decodable, large. */
export const bigSegment = async (bytes: number): Promise<Buffer> => {
  const [track] = await readAnyPackets(fixture('clear-0.mpegts'))
  if (track?.kind !== 'video') throw new Error('no video')
  const filler = Buffer.alloc(Math.round((bytes / track.packets.length) * 0.97), 0xff)
  Buffer.from([0, 0, 0, 1, 12]).copy(filler)
  filler[filler.length - 1] = 0x80
  const target = new BufferTarget()
  const output = new Output({ format: new MpegTsOutputFormat(), target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source)
  await output.start()
  for (const { data, key, at } of track.packets) {
    const packet = new EncodedPacket(Buffer.concat([data, filler]), key ? 'key' : 'delta', at, 0.2)
    await source.add(packet, { decoderConfig: track.config })
  }
  await output.finalize()
  return Buffer.from(target.buffer as ArrayBuffer)
}
