import type { Problem } from '../../../contract/result.ts'
import type { Opened } from '../../media/storage/open-object.ts'
import { TransportFault } from '../../media/storage/storage-transport.ts'

/** One reader of a body that several may read. */
export type SharedReader = Pick<Opened, 'next' | 'close' | 'contentType'> & {
  /** Bytes of the whole body; null while unknown. */
  size: number | null
}

/** Up to here a body is held in memory for those who come later and for the disk; larger ones are neither. */
const SHARED_BYTES = 32 * 1024 ** 2
/** The same for all bodies together. */
const SHARED_TOGETHER_BYTES = 96 * 1024 ** 2
/** A part beyond this, as decoded, is none that a player can hold: a small compressed body may become gigabytes. */
const LARGEST_BYTES = 128 * 1024 ** 2

const TOO_LARGE: Problem = { code: 'media-error', message: 'A segment of the recording is too large to be played.' }

type Body = {
  opened: Opened
  chunks: (Uint8Array | null)[]
  done: boolean
  pulling: Promise<void> | null
}
/** Takes a complete body; never rejects. */
type Keep = (chunks: Uint8Array[]) => Promise<void>
type Running = {
  readers: Set<() => number>
  ended: AbortController
  body: Promise<Body>
  over: boolean
  /** Decoded bytes that came. */
  bytes: number
  large: boolean
  keep: Keep
}

/**
 * Lets concurrent requests for one segment share one fetch. The first reader gets bytes as they come, later
 * ones what was read so far and then the rest; the fastest sets the pace. The last one who leaves ends the fetch.
 */
export const createSharedBodies = () => {
  const running = new Map<string, Running>()

  const end = (key: string, run: Running) => {
    run.over = true
    if (running.get(key) === run) running.delete(key)
  }

  const pull = async (key: string, run: Running, body: Body): Promise<void> => {
    const chunk = await body.opened.next()
    if (chunk === null) {
      body.done = true
      const whole = body.chunks.filter((c) => c !== null)
      // Written in the background; dropped from memory only once it is on disk, so that it is always in one of the two.
      const kept = whole.length === body.chunks.length && !run.large ? run.keep(whole) : Promise.resolve()
      void kept.finally(() => end(key, run))
      return
    }
    body.chunks.push(chunk)
    run.bytes += chunk.length
    if (run.bytes > LARGEST_BYTES) throw new TransportFault(TOO_LARGE, false)
    const together = [...running.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    if (!run.large && run.bytes <= SHARED_BYTES && together <= SHARED_TOGETHER_BYTES) return
    run.large = true
    if (running.get(key) === run) running.delete(key)
    const slowest = Math.min(...[...run.readers].map((position) => position()))
    for (let i = slowest - 1; i >= 0 && body.chunks[i] !== null; i--) body.chunks[i] = null
  }

  const abandon = (key: string, run: Running, body: Body | null) => {
    end(key, run)
    run.ended.abort()
    body?.opened.close()
  }

  /** Joins the fetch of `key`, or starts it. Throws what `open` throws. */
  const read = async (
    key: string,
    open: (signal: AbortSignal) => Promise<Opened>,
    keep: Keep,
    signal: AbortSignal,
  ): Promise<SharedReader> => {
    let run = running.get(key)
    if (!run) {
      const ended = new AbortController()
      const start = async (): Promise<Body> => {
        const opened = await open(ended.signal)
        return { opened, chunks: [], done: false, pulling: null }
      }
      run = { readers: new Set(), ended, body: start(), over: false, bytes: 0, large: false, keep }
      running.set(key, run)
    }
    const mine = run
    let position = 0
    const me = () => position
    mine.readers.add(me)
    let body: Body | null = null
    const close = () => {
      signal.removeEventListener('abort', close)
      if (!mine.readers.delete(me) || mine.readers.size > 0 || mine.over || body?.done) return
      abandon(key, mine, body)
    }
    signal.addEventListener('abort', close, { once: true })
    try {
      body = await mine.body
    } catch (error) {
      close()
      end(key, mine)
      throw error
    }
    const shared = body
    if (signal.aborted) {
      // Left while it opened: then the fetch itself is closed here.
      if (mine.readers.size === 0) abandon(key, mine, shared)
    }
    const { opened } = shared
    return {
      contentType: opened.contentType,
      size: opened.last === null ? opened.total : opened.last - opened.first + 1,
      close,
      next: async () => {
        for (;;) {
          const chunk = shared.chunks[position]
          if (chunk) {
            position++
            return chunk
          }
          if (shared.done) return null
          shared.pulling ??= pull(key, mine, shared).finally(() => {
            shared.pulling = null
          })
          try {
            await shared.pulling
          } catch (error) {
            abandon(key, mine, shared)
            throw error
          }
        }
      },
    }
  }

  return { read }
}
