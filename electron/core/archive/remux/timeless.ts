import type { FileHandle } from 'node:fs/promises'

/** Boxes that hold other boxes on the way to the instants (ISO 14496-12, 8.1). */
const PARENTS = ['moov', 'trak', 'mdia']
/** Boxes that begin with the instants at which the file was made and changed. */
const TIMED = ['mvhd', 'tkhd', 'mdhd']
/** Size, type and, for long boxes, a size of eight bytes. */
const HEADER_BYTES = 16

/**
 * Sets the instants of making in a finished MP4 to 0, which means "not known": the same recording then gives the same
 * bytes whenever it is exported. Reads box headers only. Throws what the disk throws.
 */
export const forgetMaking = async (file: FileHandle, size: number): Promise<void> => {
  const header = Buffer.alloc(HEADER_BYTES)

  const walk = async (from: number, end: number): Promise<void> => {
    for (let at = from; at + 8 <= end; ) {
      const { bytesRead } = await file.read(header, 0, HEADER_BYTES, at)
      if (bytesRead < 9) return
      const type = header.toString('latin1', 4, 8)
      const short = header.readUInt32BE(0)
      const bytes = short === 1 ? Number(header.readBigUInt64BE(8)) : short || end - at
      if (bytes < 8) return
      if (TIMED.includes(type)) {
        // Version and flags, then twice 4 bytes, or twice 8 from version 1 on.
        const instants = Buffer.alloc(header[8] === 1 ? 16 : 8)
        await file.write(instants, 0, instants.length, at + 12)
      } else if (PARENTS.includes(type)) {
        await walk(at + (short === 1 ? 16 : 8), Math.min(end, at + bytes))
      }
      at += bytes
    }
  }
  await walk(0, size)
}
