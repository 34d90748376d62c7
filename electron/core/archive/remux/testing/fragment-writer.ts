import { type MadePicture, madePps, madeSps } from './made-h264.ts'

const u16 = (value: number): Buffer => Buffer.from([(value >> 8) & 0xff, value & 0xff])
const u32 = (...values: number[]): Buffer => {
  const out = Buffer.alloc(values.length * 4)
  values.forEach((value, n) => void out.writeUInt32BE(value >>> 0, n * 4))
  return out
}
const u64 = (value: number): Buffer => {
  const out = Buffer.alloc(8)
  out.writeBigUInt64BE(BigInt(value))
  return out
}

/** A box of ISO 14496-12. */
export const box = (type: string, ...body: Buffer[]): Buffer => {
  const size = body.reduce((sum, part) => sum + part.length, 8)
  return Buffer.concat([u32(size), Buffer.from(type, 'latin1'), ...body])
}

const UNTURNED = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)
export const TURNED = u32(0, 0x10000, 0, -0x10000, 0, 0, 0xb40000, 0, 0x40000000)

/** The sample entry of made pictures. */
export const avcEntry = (sps = madeSps(), ...extra: Buffer[]): Buffer => {
  const pps = madePps()
  const avcC = box(
    'avcC',
    Buffer.from([1]),
    sps.subarray(1, 4),
    Buffer.from([0xff, 0xe1]),
    u16(sps.length),
    sps,
    Buffer.from([1]),
    u16(pps.length),
    pps,
  )
  const head = Buffer.alloc(78)
  head[7] = 1
  head.writeUInt16BE(320, 24)
  head.writeUInt16BE(192, 26)
  return box('avc1', head, avcC, ...extra)
}

export const soundEntry = (type = 'Opus', ...inner: Buffer[]): Buffer => {
  const head = Buffer.alloc(28)
  head[7] = 1
  head[17] = 2
  return box(type, head, ...inner)
}

export type MadeTrack = {
  id: number
  kind: 'video' | 'audio' | 'text'
  timescale: number
  entry: Buffer
  matrix?: Buffer
  /** Ticks that an edit list takes off. */
  edit?: number
  /** What fragments leave out. */
  defaults?: { duration?: number; size?: number; flags?: number }
}

/** An init section. */
export const madeInit = (tracks: MadeTrack[]): Buffer => {
  const traks = tracks.map(({ id, kind, timescale, entry, matrix = UNTURNED, edit }) => {
    const tkhd = box('tkhd', u32(3, 0, 0, id, 0, 0, 0, 0, 0, 0), matrix, u32(320 * 65_536, 192 * 65_536))
    const elst = edit === undefined ? [] : [box('edts', box('elst', u32(0, 1, 0, edit, 0x10000)))]
    const handler = kind === 'video' ? 'vide' : kind === 'audio' ? 'soun' : 'text'
    const mdhd = box('mdhd', u32(0, 0, 0, timescale, 0, 0))
    const hdlr = box('hdlr', u32(0, 0), Buffer.from(handler), Buffer.alloc(13))
    const stbl = box('stbl', box('stsd', u32(0, 1), entry))
    return box('trak', tkhd, ...elst, box('mdia', mdhd, hdlr, box('minf', stbl)))
  })
  const trexes = tracks.map(({ id, defaults = {} }) =>
    box('trex', u32(0, id, 1, defaults.duration ?? 0, defaults.size ?? 0, defaults.flags ?? 0)),
  )
  const mvhd = box('mvhd', u32(0, 0, 0, 1000, 0), Buffer.alloc(80))
  return Buffer.concat([box('ftyp', Buffer.from('iso6'), u32(0)), box('moov', mvhd, ...traks, box('mvex', ...trexes))])
}

export type MadeSample = { data: Buffer; duration: number; offset?: number; sync?: boolean }
export type MadeFragment = {
  track: number
  /** Left out: the fragment does not say when it begins. */
  begin?: number
  samples: MadeSample[]
  /** Left out of the table, so that the defaults hold. */
  without?: { duration?: boolean; flags?: boolean }
}

/** How a fragment says where its bytes are. */
export type Base = 'moof' | 'file' | 'none'

/** moof and mdat for one or more tracks. `at` is the place of the moof in the file, for bases of that form. */
export const madeFragment = (fragments: MadeFragment[], base: Base = 'moof', at = 0): Buffer => {
  const make = (offsets: number[]): Buffer => {
    const trafs = fragments.map(({ track, begin, samples, without = {} }, n) => {
      const flags = 0x1 | (without.duration ? 0 : 0x100) | 0x200 | (without.flags ? 0 : 0x400) | 0x800
      const tfhd =
        base === 'file' ? box('tfhd', u32(0x1, track), u64(at)) : box('tfhd', u32(base === 'moof' ? 0x20000 : 0, track))
      const rows = samples.map(({ data, duration, offset = 0, sync = false }) =>
        Buffer.concat([
          ...(without.duration ? [] : [u32(duration)]),
          u32(data.length),
          ...(without.flags ? [] : [u32(sync ? 0x2000000 : 0x1010000)]),
          u32(offset),
        ]),
      )
      const trun = box('trun', u32((1 << 24) | flags, samples.length, offsets[n] ?? 0), ...rows)
      return box('traf', tfhd, ...(begin === undefined ? [] : [box('tfdt', u32(1 << 24), u64(begin))]), trun)
    })
    return box('moof', box('mfhd', u32(0, 1)), ...trafs)
  }
  const size = make([]).length
  let next = size + 8
  const offsets = fragments.map(({ samples }, n) => {
    const here = next
    next += samples.reduce((sum, { data }) => sum + data.length, 0)
    // Without any base, bytes of a further track are counted from the end of those before (ISO 14496-12, 8.8.7).
    return base === 'none' && n > 0 ? 0 : here
  })
  return Buffer.concat([
    make(offsets),
    box('mdat', ...fragments.flatMap(({ samples }) => samples.map(({ data }) => data))),
  ])
}

/** A picture as fragments carry it. */
export const sampleOf = (picture: MadePicture, timescale: number, rate = 10): MadeSample => {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(picture.slice.length)
  return {
    data: Buffer.concat([size, picture.slice]),
    duration: timescale / rate,
    offset: Math.round((picture.pts - picture.dts) * timescale),
    sync: picture.key,
  }
}
