import { once } from 'node:events'
import { open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { type MediaFaults, takeCut } from '../faults.ts'
import type { MediaObject } from '../sample-session.ts'

const CHUNK = 256 * 1024

/** Reads `bytes` from `offset`; a file shorter than promised ends early. */
async function* chunks(source: MediaObject, offset: number, bytes: number, size: () => number) {
  if ('bytes' in source) {
    for (let at = 0; at < bytes; ) {
      const part = source.bytes.subarray(offset + at, offset + Math.min(bytes, at + size()))
      at += part.length
      yield part
    }
    return
  }
  const file = await open(source.file)
  let at = 0
  const readNext = async (): Promise<Buffer> => {
    const buffer = Buffer.allocUnsafe(Math.min(size(), bytes - at))
    const { bytesRead } = await file.read(buffer, 0, buffer.length, offset + at)
    at += bytesRead
    return buffer.subarray(0, bytesRead)
  }
  // Read while the part before it is sent: the disk and the network do not wait for each other.
  let next = readNext()
  try {
    for (let part = await next; part.length > 0; part = await next) {
      next = readNext()
      yield part
    }
  } finally {
    await next.catch(() => {})
    await file.close()
  }
}

/** Sends the body with the faults that apply; ends when all is sent, the client is gone or `closing` fires. */
export const sendBody = async (
  response: ServerResponse,
  body: { source: MediaObject; offset: number; bytes: number },
  faults: MediaFaults | null,
  closing: AbortSignal,
): Promise<void> => {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const ended = AbortSignal.any([closing, gone.signal])
  const cuts = faults
    ? { stall: takeCut(faults.stall), truncate: takeCut(faults.truncate), reset: takeCut(faults.reset) }
    : { stall: null, truncate: null, reset: null }
  const cutAt = Math.min(...Object.values(cuts).map((at) => at ?? Number.POSITIVE_INFINITY))
  const pace = (): number | null => faults?.bytesPerSecond ?? null
  const chunkSize = (): number => {
    const rate = pace()
    return rate === null ? CHUNK : Math.max(1, Math.min(CHUNK, Math.ceil(rate / 20)))
  }
  let sent = 0
  let left: Promise<void> = Promise.resolve()
  let dueAt = performance.now()
  response.flushHeaders()
  for await (const part of chunks(body.source, body.offset, Math.min(body.bytes, cutAt), chunkSize)) {
    if (ended.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    const free = response.write(part, () => resolve())
    left = promise
    sent += part.length
    const rate = pace()
    if (rate !== null) {
      dueAt += (part.length / rate) * 1000
      await wait(Math.max(0, dueAt - performance.now()), null, { signal: ended })
    } else if (!free) await once(response, 'drain', { signal: ended })
  }
  if (sent >= cutAt && body.bytes > cutAt) {
    if (cuts.stall === cutAt) {
      if (!ended.aborted) await once(ended, 'abort')
      return
    }
    const { socket } = response
    // Let what was written leave first, so that the client really sees `cutAt` bytes.
    await left
    if (cuts.reset === cutAt) {
      await wait(20, null, { signal: ended }) // RST discards what the peer has not read yet
      socket?.resetAndDestroy()
    } else socket?.end()
    return
  }
  response.end()
}
