import type { Clock } from '../../base/ports.ts'
import type { Direct, Sink } from './direct.ts'
import { cancelled, notReachable, TransportFault, timedOut } from './storage-transport.ts'

export type Chunks = AsyncIterator<Uint8Array>
/** Pulls the next bytes; null at the end. */
export type Next = () => Promise<Uint8Array | null>

/** Waits, unless the signal ends the wait. Throws TransportFault `cancelled`. */
export const pause = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(cancelled())
    const onAbort = () => {
      stop()
      reject(cancelled())
    }
    const stop = clock.after(ms, () => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    })
    signal.addEventListener('abort', onAbort, { once: true })
  })

/**
 * The next chunk, or a fault after `stallMs` without one (D09). The time runs only while a reader waits
 * for bytes, so a paused player is no stall.
 */
export const nextChunk = async (
  chunks: Chunks,
  clock: Clock,
  stallMs: number,
  signal: AbortSignal,
): Promise<Uint8Array | null> => {
  let stop = () => {}
  const stalled = new Promise<never>((_, reject) => {
    stop = clock.after(stallMs, () => reject(timedOut()))
  })
  try {
    const next = await Promise.race([chunks.next(), stalled])
    return next.done ? null : next.value
  } catch (error) {
    if (signal.aborted) throw cancelled()
    throw error instanceof TransportFault ? error : notReachable(error)
  } finally {
    stop()
  }
}

/** So often it is looked whether bytes came; a stall is seen up to a quarter of its time late. */
const STALL_LOOKS = 4

/** As `nextChunk`, for a body that is read directly: one timer for all of it. Time in which the sink holds is no stall. */
export const drain = (direct: Direct, clock: Clock, stallMs: number, signal: AbortSignal, sink: Sink): Promise<void> =>
  new Promise((resolve, reject) => {
    let quiet = 0
    let holding = false
    let ended = false
    let stop = () => {}
    const end = (error: unknown) => {
      ended = true
      stop()
      signal.removeEventListener('abort', onAbort)
      if (error === null) resolve()
      else reject(error)
    }
    const onAbort = () => end(cancelled())
    const look = () => {
      stop = clock.after(stallMs / STALL_LOOKS, () => {
        if (!holding && ++quiet > STALL_LOOKS) return end(timedOut())
        look()
      })
    }
    if (signal.aborted) return reject(cancelled())
    signal.addEventListener('abort', onAbort, { once: true })
    look()
    const read = direct((chunk) => {
      if (ended) return true
      quiet = 0
      const answer = sink(chunk)
      if (answer === true || answer === undefined) return answer
      holding = true
      return answer.finally(() => {
        holding = false
        quiet = 0
      })
    })
    read.then(
      () => end(null),
      (error) => end(signal.aborted ? cancelled() : error instanceof TransportFault ? error : notReachable(error)),
    )
  })

/** Reads at least `count` bytes ahead (fewer at the end) and answers them beside chunks that still hold them. */
export const peek = async (next: Next, count: number): Promise<{ head: Uint8Array; next: Next }> => {
  const held: Uint8Array[] = []
  let size = 0
  while (size < count) {
    const chunk = await next()
    if (chunk === null) break
    if (chunk.length > 0) held.push(chunk)
    size += chunk.length
  }
  const head = held.length === 1 ? (held[0] as Uint8Array) : Buffer.concat(held)
  return { head: head.subarray(0, count), next: async () => held.shift() ?? next() }
}

/** Drops the first `skip` bytes. */
export const slice = (next: Next, skip: number): Next => {
  let left = skip
  return async () => {
    for (;;) {
      const chunk = await next()
      if (chunk === null || left === 0) return chunk
      const rest = chunk.subarray(Math.min(left, chunk.length))
      left -= chunk.length - rest.length
      if (rest.length > 0) return rest
    }
  }
}
