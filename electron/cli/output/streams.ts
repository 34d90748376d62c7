import { fstatSync, writeSync } from 'node:fs'

export type Sink = { write: (text: string) => unknown; isTTY?: boolean | undefined; columns?: number | undefined }

/** Files and devices, but no terminal: there Node writes once and believes that all of it arrived. */
const isFileLike = (fd: number): boolean => {
  try {
    const stats = fstatSync(fd)
    return stats.isFile() || stats.isCharacterDevice()
  } catch {
    return false
  }
}

/** Where results or notes go. Every failure to write is reported, also that of the last bytes. */
export const sinkOf = (stream: NodeJS.WriteStream & { fd: number }, onError: (error: unknown) => void): Sink => {
  stream.on('error', onError)
  if (stream.isTTY || !isFileLike(stream.fd)) return stream
  let failed = false
  return {
    write: (text) => {
      const bytes = Buffer.from(text)
      try {
        for (let at = 0; at < bytes.length && !failed; ) at += writeSync(stream.fd, bytes, at)
      } catch (error) {
        failed = true
        onError(error)
      }
    },
  }
}

/** Resolves when all that was written has left, or failed. */
export const drained = async (streams: readonly NodeJS.WriteStream[]): Promise<void> => {
  for (const stream of streams) {
    if (stream.destroyed) continue
    await new Promise<void>((resolve) => {
      stream.once('close', resolve)
      stream.write('', () => resolve())
    })
  }
  // An error of the last write arrives one turn of the event loop later.
  await new Promise((resolve) => setImmediate(resolve))
}
