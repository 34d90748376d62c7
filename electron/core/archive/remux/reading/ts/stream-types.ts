import type { LostTrack } from '../segment-read.ts'
import type { ListedStream } from './program-tables.ts'

export type VideoCodec = 'avc' | 'hevc'
export type SoundCodec = 'aac' | 'mpeg' | 'ac-3' | 'opus'

/** What an elementary stream is: kept, or named as lost. */
export type StreamKind =
  | { kind: 'video'; codec: VideoCodec }
  | { kind: 'audio'; codec: SoundCodec }
  | { lost: Pick<LostTrack, 'kind' | 'codec'> }

const lost = (kind: LostTrack['kind'], codec: string): StreamKind => ({ lost: { kind, codec } })

/** ISO 13818-1, table 2-34, and what ATSC, DVB and SCTE add to it. */
const TYPES: Record<number, StreamKind> = {
  1: lost('video', 'mp1v'),
  2: lost('video', 'mp2v'),
  3: { kind: 'audio', codec: 'mpeg' },
  4: { kind: 'audio', codec: 'mpeg' },
  15: { kind: 'audio', codec: 'aac' },
  16: lost('video', 'mp4v'),
  17: lost('audio', 'aac-latm'),
  21: lost('data', 'id3'),
  27: { kind: 'video', codec: 'avc' },
  36: { kind: 'video', codec: 'hevc' },
  51: lost('video', 'vvc'),
  66: lost('video', 'avs'),
  129: { kind: 'audio', codec: 'ac-3' },
  130: lost('audio', 'dts'),
  134: lost('data', 'scte-35'),
  135: lost('audio', 'ec-3'),
  209: lost('video', 'dirac'),
  210: lost('video', 'avs2'),
  234: lost('video', 'vc-1'),
}

/** Registered formats (ISO 13818-1, 2.6.8). */
const REGISTERED: Record<string, StreamKind> = {
  'AC-3': { kind: 'audio', codec: 'ac-3' },
  Opus: { kind: 'audio', codec: 'opus' },
  HEVC: { kind: 'video', codec: 'hevc' },
  EAC3: lost('audio', 'ec-3'),
  AV01: lost('video', 'av1'),
  VC_1: lost('video', 'vc-1'),
  DTS1: lost('audio', 'dts'),
  DTS2: lost('audio', 'dts'),
  DTS3: lost('audio', 'dts'),
  ID3: lost('data', 'id3'),
  KLVA: lost('data', 'klv'),
}

/** DVB descriptors by tag (EN 300 468, 6.1). */
const TAGS: Record<number, StreamKind> = {
  86: lost('subtitles', 'teletext'),
  89: lost('subtitles', 'dvb'),
  106: { kind: 'audio', codec: 'ac-3' },
  122: lost('audio', 'ec-3'),
  123: lost('audio', 'dts'),
  124: lost('audio', 'aac-latm'),
}

/** The descriptors of a stream: tag and body. */
const descriptorsOf = function* (stream: ListedStream): Generator<{ tag: number; body: Buffer }> {
  const { descriptors } = stream
  for (let at = 0; at + 2 <= descriptors.length; ) {
    const length = descriptors[at + 1] as number
    yield { tag: descriptors[at] as number, body: descriptors.subarray(at + 2, at + 2 + length) }
    at += 2 + length
  }
}

export const kindOfStream = (stream: ListedStream): StreamKind => {
  const known = TYPES[stream.type]
  if (known) return known
  for (const { tag, body } of descriptorsOf(stream)) {
    const named = tag === 5 ? REGISTERED[body.toString('latin1', 0, 4).trim()] : TAGS[tag]
    if (named) return named
  }
  return lost('data', `0x${stream.type.toString(16).padStart(2, '0')}`)
}

/** channel_config_code of Opus in transport streams, from its extension descriptor; 2 where there is none. */
export const opusChannels = (stream: ListedStream): number => {
  for (const { tag, body } of descriptorsOf(stream)) {
    if (tag === 0x7f && body[0] === 0x80 && body.length > 1) return body[1] as number
  }
  return 2
}
