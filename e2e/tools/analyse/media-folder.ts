import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { parseRange } from '../../../electron/sample/media/byte-range.ts'

/** Answers one request with a file, or the range of it that was asked for; 404 without one. */
export const sendFile = async (file: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  )
  if (size === null) return void response.writeHead(404).end()
  const range = parseRange(request.headers.range, size)
  if (range.kind === 'impossible') return void response.writeHead(416, { 'content-range': `bytes */${size}` }).end()
  const [start, end] = range.kind === 'part' ? [range.start, range.end] : [0, size - 1]
  response.writeHead(range.kind === 'part' ? 206 : 200, {
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    'content-type': file.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'application/octet-stream',
    ...(range.kind === 'part' ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  })
  if (size === 0) return void response.end()
  await pipeline(createReadStream(file, { start, end }), response)
}
