import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny'
import { ffmpeg } from './decode.ts'
import { keyOf } from './disk-cache.ts'
import { ffmpegCache } from './ffmpeg-cache.ts'
import { numberedPicture } from './numbered.ts'
import type { Stream } from './ts-stream-writer.ts'

/** A recording as a service names it: a playlist whose lines are bare names of `files`, or one MP4. */
export type Made = Hls | { mp4: Buffer }
export type Hls = { playlist: string; files: Map<string, Buffer>; mp4: null }

/** How numbered pictures are encoded; `codec` replaces x264 and its options. */
export type Encoding = {
  frames: number
  fps: number
  bFrames?: number
  /** Pictures from one key picture to the next. */
  group?: number
  pixelFormat?: string
  size?: readonly [width: number, height: number]
  /** Number of the first picture. */
  from?: number
  codec?: string[]
  extra?: string[]
}

const SIZE = [160, 90] as const
const X264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-sc_threshold', '0', '-threads', '1']
export const HLS = ['-f', 'hls', '-hls_list_size', '0', '-hls_playlist_type', 'vod']
export const FRAGMENTS = [...HLS, '-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', 'i.mp4']
/** One tone of 440 Hz; `-t` in front of it limits its length. */
export const SINE = ['-f', 'lavfi', '-i', 'sine=440:r=44100']

const encodingArgs = ({ fps, bFrames = 3, group = 20, pixelFormat = 'yuv420p', codec, extra = [] }: Encoding) => [
  ...['-pix_fmt', pixelFormat, '-g', String(group), '-r', String(fps)],
  ...(codec ?? [...X264, '-bf', String(bFrames), '-keyint_min', String(group)]),
  ...extra,
]

const START_CODE = Buffer.from([0, 0, 0, 1])

/** Parameter sets of an avcC with start codes. */
const setsOf = (avcc: Buffer): Buffer => {
  const sets: Buffer[] = []
  let at = 5
  for (const mask of [31, 255]) {
    const count = (avcc[at++] ?? 0) & mask
    for (let i = 0; i < count; i++) {
      const length = avcc.readUInt16BE(at)
      sets.push(START_CODE, avcc.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  return Buffer.concat(sets)
}

/** Lengths in front of NAL units become start codes. */
const withStartCodes = (sample: Buffer): Buffer => {
  const parts: Buffer[] = []
  for (let at = 0; at + 4 <= sample.length; ) {
    const length = sample.readUInt32BE(at)
    parts.push(START_CODE, sample.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return Buffer.concat(parts)
}

/** Access units of an MP4's H.264 track; decode times are as late as the order allows. */
const streamOf = async (path: string): Promise<Stream> => {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) })
  try {
    const track = await input.getPrimaryVideoTrack()
    const config = await track?.getDecoderConfig()
    if (!track || !config?.description) throw new Error(`no H.264 in ${path}`)
    const avcc = Buffer.from(config.description as Uint8Array)
    const units: Stream['units'] = []
    for await (const { data, type, timestamp } of new EncodedPacketSink(track).packets())
      units.push({ data: withStartCodes(Buffer.from(data)), key: type === 'key', pts: timestamp, dts: 0 })
    const shown = units.map(({ pts }) => pts).sort((a, b) => a - b)
    const delay = Math.max(...units.map(({ pts }, i) => (shown[i] ?? 0) - pts))
    units.forEach((unit, i) => {
      unit.dts = (shown[i] ?? 0) - delay
    })
    return { units, sets: setsOf(avcc) }
  } finally {
    input.dispose()
  }
}

/** What makes inputs: ffmpeg over numbered pictures, in a folder of its own. An encoding is made once and used by all. */
export const createMediaKit = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'media-'))
  const cache = ffmpegCache()
  /** Encodings by their path, which differs from run to run. */
  const contents = new Map<string, string>()
  const namesOf = (args: string[]): string[] => args.map((arg) => contents.get(arg) ?? arg)
  const encoded = new Map<string, Promise<string>>()
  const streams = new Map<string, Promise<Stream>>()
  let count = 0

  const encodeTo = async (path: string, encoding: Encoding, before: string[] = []): Promise<void> => {
    const { frames, fps, from = 0, size: [width, height] = SIZE } = encoding
    const raw = Buffer.concat(Array.from({ length: frames }, (_, i) => numberedPicture(from + i, width, height)))
    const source = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', String(fps), '-i', '-']
    const args = [...source, ...before, ...encodingArgs(encoding)]
    const bytes = await cache.made(['encoding', extname(path), raw, ...args], async () => {
      await ffmpeg([...args, path], raw)
      return readFile(path)
    })
    await writeFile(path, bytes)
    contents.set(path, keyOf(bytes))
  }

  const encode = (encoding: Encoding): Promise<string> => {
    const key = JSON.stringify(encoding)
    const known = encoded.get(key)
    if (known) return known
    const path = join(folder, `base-${encoded.size}.mp4`)
    const made = encodeTo(path, encoding).then(() => path)
    encoded.set(key, made)
    return made
  }

  const stream = (encoding: Encoding): Promise<Stream> => {
    const key = JSON.stringify(encoding)
    const known = streams.get(key)
    if (known) return known
    const read = encode(encoding).then(streamOf)
    streams.set(key, read)
    return read
  }

  const makeHls = async (args: string[]): Promise<Hls> => {
    const own = await mkdtemp(join(folder, 'hls-'))
    const segments = join(own, args.includes('fmp4') ? 's%04d.m4s' : 's%04d.ts')
    await ffmpeg([...args, '-hls_segment_filename', segments, join(own, 'list.m3u8')])
    const files = new Map<string, Buffer>()
    for (const name of await readdir(own)) if (name !== 'list.m3u8') files.set(name, await readFile(join(own, name)))
    const playlist = await readFile(join(own, 'list.m3u8'), 'utf8')
    await rm(own, { recursive: true })
    return { playlist, files, mp4: null }
  }

  /** Runs ffmpeg into a playlist and answers it with its files, and removes them. */
  const hls = (args: string[]): Promise<Hls> => cache.made(['hls', ...namesOf(args)], () => makeHls(args))

  /** Runs ffmpeg into one file and answers its bytes. */
  const file = (args: string[], suffix = 'mp4'): Promise<Buffer> =>
    cache.made(['file', suffix, ...namesOf(args)], async () => {
      const path = join(folder, `file-${count++}.${suffix}`)
      await ffmpeg([...args, path])
      const bytes = await readFile(path)
      await rm(path)
      return bytes
    })

  /** An encoding as one transport stream. */
  const transport = async (encoding: Encoding): Promise<Buffer> => {
    const path = join(folder, `file-${count++}.ts`)
    await encodeTo(path, encoding)
    return readFile(path)
  }

  /** Puts an input on the disk, for tools; answers the path of its playlist or file. */
  const put = async (made: Made): Promise<string> => {
    const own = await mkdtemp(join(folder, 'put-'))
    if (made.mp4) {
      await writeFile(join(own, 'video.mp4'), made.mp4)
      return join(own, 'video.mp4')
    }
    for (const [name, bytes] of made.files) await writeFile(join(own, name), bytes)
    await writeFile(join(own, 'list.m3u8'), made.playlist)
    return join(own, 'list.m3u8')
  }

  const end = async (): Promise<void> => {
    await rm(folder, { recursive: true, force: true })
    await cache.prune()
  }

  return { folder, encode, stream, hls, file, transport, put, end }
}

export type MediaKit = Awaited<ReturnType<typeof createMediaKit>>

/** Segments as a playlist, with the length of each in seconds; `init` is in EXT-X-MAP. */
export const listOf = (
  segments: { bytes: Buffer; lengthS: number; discontinuity?: boolean }[],
  options: { init?: Buffer; suffix?: string } = {},
): Hls => {
  const files = new Map<string, Buffer>()
  const { init, suffix = init ? 'm4s' : 'ts' } = options
  if (init) files.set('i.mp4', init)
  const longest = Math.ceil(Math.max(...segments.map(({ lengthS }) => lengthS)))
  const lines = ['#EXTM3U', '#EXT-X-VERSION:7', `#EXT-X-TARGETDURATION:${longest}`, '#EXT-X-PLAYLIST-TYPE:VOD']
  if (init) lines.push('#EXT-X-MAP:URI="i.mp4"')
  segments.forEach(({ bytes, lengthS, discontinuity }, i) => {
    const name = `s${String(i).padStart(4, '0')}.${suffix}`
    files.set(name, bytes)
    if (discontinuity) lines.push('#EXT-X-DISCONTINUITY')
    lines.push(`#EXTINF:${lengthS.toFixed(6)},`, name)
  })
  return { playlist: `${lines.join('\n')}\n#EXT-X-ENDLIST\n`, files, mp4: null }
}
