import type { AudioCodec, InputAudioTrack, InputVideoTrack, VideoCodec } from 'mediabunny'

type VideoConfig = NonNullable<Awaited<ReturnType<InputVideoTrack['getDecoderConfig']>>>
type AudioConfig = NonNullable<Awaited<ReturnType<InputAudioTrack['getDecoderConfig']>>>

/** One picture or one frame of sound, as it was encoded. Seconds on the segment's own clock; duration 0: unknown. */
export type Packet = { data: Uint8Array; key: boolean; at: number; duration: number }

/** What a decoder needs to begin with a track. */
export type TrackConfig =
  | { kind: 'video'; codec: VideoCodec; config: VideoConfig }
  | { kind: 'audio'; codec: AudioCodec; config: AudioConfig }

/** The packets of one track in one segment, in decode order. */
export type TrackPackets = TrackConfig & { packets: Packet[] }
