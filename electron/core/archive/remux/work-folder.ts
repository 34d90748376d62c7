import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { isMissing } from '../files/disk/disk-problems.ts'
import { writeWhole } from '../files/disk/durable.ts'

const STATE = 'list.json'
const PACK = 'segments.pack'
const MARK = 0x52445350 // "RDSP"
/** Mark, place in the list, length (six bytes), CRC-32 of these, CRC-32 of the body. */
const HEAD_BYTES = 22

const NO_LINK = constants.O_NOFOLLOW ?? 0
/** No state of ours is larger. */
const LARGEST_STATE = 4_096

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

/** What identifies the list of a work folder; null: it has none. */
export const readFingerprint = async (folder: string): Promise<string | null> => {
  const file = await open(join(folder, STATE), constants.O_RDONLY | NO_LINK).catch(() => null)
  if (!file) return null
  try {
    const buffer = Buffer.alloc(LARGEST_STATE)
    const { bytesRead } = await file.read(buffer, 0, LARGEST_STATE, 0)
    const state: unknown = JSON.parse(buffer.toString('utf8', 0, bytesRead))
    const said = state && typeof state === 'object' && 'fingerprint' in state ? state.fingerprint : null
    return typeof said === 'string' ? said : null
  } catch {
    return null
  } finally {
    await file.close()
  }
}

/** The folder itself, never one that a link in its place leads to. */
const makeFolder = async (folder: string): Promise<void> => {
  const found = await lstat(folder).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (found?.isSymbolicLink()) await rm(folder)
  await mkdir(folder, { recursive: true })
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
 * What one export keeps beside its part: the fingerprint of its list, and the segments that came after a missing one.
 * They wait here for the part to reach them (D21, D22): one file of records, each written in one go, made when the
 * first is kept. They are kept decrypted: the key is never stored (P18). Segments of another list, or of an unknown
 * one, are removed (P22). Throws what the disk throws.
 */
export const openWorkFolder = async (folder: string, fingerprint: string) => {
  await makeFolder(folder)
  const before = await readFingerprint(folder)
  const path = join(folder, PACK)
  if (before !== fingerprint) {
    await rm(path, { force: true })
    await writeWhole(folder, STATE, JSON.stringify({ version: 1, fingerprint }))
  }
  let file: FileHandle | null = await open(path, constants.O_RDWR | NO_LINK).catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  let { places, end } = file
    ? await scan(file).catch(async (error) => {
        await file?.close()
        throw error
      })
    : { places: new Map<number, Place>(), end: 0 }
  const underway = new Set<Promise<void>>()
  let making: Promise<FileHandle> | null = null
  const opened = (): Promise<FileHandle> => {
    making ??= file
      ? Promise.resolve(file)
      : open(path, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | NO_LINK).then((made) => {
          file = made
          return made
        })
    return making
  }

  const put = async (index: number, body: Uint8Array): Promise<void> => {
    const head = headOf(index, body)
    const at = end
    end += HEAD_BYTES + body.length
    const pack = await opened()
    const { bytesWritten } = await pack.writev([head, body], at)
    // A write may be cut short; then the disk is about to say why.
    for (let done = bytesWritten; done < HEAD_BYTES + body.length; ) {
      const [from, offset] = done < HEAD_BYTES ? [head, done] : [body, done - HEAD_BYTES]
      done += (await pack.write(from, offset, from.length - offset, at + done)).bytesWritten
    }
    places.set(index, { at: at + HEAD_BYTES, length: body.length, crc: head.readUInt32BE(18) })
  }

  return {
    /** True when the folder held another list. */
    changed: before !== null && before !== fingerprint,
    has: (index: number): boolean => places.has(index),
    /** Null when it is not there, or not as it was written. */
    read: async (index: number): Promise<Buffer | null> => {
      const place = places.get(index)
      if (!place || !file) return null
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
      await file?.close()
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
