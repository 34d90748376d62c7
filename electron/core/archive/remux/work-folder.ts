import { type FileHandle, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'

const STATE = 'list.json'
const PACK = 'segments.pack'
const MARK = 0x52445350 // "RDSP"
/** Mark, place in the list, length (six bytes), CRC-32 of these, CRC-32 of the body. */
const HEAD_BYTES = 22

type Place = { at: number; length: number; crc: number }

const headOf = (index: number, body: Uint8Array): Buffer => {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(MARK)
  head.writeUInt32BE(index, 4)
  head.writeUIntBE(body.length, 8, 6)
  head.writeUInt32BE(crc32(head.subarray(0, 14)), 14)
  head.writeUInt32BE(crc32(body), 18)
  return head
}

const readFingerprint = async (folder: string): Promise<string | null> => {
  try {
    const state: unknown = JSON.parse(await readFile(join(folder, STATE), 'utf8'))
    const said = state && typeof state === 'object' && 'fingerprint' in state ? state.fingerprint : null
    return typeof said === 'string' ? said : null
  } catch {
    return null
  }
}

/** Walks the heads of a pack. What follows the last whole record is what a crash left, and is written over. */
const scan = async (file: FileHandle): Promise<{ places: Map<number, Place>; end: number }> => {
  const places = new Map<number, Place>()
  const { size } = await file.stat()
  const head = Buffer.alloc(HEAD_BYTES)
  let end = 0
  while (end + HEAD_BYTES <= size) {
    await file.read(head, 0, HEAD_BYTES, end)
    const length = head.readUIntBE(8, 6)
    const whole = head.readUInt32BE(0) === MARK && head.readUInt32BE(14) === crc32(head.subarray(0, 14))
    if (!whole || end + HEAD_BYTES + length > size) break
    places.set(head.readUInt32BE(4), { at: end + HEAD_BYTES, length, crc: head.readUInt32BE(18) })
    end += HEAD_BYTES + length
  }
  return { places, end }
}

/**
 * The segments of one export on disk, by their place in the list, so that another try goes on where the last
 * one ended (D21): one file of records, each written in one go. They are kept decrypted: the key is never stored
 * (P18). Segments of another list, or of an unknown one, are removed (P22). Throws what the disk throws.
 */
export const openWorkFolder = async (folder: string, fingerprint: string) => {
  await mkdir(folder, { recursive: true })
  const before = await readFingerprint(folder)
  if (before !== fingerprint) {
    await rm(join(folder, PACK), { force: true })
    await writeFile(join(folder, STATE), JSON.stringify({ version: 1, fingerprint }))
  }
  const file = await open(join(folder, PACK), before === fingerprint ? 'a+' : 'w+').then(async (handle) => {
    await handle.close()
    return open(join(folder, PACK), 'r+') // positional writes, which appending does not allow everywhere
  })
  let { places, end } = await scan(file).catch(async (error) => {
    await file.close()
    throw error
  })
  const underway = new Set<Promise<void>>()

  const put = async (index: number, body: Uint8Array): Promise<void> => {
    const head = headOf(index, body)
    const at = end
    end += HEAD_BYTES + body.length
    const { bytesWritten } = await file.writev([head, body], at)
    // A write may be cut short; then the disk is about to say why.
    for (let done = bytesWritten; done < HEAD_BYTES + body.length; ) {
      const [from, offset] = done < HEAD_BYTES ? [head, done] : [body, done - HEAD_BYTES]
      done += (await file.write(from, offset, from.length - offset, at + done)).bytesWritten
    }
    places.set(index, { at: at + HEAD_BYTES, length: body.length, crc: head.readUInt32BE(18) })
  }

  return {
    /** True when the folder held another list. */
    changed: before !== null && before !== fingerprint,
    /** Null when it is not there, or not as it was written. */
    read: async (index: number): Promise<Buffer | null> => {
      const place = places.get(index)
      if (!place) return null
      const body = Buffer.allocUnsafe(place.length)
      let done = 0
      while (done < place.length) {
        const { bytesRead } = await file.read(body, done, place.length - done, place.at + done)
        if (bytesRead === 0) return null
        done += bytesRead
      }
      return crc32(body) === place.crc ? body : null
    },
    write: (index: number, body: Uint8Array): Promise<void> => {
      const written = put(index, body).finally(() => underway.delete(written))
      underway.add(written)
      return written
    },
    close: async (): Promise<void> => {
      await Promise.allSettled(underway)
      places = new Map()
      await file.close()
    },
  }
}

export type WorkFolder = Awaited<ReturnType<typeof openWorkFolder>>

/** The places in the list whose segments are kept in a folder, ascending; none without a folder. */
export const keptSegments = async (folder: string): Promise<number[]> => {
  const file = await open(join(folder, PACK), 'r').catch(() => null)
  if (!file) return []
  try {
    return [...(await scan(file)).places.keys()].sort((a, b) => a - b)
  } finally {
    await file.close()
  }
}
