import type { TrackFormat } from '../../media-samples.ts'
import { audioEntry, box, esds, u8, u16, u32 } from './sample-entries.ts'

/** A frame of sound inside a stream: its bytes without the header that only streams need. */
type SoundFrame = {
  from: number
  to: number
  /** Where the next frame begins. */
  next: number
  samples: number
  /** What the decoder needs; equal text means one track goes on. */
  key: string
}

export type SoundRules = {
  /** The frame at `at`; `more` when its end is not there yet; null when none begins there. */
  frame: (bytes: Buffer, at: number, end: number) => SoundFrame | 'more' | null
  /** The first byte of a frame, to search for after noise. */
  sync: number
  /** Whether one track goes on from one key to the other. */
  same: (a: string, b: string) => boolean
  rate: (key: string) => number
  format: (key: string) => TrackFormat
}

const RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000, 7_350]

const sound = (codec: string, rate: number, sampleEntry: Buffer): TrackFormat => ({
  kind: 'audio',
  codec,
  timescale: rate,
  sampleEntry,
  width: 0,
  height: 0,
  matrix: null,
})

const equal = (a: string, b: string): boolean => a === b

const numbers = (key: string): number[] => key.split(' ').map(Number)

/** ADTS (ISO 13818-7, 6.2). Key: object type, index of the rate, channels. */
const aac: SoundRules = {
  sync: 0xff,
  frame: (bytes, at, end) => {
    if (at + 7 > end) return 'more'
    const second = bytes[at + 1] as number
    if (bytes[at] !== 0xff || (second & 0xf6) !== 0xf0) return null
    const third = bytes[at + 2] as number
    const fourth = bytes[at + 3] as number
    const rate = (third >> 2) & 15
    const size = ((fourth & 3) << 11) | ((bytes[at + 4] as number) << 3) | ((bytes[at + 5] as number) >> 5)
    const header = (second & 1) === 1 ? 7 : 9
    if (rate >= RATES.length || size <= header) return null
    if (at + size > end) return 'more'
    const channels = ((third & 1) << 2) | (fourth >> 6)
    const blocks = ((bytes[at + 6] as number) & 3) + 1
    const key = `${(third >> 6) + 1} ${rate} ${channels}`
    return { from: at + header, to: at + size, next: at + size, samples: 1024 * blocks, key }
  },
  same: equal,
  rate: (key) => RATES[numbers(key)[1] as number] as number,
  format: (key) => {
    const [type = 2, index = 4, channels = 2] = numbers(key)
    const rate = RATES[index] as number
    const specific = u16((type << 11) | (index << 7) | (channels << 3))
    const count = channels === 7 ? 8 : channels || 2
    return sound(`mp4a.40.${type}`, rate, audioEntry('mp4a', { channels: count, rate }, esds(0x40, specific)))
  },
}

const MPEG_RATES = [44_100, 48_000, 32_000]
const KBITS: Record<string, number[]> = {
  '1 2': [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1 3': [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2 3': [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}

/** MPEG audio, layers II and III (ISO 11172-3, 2.4.2.3; ISO 13818-3). Key: version, layer, rate, channels. */
const mpeg: SoundRules = {
  sync: 0xff,
  frame: (bytes, at, end) => {
    if (at + 4 > end) return 'more'
    const second = bytes[at + 1] as number
    const third = bytes[at + 2] as number
    if (bytes[at] !== 0xff || (second & 0xe0) !== 0xe0) return null
    const version = [2.5, 0, 2, 1][(second >> 3) & 3] as number
    const layer = 4 - ((second >> 1) & 3)
    const kbits = KBITS[`${version === 1 ? 1 : 2} ${version === 1 ? layer : 3}`]?.[(third >> 4) - 1]
    const base = MPEG_RATES[(third >> 2) & 3]
    if (version === 0 || (layer !== 2 && layer !== 3) || !kbits || !base) return null
    const rate = base / (version === 1 ? 1 : version * 2 === 5 ? 4 : 2)
    const samples = layer === 3 && version !== 1 ? 576 : 1152
    const size = Math.floor((samples * 125 * kbits) / rate) + ((third >> 1) & 1)
    if (at + size > end) return 'more'
    const channels = (bytes[at + 3] as number) >> 6 === 3 ? 1 : 2
    return { from: at, to: at + size, next: at + size, samples, key: `${version} ${layer} ${rate} ${channels}` }
  },
  same: equal,
  rate: (key) => numbers(key)[2] as number,
  format: (key) => {
    const [version = 1, , rate = 44_100, channels = 2] = numbers(key)
    const type = version === 1 ? 0x6b : 0x69
    const entry = audioEntry('mp4a', { channels, rate }, esds(type, Buffer.alloc(0)))
    return sound(`mp4a.${type.toString(16)}`, rate, entry)
  },
}

const AC3_RATES = [48_000, 44_100, 32_000]
const AC3_KBITS = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640]
const AC3_CHANNELS = [2, 1, 2, 3, 3, 4, 4, 5]

/** AC-3 (ETSI TS 102 366, 4.3). Key: rate, and the 24 bits of `dac3` (F.4). */
const ac3: SoundRules = {
  sync: 0x0b,
  frame: (bytes, at, end) => {
    if (at + 8 > end) return 'more'
    if (bytes[at] !== 0x0b || bytes[at + 1] !== 0x77) return null
    const code = bytes[at + 4] as number
    const rate = AC3_RATES[code >> 6]
    const kbits = AC3_KBITS[(code & 63) >> 1]
    const bsid = (bytes[at + 5] as number) >> 3
    if (!rate || !kbits || bsid > 8) return null
    const words = rate === 44_100 ? Math.floor((kbits * 1000 * 96) / rate) + (code & 1) : (kbits * 96_000) / rate
    const size = words * 2
    if (at + size > end) return 'more'
    const mode = (bytes[at + 6] as number) >> 5
    // The mix levels in front of the low-frequency flag depend on the channels (4.4.2).
    const skip = (mode & 1 && mode !== 1 ? 2 : 0) + (mode & 4 ? 2 : 0) + (mode === 2 ? 2 : 0)
    const low = ((bytes.readUInt16BE(at + 6) << (3 + skip)) >> 15) & 1
    const bsmod = (bytes[at + 5] as number) & 7
    const box24 =
      ((code >> 6) << 22) | (bsid << 17) | (bsmod << 14) | (mode << 11) | (low << 10) | (((code & 63) >> 1) << 5)
    return { from: at, to: at + size, next: at + size, samples: 1536, key: `${rate} ${box24}` }
  },
  same: equal,
  rate: (key) => numbers(key)[0] as number,
  format: (key) => {
    const [rate = 48_000, config = 0] = numbers(key)
    const channels = (AC3_CHANNELS[(config >> 11) & 7] as number) + ((config >> 10) & 1)
    return sound('ac-3', rate, audioEntry('ac-3', { channels, rate }, box('dac3', u32(config * 256).subarray(0, 3))))
  },
}

/** Streams, coupled streams and the order of channels for more than two (RFC 7845, 5.1.1.2). */
const OPUS_STREAMS: Record<number, [number, number, number[]]> = {
  3: [2, 1, [0, 2, 1]],
  4: [2, 2, [0, 1, 2, 3]],
  5: [3, 2, [0, 4, 1, 2, 3]],
  6: [4, 2, [0, 4, 1, 2, 3, 5]],
  7: [4, 3, [0, 4, 1, 2, 3, 5, 6]],
  8: [5, 3, [0, 6, 1, 2, 3, 4, 5, 7]],
}
const OPUS_RATE = 48_000

/** Samples of one Opus packet by its first byte and count (RFC 6716, 3.1 and 3.2). */
const opusSamples = (bytes: Buffer, at: number, end: number): number => {
  const toc = bytes[at] as number
  const config = toc >> 3
  const low = config < 12 ? [480, 960, 1920, 2880] : config < 16 ? [480, 960] : [120, 240, 480, 960]
  const samples = low[config < 12 ? config & 3 : config < 16 ? config & 1 : config & 3] as number
  const code = toc & 3
  return samples * (code === 0 ? 1 : code < 3 ? 2 : at + 1 < end ? (bytes[at + 1] as number) & 63 : 1)
}

/** Opus with control headers (ETSI TS 103 491 form). Key: channels, samples to drop at the beginning. */
const opusOf = (channels: number): SoundRules => ({
  sync: 0x7f,
  frame: (bytes, at, end) => {
    if (at + 3 > end) return 'more'
    if (bytes[at] !== 0x7f || ((bytes[at + 1] as number) & 0xe0) !== 0xe0) return null
    const flags = bytes[at + 1] as number
    let from = at + 2
    let size = 0
    for (let byte = 255; byte === 255; size += byte) {
      if (from >= end) return 'more'
      byte = bytes[from++] as number
    }
    let skip = 0
    if (flags & 0x10) {
      if (from + 2 > end) return 'more'
      skip = bytes.readUInt16BE(from) & 0x1fff
      from += 2
    }
    if (flags & 0x08) from += 2
    if (flags & 0x04) {
      if (from >= end) return 'more'
      from += 1 + (bytes[from] as number)
    }
    if (from + size > end) return 'more'
    if (size === 0) return null
    const key = `${channels} ${skip}`
    return { from, to: from + size, next: from + size, samples: opusSamples(bytes, from, from + size), key }
  },
  same: () => true,
  rate: () => OPUS_RATE,
  format: (key) => {
    const [, skip = 0] = numbers(key)
    const count = channels === 0 ? 2 : channels
    const streams = OPUS_STREAMS[count]
    const mapping = streams ? u8(1, streams[0], streams[1], ...streams[2]) : u8(0)
    const dOps = box('dOps', u8(0, count), u16(skip), u32(OPUS_RATE), u16(0), mapping)
    return sound('opus', OPUS_RATE, audioEntry('Opus', { channels: count, rate: OPUS_RATE }, dOps))
  },
})

/** The rules of a codec of sound in transport streams; `channels` is said beside the stream for Opus alone. */
export const soundRules = (codec: 'aac' | 'mpeg' | 'ac-3' | 'opus', channels: number): SoundRules =>
  codec === 'aac' ? aac : codec === 'mpeg' ? mpeg : codec === 'ac-3' ? ac3 : opusOf(channels)
