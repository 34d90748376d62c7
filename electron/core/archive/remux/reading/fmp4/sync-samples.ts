import { avcRules } from '../codecs/avc.ts'
import { payloadBits, readUe } from '../codecs/bits.ts'
import { hevcRules } from '../codecs/hevc.ts'
import { KEY, SEI, SLICE } from '../codecs/nal-rules.ts'

/** Slice types of ISO 14496-10, table 7-6, that are drawn from themselves alone. */
const isIntra = (data: Buffer, at: number, end: number): boolean => {
  const bits = payloadBits(data, at + 1, Math.min(end, at + 16), 16)
  readUe(bits)
  const type = readUe(bits) % 5
  return type === 2 || type === 4
}

/**
 * Whether decoding may begin with a sample. Its flag is believed except where its units contradict it (M11): an IDR
 * picture is one, and a picture drawn from others without a recovery point is none.
 */
export const isSync = (data: Buffer, nal: 'avc' | 'hevc', lengthBytes: number, flagged: boolean): boolean => {
  const rules = nal === 'avc' ? avcRules : hevcRules
  let recovery = false
  for (let at = 0; at + lengthBytes < data.length; ) {
    const from = at + lengthBytes
    const to = from + data.readUIntBE(at, lengthBytes)
    if (to > data.length) return flagged
    const kind = rules.kindOf(data, from, to)
    if (kind > 0 && (kind & SLICE) !== 0) {
      if ((kind & KEY) !== 0) return true
      return flagged && (recovery || (nal === 'avc' && isIntra(data, from, to)))
    }
    if (kind > 0 && (kind & SEI) !== 0) recovery ||= rules.isRecoveryPoint(data, from, to)
    at = to
  }
  return flagged
}

/** The parameter sets of an avcC or hvcC record with lengths of four bytes, as they are inside a picture. */
export const setsInBand = (config: Buffer, nal: 'avc' | 'hevc'): Buffer | null => {
  const out: Buffer[] = []
  let at = nal === 'avc' ? 5 : 23
  const take = (count: number): void => {
    for (let n = 0; n < count; n++) {
      const length = config.readUInt16BE(at)
      const size = Buffer.alloc(4)
      size.writeUInt32BE(length)
      out.push(size, config.subarray(at + 2, at + 2 + length))
      at += 2 + length
    }
  }
  try {
    if (nal === 'avc') {
      take((config[at++] ?? 0) & 0x1f)
      take(config[at++] ?? 0)
    } else {
      const arrays = config[22] ?? 0
      for (let n = 0; n < arrays; n++) {
        at += 3
        take(config.readUInt16BE(at - 2))
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
  return Buffer.concat(out)
}
