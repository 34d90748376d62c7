import {
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MPEG_TS,
  MpegTsOutputFormat,
  Output,
} from 'mediabunny'
import { fixture } from '../../../media/testing/media-fixtures.ts'

/** A segment of 2 s whose ten pictures are followed by filler units, about `bytes` long: real, decodable, large. */
export const bigSegment = async (bytes: number): Promise<Buffer> => {
  const input = new Input({ formats: [MPEG_TS], source: new BufferSource(fixture('clear-0.mpegts')) })
  const track = await input.getPrimaryVideoTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (!track || !decoderConfig) throw new Error('no video')
  const packets: EncodedPacket[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  const filler = Buffer.alloc(Math.round((bytes / packets.length) * 0.97), 0xff)
  Buffer.from([0, 0, 0, 1, 12]).copy(filler)
  filler[filler.length - 1] = 0x80
  const target = new BufferTarget()
  const output = new Output({ format: new MpegTsOutputFormat(), target })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source)
  await output.start()
  for (const { data, type, timestamp } of packets) {
    await source.add(new EncodedPacket(Buffer.concat([data, filler]), type, timestamp, 0.2), { decoderConfig })
  }
  await output.finalize()
  return Buffer.from(target.buffer as ArrayBuffer)
}
