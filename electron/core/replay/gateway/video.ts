import type { Result } from '../../../contract/result.ts'
import type { LinkSource, Opened, OpenObject, Want } from '../../media/storage/open-object.ts'
import { Unsatisfiable } from '../../media/storage/open-object.ts'
import { readRange, resolveRange } from '../../media/storage/ranges.ts'
import { media, notSatisfiable } from './answers.ts'
import { bodyStream, type Exchange } from './body.ts'

const typeOf = (opened: Opened): string =>
  opened.contentType === 'application/octet-stream' ? 'video/mp4' : opened.contentType

/**
 * The size of the object, by one byte: the links are signed for GET, a HEAD would be refused (docs/deployments.md,
 * Replay).
 */
const probe = async (openObject: OpenObject, source: LinkSource, signal: AbortSignal): Promise<number | null> => {
  try {
    const opened = await openObject(source, { first: 0, last: 0 }, 'middle', signal)
    opened.close()
    return opened.total
  } catch (error) {
    if (error instanceof Unsatisfiable) return error.total ?? 0
    throw error
  }
}

/**
 * Serves the MP4 with ranges (X01, X03): 200 or 206 with exact lengths. Never cached: its ranges are as many as
 * the seeks of a person. Throws TransportFault.
 */
export const serveVideo = async (
  openObject: OpenObject,
  source: LinkSource,
  request: Request,
  exchange: Exchange,
): Promise<Result<Response>> => {
  const { signal } = exchange.ended
  const headers: Record<string, string> = { 'accept-ranges': 'bytes' }
  if (request.method === 'HEAD') {
    const size = await probe(openObject, source, signal)
    return media(
      200,
      { ...headers, 'content-type': 'video/mp4', ...(size === null ? {} : { 'content-length': String(size) }) },
      null,
    )
  }

  const range = readRange(request.headers.get('range'))
  let want: Want | null = range.kind === 'from' ? { first: range.first, last: range.last } : null
  if (range.kind === 'suffix') {
    const size = await probe(openObject, source, signal)
    const resolved = size === null ? { kind: 'whole' as const } : resolveRange(range, size)
    if (resolved.kind === 'unsatisfiable') return notSatisfiable()
    want = resolved.kind === 'part' ? resolved : null
  }

  let opened: Opened
  try {
    opened = await openObject(source, want, (want?.first ?? 0) === 0 ? 'media' : 'middle', signal)
  } catch (error) {
    if (error instanceof Unsatisfiable) return notSatisfiable()
    throw error
  }
  const { first, last, total } = opened
  headers['content-type'] = typeOf(opened)
  if (last !== null) headers['content-length'] = String(last - first + 1)
  const partial = want !== null && last !== null
  if (partial) headers['content-range'] = `bytes ${first}-${last}/${total ?? '*'}`
  if (!partial && first > 0) {
    opened.close()
    return notSatisfiable() // a stream without a length has no middle
  }
  return media(partial ? 206 : 200, headers, bodyStream(opened, exchange))
}
