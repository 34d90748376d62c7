import { joinBytes } from '../bytes.ts'
import { box, u32 } from '../mp4/boxes.ts'
import { type Nal, nalUnits } from '../nal-units.ts'
import { pictureFormat } from './picture-size.ts'

/** The clock of transport streams goes on in the fragments, ticks a second. */
export const TICKS = 90_000
/** The track of pictures. */
export const VIDEO = 1

const u8 = (...values: number[]): Uint8Array => Uint8Array.from(values)
const u16 = (...values: number[]): Uint8Array => Uint8Array.from(values.flatMap((value) => [value >> 8, value & 0xff]))
const text = (letters: string): Uint8Array => Uint8Array.from(letters, (letter) => letter.charCodeAt(0))

/** The matrix of a picture that is not turned (ISO/IEC 14496-12, 8.3.2.3). */
const UPRIGHT = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

const SPS = 7
const PPS = 8

/** A NAL unit without its start code. */
export const unitOf = (bytes: Uint8Array, { from, to }: Nal): Uint8Array =>
  bytes.subarray(bytes.indexOf(1, from) + 1, to)

const listed = (units: readonly Uint8Array[]): Uint8Array[] => units.flatMap((unit) => [u16(unit.length), unit])

/**
 * The sample entry of H.264 pictures by their parameter sets, as a byte stream (ISO/IEC 14496-15, 5.3.3.1 and 5.4.2.1);
 * null when their SPS says no size.
 */
const sampleEntry = (sets: Uint8Array) => {
  const units = nalUnits(sets)
  const first = units.find(({ type }) => type === SPS)
  const format = first && pictureFormat(sets, first)
  const all = (type: number, most: number) =>
    units
      .filter((unit) => unit.type === type)
      .slice(0, most)
      .map((unit) => unitOf(sets, unit))
  const [sps, pps] = [all(SPS, 31), all(PPS, 255)]
  const [main] = sps
  if (!format || !main) return null
  const { width, height, aspect, high } = format
  const config = box(
    'avcC',
    u8(1, ...main.subarray(1, 4), 0xff, 0xe0 | sps.length),
    ...listed(sps),
    u8(pps.length),
    ...listed(pps),
    high ? u8(0xfc | high.chroma, 0xf8 | high.depths[0], 0xf8 | high.depths[1], 0) : u8(),
  )
  const square = aspect[0] === aspect[1]
  const bytes = box(
    'avc1',
    u16(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, width, height),
    u32(0x480000, 0x480000, 0),
    u16(1),
    new Uint8Array(32),
    u16(24, 0xffff),
    config,
    ...(square ? [] : [box('pasp', u32(...aspect))]),
  )
  return { bytes, width: Math.round((width * aspect[0]) / aspect[1]), height }
}

/** An init section for pictures with these parameter sets (ISO/IEC 14496-12, 8.2 and 8.8.1); null when they say no size. */
export const movieOf = (sets: Uint8Array): Uint8Array | null => {
  const entry = sampleEntry(sets)
  if (!entry) return null
  const empty = (type: string, fields: number) => box(type, u32(...Array.from({ length: fields }, () => 0)))
  const table = box(
    'stbl',
    box('stsd', u32(0, 1), entry.bytes),
    empty('stts', 2),
    empty('stsc', 2),
    empty('stsz', 3),
    empty('stco', 2),
  )
  const media = box(
    'mdia',
    box('mdhd', u32(0, 0, 0, TICKS, 0), u16(0x55c4, 0)),
    box('hdlr', u32(0, 0), text('vide'), u32(0, 0, 0), u8(0)),
    box('minf', box('vmhd', u32(1, 0, 0)), box('dinf', box('dref', u32(0, 1), box('url ', u32(1)))), table),
  )
  const head = box(
    'tkhd',
    u32(3, 0, 0, VIDEO, 0, 0, 0, 0, 0, 0),
    UPRIGHT,
    u32(entry.width * 0x10000, entry.height * 0x10000),
  )
  return joinBytes([
    box('ftyp', text('iso5'), u32(1), text('iso5avc1')),
    box(
      'moov',
      box('mvhd', u32(0, 0, 0, TICKS, 0, 0x10000, 0x1000000, 0, 0), UPRIGHT, u32(0, 0, 0, 0, 0, 0, VIDEO + 1)),
      box('trak', head, media),
      box('mvex', box('trex', u32(0, VIDEO, 1, 0, 0, 0))),
    ),
  ])
}
