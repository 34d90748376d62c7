import type { FileHandle } from 'node:fs/promises'

/** Neighbouring writes are joined up to this many bytes; more is never held. */
const GATHER_BYTES = 1024 ** 2

/** Positional writes to a file, joined where they follow each other, without a copy. Throws what the disk throws. */
export const createGatheredFile = (file: FileHandle) => {
  let held: Uint8Array[] = []
  let bytes = 0
  let start = 0
  let end = 0

  const flush = async (): Promise<void> => {
    let [parts, at, left] = [held, start, bytes]
    held = []
    bytes = 0
    while (left > 0) {
      let { bytesWritten } = await file.writev(parts, at)
      at += bytesWritten
      left -= bytesWritten
      // A write may be cut short: what is left goes again.
      while (parts[0] && bytesWritten >= parts[0].length) {
        bytesWritten -= parts[0].length
        parts = parts.slice(1)
      }
      if (parts[0]) parts = [parts[0].subarray(bytesWritten), ...parts.slice(1)]
    }
  }

  return {
    /** Keeps `data` until it is on disk: the caller must not change it. */
    write: async (data: Uint8Array, position: number): Promise<void> => {
      if (position !== start + bytes) await flush()
      if (bytes === 0) start = position
      held.push(data)
      bytes += data.length
      end = Math.max(end, position + data.length)
      if (bytes >= GATHER_BYTES) await flush()
    },
    flush,
    /** One past the last byte written. */
    end: () => end,
  }
}
