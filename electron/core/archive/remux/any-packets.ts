import {
  BufferSource,
  EncodedPacketSink,
  Input,
  type InputTrack,
  MP4,
  MPEG_TS,
  UnsupportedInputFormatError,
} from 'mediabunny'
import type { Packet, TrackConfig, TrackPackets } from './packets.ts'

const configOf = async (track: InputTrack): Promise<TrackConfig | null> => {
  if (track.isVideoTrack()) {
    const [codec, config] = await Promise.all([track.getCodec(), track.getDecoderConfig()])
    return codec && config && { kind: 'video', codec, config }
  }
  if (!track.isAudioTrack()) return null
  const [codec, config] = await Promise.all([track.getCodec(), track.getDecoderConfig()])
  return codec && config && { kind: 'audio', codec, config }
}

const withTracks = async <T>(bytes: Uint8Array, read: (track: InputTrack) => Promise<T | null>): Promise<T[]> => {
  const input = new Input({ formats: [MP4, MPEG_TS], source: new BufferSource(bytes) })
  try {
    const found: T[] = []
    for (const track of await input.getTracks()) {
      const value = await read(track)
      if (value !== null) found.push(value)
    }
    return found
  } catch (error) {
    if (error instanceof UnsupportedInputFormatError) return []
    throw error
  } finally {
    input.dispose()
  }
}

/** The tracks of a segment with its init section in front, in the order of the container. */
export const readConfigs = (bytes: Uint8Array): Promise<TrackConfig[]> => withTracks(bytes, configOf)

/** The packets of any segment mediabunny knows, and nothing for what is none. Throws for broken containers. */
export const readAnyPackets = (bytes: Uint8Array): Promise<TrackPackets[]> =>
  withTracks(bytes, async (track) => {
    const config = await configOf(track)
    if (!config) return null
    const packets: Packet[] = []
    for await (const { data, type, timestamp, duration } of new EncodedPacketSink(track).packets()) {
      packets.push({ data, key: type === 'key', at: timestamp, duration })
    }
    return packets.length === 0 ? null : { ...config, packets }
  })
