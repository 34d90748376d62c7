import { joined, withFiles } from './lists.ts'
import { type Encoding, FRAGMENTS, type Hls, listOf, type MediaKit } from './media-kit.ts'
import { fragmentsLater, fragmentsOf, sampleSizes } from './mp4-edit.ts'
import { cutEqually, type Stream, writeGroups } from './ts-stream-writer.ts'
import { copied } from './unusual-streams.ts'

type Clock = 'zero' | 'offset' | 'wrap' | 'restart'

export type Combination = {
  title: string
  encoding: Encoding
  make: (kit: MediaKit) => Promise<Hls>
  /** Two init sections: ffmpeg reads the second wrongly. */
  ffmpegErrs: boolean
}

const encodings = (bFrames: number, from = 0): Encoding[] => [
  { frames: 24, fps: 2, bFrames, group: 6, from },
  { frames: 60, fps: 10, bFrames, group: 20, from },
  { frames: 90, fps: 30, bFrames, group: 30, from },
]

const WRAP_S = 2 ** 33 / 90_000

const CLOCKS: Record<Clock, string> = {
  zero: 'from zero',
  offset: 'an hour on',
  wrap: 'that wraps',
  restart: 'that starts over',
}

const TS_CUTS = {
  key: 'at key pictures',
  between: 'between pictures',
  inside: 'inside pictures',
  packet: 'inside packets',
} as const

/** Where a stream of this clock begins, seconds. */
const offsetOf = (clock: Clock, { units }: Stream, lengthS: number): number => {
  const delay = -Math.min(...units.map(({ dts }) => dts))
  if (clock === 'wrap') return WRAP_S - lengthS / 2
  return clock === 'offset' ? 3_600 : delay + 0.2
}

const cutTs = (stream: Stream, fps: number, cut: keyof typeof TS_CUTS, offsetS: number): Hls => {
  const { units } = stream
  const lengthS = units.length / fps
  if (cut === 'key') {
    const groups = writeGroups(stream, { offsetS })
    return listOf(groups.map((packets) => ({ bytes: Buffer.concat(packets), lengthS: lengthS / groups.length })))
  }
  const parts = 5
  if (cut !== 'between') {
    const whole = Buffer.concat(writeGroups(stream, { offsetS }).flat())
    return listOf(
      cutEqually(whole, parts, cut === 'inside' ? 188 : 1).map((bytes) => ({ bytes, lengthS: lengthS / parts })),
    )
  }
  // Each picture apart first, so that a segment may end behind any of them.
  const pictures: Buffer[] = []
  writeGroups(stream, {
    offsetS,
    write: ({ data, muxer, unit, index, pts, dts }) => {
      const tables = unit.key || index === 0 ? muxer.tables() : []
      pictures.push(Buffer.concat([...tables, ...muxer.pes(data, { pts, dts })]))
      return []
    },
  })
  const borders = Array.from({ length: parts + 1 }, (_, i) => Math.round((i * pictures.length) / parts))
  return listOf(
    borders.slice(1).map((end, i) => {
      const own = pictures.slice(borders[i], end)
      return { bytes: Buffer.concat(own), lengthS: own.length / fps }
    }),
  )
}

const ts = (encoding: Encoding, cut: keyof typeof TS_CUTS, clock: Clock): Combination => ({
  title: `TS, ${encoding.fps} pictures/s, ${encoding.bFrames ? 'B-frames' : 'no B-frames'}, cut ${TS_CUTS[cut]}, clock ${CLOCKS[clock]}`,
  encoding,
  ffmpegErrs: false,
  make: async (kit) => {
    const { frames, fps } = encoding
    const stream = await kit.stream(encoding)
    if (clock !== 'restart') return cutTs(stream, fps, cut, offsetOf(clock, stream, frames / fps))
    const half = { ...encoding, frames: frames / 2 }
    const first = await kit.stream(half)
    const second = await kit.stream({ ...half, from: frames / 2 })
    return joined(cutTs(first, fps, cut, 20), cutTs(second, fps, cut, offsetOf('zero', second, 0)))
  },
})

const MP4_CUTS = {
  key: ['at key pictures', ['-hls_time', '2']],
  between: ['between pictures', []],
  ranges: ['as ranges of one file', ['-hls_time', '2', '-hls_flags', 'single_file']],
} as const

/** Fragments that end where the time is up, between any two pictures. */
const splitFragments = (encoding: Encoding) => async (kit: MediaKit) => {
  const flags = ['-movflags', 'empty_moov+default_base_moof', '-frag_duration', '700000']
  const { init, fragments } = fragmentsOf(await kit.file(['-i', await kit.encode(encoding), '-c', 'copy', ...flags]))
  const segments = fragments.map((bytes) => ({ bytes, lengthS: sampleSizes(bytes).length / encoding.fps }))
  return listOf(segments, { init })
}

const fragments = (encoding: Encoding, cut: keyof typeof MP4_CUTS, clock: Clock): Combination => {
  const [words, rest] = MP4_CUTS[cut]
  const list = (part: Encoding) => (cut === 'between' ? splitFragments(part) : copied(part, ...FRAGMENTS, ...rest))
  return {
    title: `fMP4, ${encoding.fps} pictures/s, ${encoding.bFrames ? 'B-frames' : 'no B-frames'}, cut ${words}, clock ${CLOCKS[clock]}`,
    encoding,
    ffmpegErrs: clock === 'restart',
    make: async (kit) => {
      if (clock === 'restart') {
        const half = { ...encoding, frames: encoding.frames / 2 }
        return joined(await list(half)(kit), await list({ ...half, from: half.frames })(kit))
      }
      const made = await list(encoding)(kit)
      if (clock === 'zero') return made
      // 2^32 ticks are where a clock of 32 bits would wrap.
      const ticks = clock === 'wrap' ? 2n ** 32n - 20_000n : 3_600n * 10_240n
      return withFiles((bytes) => fragmentsLater(bytes, ticks))(made)
    },
  }
}

const clocks = Object.keys(CLOCKS) as Clock[]
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T

/** Every cut with every clock; frame rates and B-frames take turns, so that each meets each cut and each clock. */
export const combinations: Combination[] = [
  ...(Object.keys(TS_CUTS) as (keyof typeof TS_CUTS)[]).flatMap((cut, i) =>
    clocks.flatMap((clock, k) => [0, 3].map((bFrames, b) => ts(pick(encodings(bFrames), i + k + b), cut, clock))),
  ),
  ...(Object.keys(MP4_CUTS) as (keyof typeof MP4_CUTS)[]).flatMap((cut, i) =>
    clocks.map((clock, k) => fragments(pick(encodings(pick([3, 0], i + k)), i + (k >> 1)), cut, clock)),
  ),
]
