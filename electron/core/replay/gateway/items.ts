import type { Problem, Result } from '../../../contract/result.ts'
import type { LinkSource, Opened, OpenObject } from '../../media/storage/open-object.ts'
import { readRange, resolveRange } from '../../media/storage/ranges.ts'
import { contentTypeOf, formatOf, SNIFF_BYTES } from '../../media/storage/sniff.ts'
import { TransportFault } from '../../media/storage/storage-transport.ts'
import type { SegmentCache } from '../cache/segment-cache.ts'
import { segmentName } from '../cache/segment-files.ts'
import type { createSharedBodies } from '../cache/shared-bodies.ts'
import type { MediaItem } from '../session/media.ts'
import { media, notSatisfiable } from './answers.ts'
import { type ByteSource, bodyStream, bytesSource, type Exchange, sliceSource } from './body.ts'

/** What the gateway needs of an open replay to serve its parts. */
export type ItemContext = {
  /** Folder of the replay in the cache. */
  scope: string
  sourceOf: (index: number) => LinkSource
}

export type ItemParts = {
  openObject: OpenObject
  cache: SegmentCache
  shared: ReturnType<typeof createSharedBodies>
}

const GONE: Problem = {
  code: 'list-changed',
  message: 'The recording no longer has this segment.',
  next: 'Open it again.',
}
const GAP: Problem = { code: 'media-error', message: 'This segment is missing in the recording.', status: 404 }
const SHORT: Problem = {
  code: 'media-error',
  message: 'This segment is shorter in the storage than the playlist says.',
}
const NOT_A_KEY: Problem = { code: 'media-error', message: 'The storage returned an invalid encryption key.' }

/** AES-128 keys have 16 bytes. */
const KEY_BYTES = 16

type Body = { source: ByteSource; size: number | null; contentType: string }

/**
 * Serves one numbered part: from the cache, from a fetch under way, or from storage. Keys are neither kept
 * nor logged (P18). Gaps are never asked for (P10). Throws TransportFault.
 */
export const serveItem = async (
  parts: ItemParts,
  context: ItemContext,
  index: number,
  item: MediaItem,
  request: Request,
  exchange: Exchange,
): Promise<Result<Response>> => {
  const { openObject, cache, shared } = parts
  if (item.absent) return { ok: false, problem: item.absent === 'gap' ? GAP : GONE }
  const { range, kind } = item
  const name = segmentName(item.name, range)
  const opaque = item.encrypted || kind === 'key'

  const open = async (signal: AbortSignal): Promise<Opened> => {
    const want = range && { first: range.offset, last: range.offset + range.length - 1 }
    const opened = await openObject(context.sourceOf(index), want, opaque ? 'opaque' : 'media', signal)
    if (want && opened.last !== want.last) {
      opened.close()
      throw new TransportFault(SHORT, false)
    }
    if (kind !== 'key' || opened.total === null || opened.total === KEY_BYTES) return opened
    opened.close()
    throw new TransportFault(NOT_A_KEY, false)
  }

  const body = async (): Promise<Body> => {
    const kept = kind === 'key' ? null : await cache.read(context.scope, name)
    if (kept) {
      const contentType = opaque ? 'application/octet-stream' : contentTypeOf(formatOf(kept.subarray(0, SNIFF_BYTES)))
      return { source: bytesSource(kept), size: kept.length, contentType }
    }
    const keep = async (chunks: Uint8Array[]) => (kind === 'key' ? undefined : cache.write(context.scope, name, chunks))
    const reader = await shared.read(`${context.scope}/${name}`, open, keep, exchange.ended.signal)
    return { source: reader, size: reader.size, contentType: reader.contentType }
  }

  const { source, size, contentType } = await body()
  const headers: Record<string, string> = { 'content-type': contentType }
  const wanted =
    request.method === 'HEAD' || size === null ? null : resolveRange(readRange(request.headers.get('range')), size)
  if (size !== null) headers['accept-ranges'] = 'bytes'
  if (wanted?.kind === 'unsatisfiable') {
    source.close()
    return notSatisfiable()
  }
  if (wanted?.kind === 'part') {
    headers['content-range'] = `bytes ${wanted.first}-${wanted.last}/${size}`
    headers['content-length'] = String(wanted.last - wanted.first + 1)
    return media(206, headers, bodyStream(sliceSource(source, wanted.first, wanted.last), exchange))
  }
  if (size !== null) headers['content-length'] = String(size)
  if (request.method !== 'HEAD') return media(200, headers, bodyStream(source, exchange))
  source.close()
  return media(200, headers, null)
}
