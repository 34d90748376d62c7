import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * A cached segment on disk: the bytes, then a trailer of 16 bytes (mark, length, CRC-32), so that a file cut
 * short by a crash or changed on disk is noticed and counts as absent.
 */
const MARK = Buffer.from('RDSG')
export const TRAILER_BYTES = 16

export const trailer = (length: number, crc: number): Buffer => {
  const out = Buffer.alloc(TRAILER_BYTES)
  MARK.copy(out)
  out.writeBigUInt64BE(BigInt(length), 4)
  out.writeUInt32BE(crc, 12)
  return out
}

/** The bytes of a file, or null when it is not whole. */
export const wholeBody = (file: Buffer): Uint8Array | null => {
  const length = file.length - TRAILER_BYTES
  if (length < 0) return null
  const body = file.subarray(0, length)
  return trailer(length, crc32(body)).equals(file.subarray(length)) ? body : null
}

const hash = (text: string, digits: number): string => createHash('sha256').update(text).digest('hex').slice(0, digits)

/** Folder of one session's segments: a hash, because ids are never path parts. */
export const scopeName = (accountId: string, sessionId: string): string =>
  hash(JSON.stringify([accountId, sessionId]), 32)

/** File of one segment, by what it is and never by its signed link. */
export const segmentName = (name: string, range: { offset: number; length: number } | null): string =>
  `${hash(JSON.stringify([name, range?.offset ?? null, range?.length ?? null]), 40)}.seg`

export const isSegmentName = (name: string): boolean => /^[0-9a-f]{40}\.seg$/.test(name)
export const isScopeName = (name: string): boolean => /^[0-9a-f]{32}$/.test(name)
