import type { Picture } from './decode.ts'
import { changed, joined, withFile } from './lists.ts'
import { type Encoding, FRAGMENTS, HLS, type Hls, listOf, type Made, type MediaKit, SINE } from './media-kit.ts'
import { sampleSizes } from './mp4-edit.ts'
import {
  createTsMuxer,
  cutEqually,
  DELIMITER,
  type Stream,
  type Turn,
  type WriteOptions,
  writeGroups,
} from './ts-stream-writer.ts'

export type Make = (kit: MediaKit) => Promise<Made>

/** Bytes that are no media: always the same, without a run that looks like transport packets. */
export const noise = (length: number): Buffer => {
  const out = Buffer.alloc(length)
  let seed = 1
  for (let i = 0; i < length; i++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    out[i] = seed >> 16
  }
  return out
}

/** ffmpeg's own playlist of an encoding, its packets copied. */
export const copied =
  (encoding: Encoding, ...rest: string[]) =>
  async (kit: MediaKit): Promise<Hls> =>
    kit.hls(['-i', await kit.encode(encoding), '-c', 'copy', ...rest])

/** The same with a tone of `seconds` as a second track. `before`: options of the pictures' input. */
export const withSound =
  (encoding: Encoding, seconds: number, sound: string[], rest: string[], before: string[] = []) =>
  async (kit: MediaKit): Promise<Hls> => {
    const inputs = [...before, '-i', await kit.encode(encoding), '-t', String(seconds), ...SINE]
    return kit.hls([...inputs, '-map', '0', '-map', '1', '-c:v', 'copy', ...sound, ...rest])
  }

/** Lengths of groups: from one key picture to the next, and to the end. */
const lengthsOf = ({ units }: Stream, fps: number): number[] => {
  const shown = units.filter(({ key }, i) => key || i === 0).map(({ pts }) => pts)
  const end = Math.max(...units.map(({ pts }) => pts)) + 1 / fps
  return shown.map((at, i) => (shown[i + 1] ?? end) - at)
}

/** Our own transport stream, a segment a group. `edit` changes the access units first. */
export const written =
  (encoding: Encoding, options: WriteOptions = {}, edit: (stream: Stream) => Stream = (stream) => stream) =>
  async (kit: MediaKit): Promise<Hls> => {
    const stream = edit(await kit.stream(encoding))
    const lengths = lengthsOf(stream, encoding.fps)
    return listOf(
      writeGroups(stream, options).map((packets, i) => ({ bytes: Buffer.concat(packets), lengthS: lengths[i] ?? 0 })),
    )
  }

/** All groups as one stream, cut again in equal pieces: `unit` 188 on packet borders, 1 anywhere. */
export const recut =
  (encoding: Encoding, parts: number, unit: number, options: WriteOptions = {}) =>
  async (kit: MediaKit): Promise<Hls> => {
    const whole = Buffer.concat(writeGroups(await kit.stream(encoding), options).flat())
    const lengthS = encoding.frames / encoding.fps / parts
    return listOf(cutEqually(whole, parts, unit).map((bytes) => ({ bytes, lengthS })))
  }

/** `count` access units that are not key pictures share one PES and its time stamps. */
export const sharedPes = (count: number) => {
  let held: Turn[] = []
  return ({ units }: Stream): WriteOptions => ({
    write: (turn) => {
      if (turn.unit.key) {
        held = []
        return null
      }
      held.push(turn)
      if (held.length < count && units[turn.index + 1]?.key === false) return []
      const [first] = held
      const packets = turn.muxer.pes(Buffer.concat(held.map(({ data }) => data)), first ?? turn)
      held = []
      return packets
    },
  })
}

/** A stream written by options that need to see it whole. */
export const writtenBy = (encoding: Encoding, options: (stream: Stream) => WriteOptions) => async (kit: MediaKit) =>
  written(encoding, options(await kit.stream(encoding)))(kit)

/** An access unit in two PES, the second without time stamps. */
export const splitPes: WriteOptions = {
  write: ({ data, muxer, pts, dts }) => {
    const half = data.length >> 1
    return [...muxer.pes(data.subarray(0, half), { pts, dts }), ...muxer.pes(data.subarray(half), null)]
  },
}

const SEI = Buffer.from([0, 0, 0, 1, 6, 5, 4, 1, 2, 3, 4, 0x80])

/** After each tenth picture a PES without one. */
export const emptyPes: WriteOptions = {
  write: ({ index, data, muxer, pts, dts }) => {
    const own = muxer.pes(data, { pts, dts })
    return index % 10 === 9 ? [...own, ...muxer.pes(Buffer.concat([DELIMITER, SEI]), { pts, dts })] : own
  },
}

/** No time stamps on every second access unit that is not a key picture. */
export const rareStamps: WriteOptions = {
  write: ({ index, unit, data, muxer }) => (index % 2 === 1 && !unit.key ? muxer.pes(data, null) : null),
}

/** Each third packet of the video a second time, with the same counter (13818-1, 2.4.3.3). */
export const repeatedPackets: WriteOptions = {
  write: ({ data, muxer, pts, dts }) =>
    muxer.pes(data, { pts, dts }).flatMap((packet) => ((packet[3] ?? 0) % 3 === 0 ? [packet, packet] : [packet])),
}

/** Packets of 188 bytes with as many more in front of and behind each (M2TS, DVB). */
export const padded =
  (before: number, behind: number) =>
  (bytes: Buffer): Buffer => {
    const packets = Array.from({ length: bytes.length / 188 }, (_, i) => bytes.subarray(i * 188, i * 188 + 188))
    return Buffer.concat(packets.flatMap((packet) => [Buffer.alloc(before), packet, Buffer.alloc(behind)]))
  }

/** Other times of showing: `at` says the new one of each number. For streams without B pictures. */
export const timed =
  (at: (number: number) => number) =>
  ({ units, sets }: Stream): Stream => ({
    sets,
    units: units.map((unit, i) => ({ ...unit, pts: at(i), dts: at(i) })),
  })

/** Sound alone as one transport segment. */
const soundAlone = async (kit: MediaKit, seconds: number): Promise<Hls> =>
  kit.hls(['-t', String(seconds), ...SINE, '-c:a', 'aac', ...HLS, '-hls_time', String(seconds * 2)])

/** A clock that starts over with each segment, with or without the tag that says so. */
export const resetting = (encoding: Encoding, tagged: boolean) => async (kit: MediaKit) => {
  const stream = await kit.stream(encoding)
  const starts = stream.units.flatMap(({ key }, i) => (key ? [i] : []))
  const segments = starts.map((start, i) => {
    const units = stream.units.slice(start, starts[i + 1])
    const zero = Math.min(...units.map(({ pts }) => pts))
    const own = { sets: stream.sets, units: units.map((u) => ({ ...u, pts: u.pts - zero, dts: u.dts - zero })) }
    const bytes = Buffer.concat(writeGroups(own, { offsetS: 1 }).flat())
    return { bytes, lengthS: units.length / encoding.fps, discontinuity: tagged && i > 0 }
  })
  return listOf(segments)
}

/** A muxer for streams that hold no picture at all. */
export const tablesAlone = (): Buffer => Buffer.concat(createTsMuxer().tables())

/** Sound in a list of its own, which EXT-X-MEDIA names (RFC 8216, 4.3.4.1). */
export const soundApart = (encoding: Encoding) => async (kit: MediaKit) => {
  const pictures = await copied(encoding, ...HLS, '-hls_time', '2')(kit)
  const sound = await soundAlone(kit, encoding.frames / encoding.fps)
  const files = new Map(pictures.files)
  for (const [name, bytes] of sound.files) files.set(`a-${name}`, bytes)
  files.set('pictures.m3u8', Buffer.from(pictures.playlist))
  files.set('sound.m3u8', Buffer.from(sound.playlist.replace(/^(?!#)(\S+)$/gm, 'a-$1')))
  const playlist = [
    '#EXTM3U',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,URI="sound.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=400000,CODECS="avc1.64000b,mp4a.40.2",AUDIO="a"',
    'pictures.m3u8',
    '',
  ].join('\n')
  return { playlist, files, mp4: null }
}

/** A segment of sound alone, then pictures on a clock of their own. */
export const soundThenPictures = (encoding: Encoding, seconds: number) => async (kit: MediaKit) =>
  joined(await soundAlone(kit, seconds), await copied(encoding, ...HLS, '-hls_time', '2')(kit))

/** An encoding that only MPEG-TS takes, as one list. */
export const fromCodec = (encoding: Encoding) => async (kit: MediaKit) => {
  const bytes = await kit.transport(encoding)
  return listOf([{ bytes, lengthS: encoding.frames / encoding.fps }])
}

/** Open groups whose recovery points are taken out: only the first picture is alone. */
export const withoutRecovery = (encoding: Encoding) =>
  copied(
    encoding,
    '-bsf:v',
    'h264_mp4toannexb,filter_units=remove_types=6,dump_extra=freq=all',
    ...HLS,
    '-hls_time',
    '2',
  )

/** Fifty pictures of one size, then fifty of another. */
export const twoSizes = (args: string[]) => async (kit: MediaKit) => {
  const part = (start: number, size: readonly [number, number]) =>
    copied({ frames: 50, fps: 10, from: start, size }, ...args, '-hls_time', '2')(kit)
  return joined(await part(0, [160, 90]), await part(50, [320, 180]))
}

/** A fMP4 segment of which the end is missing, and the pictures that are whole without it. */
export const cutShort = (encoding: Encoding & { group: number }, segment: number) => {
  const name = `s${String(segment).padStart(4, '0')}.m4s`
  const seconds = String(encoding.group / encoding.fps)
  const source = copied(encoding, ...FRAGMENTS, '-hls_time', seconds)
  const share = (bytes: Buffer) => bytes.subarray(0, Math.round(bytes.length * 0.6))
  return {
    make: changed(source, withFile(name, share)),
    right: async (kit: MediaKit): Promise<Picture[]> => {
      const { files } = await source(kit)
      const bytes = files.get(name) ?? Buffer.alloc(0)
      const sizes = sampleSizes(bytes)
      const end = share(bytes).length
      let at = bytes.length - sizes.reduce((sum, size) => sum + size, 0)
      let whole = 0
      for (const size of sizes) {
        at += size
        if (at <= end) whole++
      }
      const { units } = await kit.stream(encoding)
      const kept = units.filter((_, i) => i < segment * encoding.group + whole || i >= (segment + 1) * encoding.group)
      return kept.map(({ pts }) => ({ number: Math.round(pts * encoding.fps), at: pts })).sort((a, b) => a.at - b.at)
    },
  }
}
