import type { FileHandle } from 'node:fs/promises'
import { fail, ok, type Result } from '../../../../../contract/result.ts'

/** Boxes of a fragmented recording can be small and many; one read serves all that lie in it. */
const WINDOW_BYTES = 64 * 1024
const HEADER_BYTES = 16

/** Boxes that hold media, or announce a fragment that does: a file that ends inside one was cut. */
const MEDIA = new Set(['moov', 'moof', 'mdat', 'styp', 'sidx', 'emsg', 'prft'])

export type BoxSummary = { fragmented: boolean; warnings: string[] }

/** A box of the file; the content begins `headBytes` behind `at`. */
export type FileBox = { type: string; at: number; bytes: number; headBytes: number }

const endsEarly = (at: number) =>
  fail('media-error', 'The file ends before the recording does.', {
    next: 'Archive it again.',
    details: `box at byte ${at}`,
  })
const unreadable = (details: string) =>
  fail('media-error', 'The file is not a readable MP4.', { next: 'Archive it again.', details })

const createWindow = (handle: FileHandle, size: number, signal?: AbortSignal) => {
  const buffer = Buffer.alloc(WINDOW_BYTES)
  let start = 0
  let length = 0
  return async (at: number): Promise<Buffer> => {
    const wanted = Math.min(HEADER_BYTES, size - at)
    if (at < start || at + wanted > start + length) {
      signal?.throwIfAborted()
      start = at
      length = 0
      while (length < Math.min(WINDOW_BYTES, size - at)) {
        const { bytesRead } = await handle.read(buffer, length, WINDOW_BYTES - length, at + length)
        if (bytesRead === 0) break
        length += bytesRead
      }
    }
    return buffer.subarray(at - start, Math.min(at - start + wanted, length))
  }
}

/** Size in bytes of the box that starts with this header; null when the header is none. 0 means: to the end. */
const boxSize = (header: Buffer): number | null => {
  const size = header.readUInt32BE(0)
  if (size === 1) {
    if (header.length < HEADER_BYTES) return null
    const large = header.readBigUInt64BE(8)
    return large >= 16n && large <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(large) : null
  }
  return size === 0 || size >= 8 ? size : null
}

/**
 * Walks the top-level boxes (ISO 14496-12): a type, moov, and media in mdat or in fragments, the last box whole.
 * Reads headers only and hands each box over. What follows a whole recording and is none of its boxes is a warning,
 * whether it looks like a box or not (M27). Problem `media-error` for everything that is not a whole MP4.
 */
export const walkBoxes = async (
  handle: FileHandle,
  size: number,
  onBox: (box: FileBox) => Promise<void> = async () => {},
  signal?: AbortSignal,
): Promise<Result<BoxSummary>> => {
  const read = createWindow(handle, size, signal)
  const seen = new Set<string>()
  const warnings: string[] = []
  const isComplete = (): boolean => seen.has('moov') && seen.has('mdat')
  let at = 0
  while (at < size) {
    const header = await read(at)
    const bytes = header.length < 8 ? null : boxSize(header)
    const type = header.toString('latin1', 4, 8)
    const isBox = bytes !== null && /^[\x20-\x7e\xa9]{4}$/.test(type)
    if (!isBox || (at + bytes > size && isComplete() && !MEDIA.has(type))) {
      if (!isComplete()) return header.length < 8 ? endsEarly(at) : unreadable(`no box at byte ${at}`)
      warnings.push(`The file has ${size - at} extra bytes after the recording.`)
      break
    }
    if (at === 0 && !['ftyp', 'styp', 'moov', 'free', 'skip', 'wide', 'mdat', 'pdin'].includes(type)) {
      return unreadable(`begins with ${type}`)
    }
    if (at + bytes > size) return endsEarly(at)
    seen.add(type)
    const end = bytes === 0 ? size : at + bytes
    await onBox({ type, at, bytes: end - at, headBytes: header.readUInt32BE(0) === 1 ? HEADER_BYTES : 8 })
    at = end
  }
  if (!seen.has('moov')) return unreadable('no moov')
  if (!seen.has('mdat')) return unreadable('no mdat')
  return ok({ fragmented: seen.has('moof'), warnings })
}
