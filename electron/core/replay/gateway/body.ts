/** What a body stream pulls from. */
export type ByteSource = { next: () => Promise<Uint8Array | null>; close: () => void }

/** One request while it is answered: its end, and the callbacks for a body that failed half-way and for the end. */
export type Exchange = { ended: AbortController; onBodyFault: (error: unknown) => void; onBodyEnd: () => void }

/**
 * A body at the reader's pace: one chunk is asked for when one is wanted. A reader that cancels (Electron does
 * only this) and a request that is aborted (browsers' fetch does that) both abort `ended`, so that also a retry
 * in its pause stops. A closed stream is never touched again (X06).
 */
export const bodyStream = (source: ByteSource, exchange: Exchange): ReadableStream<Uint8Array> => {
  const { ended, onBodyFault, onBodyEnd } = exchange
  let over = false
  let onAbort = () => {}
  const finish = () => {
    over = true
    ended.signal.removeEventListener('abort', onAbort)
    source.close()
    onBodyEnd()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        onAbort = () => {
          if (over) return
          finish()
          controller.error(ended.signal.reason)
        }
        if (ended.signal.aborted) onAbort()
        else ended.signal.addEventListener('abort', onAbort, { once: true })
      },
      pull: async (controller) => {
        try {
          const chunk = await source.next()
          if (over) return
          if (chunk) return controller.enqueue(chunk)
          finish()
          controller.close()
        } catch (error) {
          if (over) return
          finish()
          onBodyFault(error)
          controller.error(error)
        }
      },
      cancel: () => {
        if (over) return
        finish()
        ended.abort()
      },
    },
    { highWaterMark: 0 },
  )
}

/** A source over bytes in memory. */
export const bytesSource = (bytes: Uint8Array): ByteSource => {
  let left: Uint8Array | null = bytes
  return {
    next: async () => {
      const chunk = left
      left = null
      return chunk && chunk.length > 0 ? chunk : null
    },
    close: () => {},
  }
}

/** Bytes `first` to `last` of a source that begins at 0. */
export const sliceSource = (source: ByteSource, first: number, last: number): ByteSource => {
  let position = 0
  return {
    close: source.close,
    next: async () => {
      for (;;) {
        if (position > last) {
          source.close()
          return null
        }
        const chunk = await source.next()
        if (chunk === null) return null
        const from = Math.max(0, first - position)
        const to = Math.min(chunk.length, last - position + 1)
        position += chunk.length
        if (from < to) return chunk.subarray(from, to)
      }
    },
  }
}
