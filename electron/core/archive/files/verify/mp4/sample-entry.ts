import { type Box, childrenOf } from './buffer-boxes.ts'

/** How samples of H.264 and HEVC contain NAL units (ISO 14496-15). */
export type NalForm = {
  codec: 'avc' | 'hevc'
  /** Bytes of the length in front of each unit. */
  lengthBytes: number
  /** The two fields of one picture may be two coded pictures in one sample. */
  fields: boolean
}

export type SampleEntry = {
  /** As the reader of the page names it; null: not known here. */
  codec: string | null
  width: number
  height: number
  /** Null: pictures are judged by size and time alone. */
  nal: NalForm | null
}

const CODECS: Record<string, string> = {
  avc1: 'avc',
  avc2: 'avc',
  avc3: 'avc',
  avc4: 'avc',
  hvc1: 'hevc',
  hev1: 'hevc',
  dvh1: 'hevc',
  dvhe: 'hevc',
  vp08: 'vp8',
  vp09: 'vp9',
  av01: 'av1',
}

/** Fields of a visual sample entry in front of its boxes (ISO 14496-12, 12.1.3). */
const VISUAL_BYTES = 78

/** Numbers in bits, and Exp-Golomb codes (H.264, 9.1), of a unit without emulation bytes. Reads 0 behind the end. */
const createBits = (bytes: Uint8Array) => {
  let at = 0
  const bit = (): number => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
    at++
    return value
  }
  const bits = (count: number): number => {
    let value = 0
    for (let n = 0; n < count; n++) value = value * 2 + bit()
    return value
  }
  const code = (): number => {
    let zeros = 0
    while (zeros < 32 && bit() === 0) zeros++
    return 2 ** zeros - 1 + bits(zeros)
  }
  return { bit, bits, code }
}

const withoutEmulation = (unit: Uint8Array): Uint8Array => {
  const out: number[] = []
  for (let at = 0; at < unit.length; at++) {
    if (unit[at] === 3 && unit[at - 1] === 0 && unit[at - 2] === 0) continue
    out.push(unit[at] as number)
  }
  return Uint8Array.from(out)
}

const RICH_PROFILES = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

const skipScalingList = ({ code }: ReturnType<typeof createBits>, size: number): void => {
  let last = 8
  let next = 8
  for (let n = 0; n < size; n++) {
    if (next !== 0) {
      const mapped = code()
      const delta = mapped % 2 === 1 ? (mapped + 1) / 2 : -mapped / 2
      next = (last + delta + 256) % 256
    }
    last = next === 0 ? last : next
  }
}

/** Whether pictures may be coded as two fields: `frame_mbs_only_flag` of a sequence parameter set (H.264, 7.3.2.1.1). */
const mayHaveFields = (sps: Uint8Array): boolean => {
  const reader = createBits(withoutEmulation(sps.subarray(1)))
  const { bit, bits, code } = reader
  const profile = bits(8)
  bits(16)
  code()
  if (RICH_PROFILES.includes(profile)) {
    const chroma = code()
    if (chroma === 3) bit()
    code()
    code()
    bit()
    if (bit() === 1) {
      for (let n = 0; n < (chroma === 3 ? 12 : 8); n++) if (bit() === 1) skipScalingList(reader, n < 6 ? 16 : 64)
    }
  }
  code()
  const order = code()
  if (order === 0) code()
  else if (order === 1) {
    bit()
    code()
    code()
    const cycle = Math.min(code(), 255)
    for (let n = 0; n < cycle; n++) code()
  }
  code()
  bit()
  code()
  code()
  return bit() === 0
}

const nalFormOf = (bytes: Buffer, { type, from, end }: Box): NalForm | null => {
  if (type === 'avcC' && from + 7 <= end) {
    const count = (bytes[from + 5] as number) & 0x1f
    let fields = count === 0 // the sets are in the stream
    for (let n = 0, at = from + 6; n < count && at + 2 <= end; n++) {
      const length = bytes.readUInt16BE(at)
      fields ||= mayHaveFields(bytes.subarray(at + 2, Math.min(end, at + 2 + length)))
      at += 2 + length
    }
    return { codec: 'avc', lengthBytes: ((bytes[from + 4] as number) & 3) + 1, fields }
  }
  if (type === 'hvcC' && from + 23 <= end) {
    return { codec: 'hevc', lengthBytes: ((bytes[from + 21] as number) & 3) + 1, fields: false }
  }
  return null
}

/** One entry of `stsd` of a track of pictures. */
export const readSampleEntry = (bytes: Buffer, entry: Box): SampleEntry => {
  const known = entry.from + VISUAL_BYTES <= entry.end
  let nal: NalForm | null = null
  // An encrypted entry (`encv`) has no units that can be seen.
  if (known && CODECS[entry.type]) {
    for (const child of childrenOf(bytes, entry.from + VISUAL_BYTES, entry.end)) nal ??= nalFormOf(bytes, child)
  }
  return {
    codec: CODECS[entry.type] ?? null,
    width: known ? bytes.readUInt16BE(entry.from + 24) : 0,
    height: known ? bytes.readUInt16BE(entry.from + 26) : 0,
    nal,
  }
}
