import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Result } from '../../../contract/result.ts'
import { readRange, resolveRange } from '../../media/storage/ranges.ts'
import { FILE_MISSING } from '../../media/storage/storage-problems.ts'
import { media, notSatisfiable } from './answers.ts'
import { type ByteSource, bodyStream, type Exchange } from './body.ts'

/** Large enough for the disk, small enough that an abandoned request costs little. */
const CHUNK_BYTES = 256 * 1024

/** Bytes of an open file; it is closed at the end, at the reader's leave, and when it turns out shorter. */
const fileSource = (file: FileHandle, first: number, last: number): ByteSource => {
  let position = first
  let closing: Promise<void> | null = null
  let reading: Promise<unknown> = Promise.resolve()
  const close = (): void => {
    closing ??= reading.then(
      () => file.close(),
      () => file.close(),
    )
    closing.catch(() => {}) // nothing more can be done for a descriptor that does not close
  }
  return {
    close,
    next: async () => {
      if (position > last || closing) {
        close()
        return null
      }
      const room = Math.min(CHUNK_BYTES, last - position + 1)
      const read = file.read(Buffer.allocUnsafe(room), 0, room, position)
      reading = read
      const { bytesRead, buffer } = await read
      if (bytesRead === 0) throw new Error('the file became shorter while it was read')
      position += bytesRead
      return buffer.subarray(0, bytesRead)
    },
  }
}

/**
 * Serves a file of the archive with ranges (X01, X03): 200 or 206 with exact lengths, HEAD alike. The size is
 * what it was when the file was opened: what grows later is not served, what shrinks ends the answer with an error.
 * `path` was checked to lie in the archive; a link in its place is not followed.
 */
export const serveFile = async (path: string, request: Request, exchange: Exchange): Promise<Result<Response>> => {
  let file: FileHandle
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    return FILE_MISSING
  }
  let handedOver = false
  try {
    const found = await file.stat()
    if (!found.isFile()) return FILE_MISSING
    const { size } = found
    const headers: Record<string, string> = { 'accept-ranges': 'bytes', 'content-type': 'video/mp4' }
    // A range belongs to GET (RFC 9110, 14.2); HEAD reports the whole.
    const asked = request.method === 'HEAD' ? null : request.headers.get('range')
    const range = resolveRange(readRange(asked), size)
    if (range.kind === 'unsatisfiable') return notSatisfiable()
    const [first, last] = range.kind === 'part' ? [range.first, range.last] : [0, size - 1]
    headers['content-length'] = String(last - first + 1)
    if (range.kind === 'part') headers['content-range'] = `bytes ${first}-${last}/${size}`
    if (request.method === 'HEAD') return media(200, headers, null)
    handedOver = true
    return media(range.kind === 'part' ? 206 : 200, headers, bodyStream(fileSource(file, first, last), exchange))
  } finally {
    if (!handedOver) await file.close().catch(() => {})
  }
}
