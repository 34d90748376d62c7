import { createHash } from 'node:crypto'
import { constants, writeSync } from 'node:fs'
import { type FileHandle, open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { TransportFault } from '../../media/storage/storage-transport.ts'
import { diskProblem, errorCode, noSpace } from '../files/disk/disk-problems.ts'
import type { Span } from './range-set.ts'

/** What the part file is opened with; a test brings a disk that is full. */
export type OpenFile = (path: string, flags: number) => Promise<FileHandle>

/** The one file that is being filled. Every fault is a TransportFault with a `storage` problem. */
export type PartFile = {
  size: () => Promise<number>
  /** Writes all buffers, one after the other, from `position` on. */
  write: (buffers: Uint8Array[], position: number) => Promise<void>
  /** Writes at once, without a thread. False: it is not done, `write` it. Only for disks that answer from memory. */
  writeNow: (bytes: Uint8Array, position: number) => boolean
  truncate: (size: number) => Promise<void>
  /** What was written survives a power loss afterwards. */
  sync: () => Promise<void>
  /** A short fingerprint of finished bytes: the ends of every span. Null when they cannot be read. */
  probe: (spans: Span[]) => Promise<string | null>
  /** Fails when `bytes` more do not fit (D13). */
  needs: (bytes: number) => Promise<void>
  /** Bytes that are free, and all there are; null where the system does not tell. */
  space?: () => Promise<{ free: number; size: number } | null>
  close: () => Promise<void>
}

/** `statfs` types of disks in this computer (ext, XFS, Btrfs, F2FS, overlay, tmpfs): a network disk may block for long. */
const LOCAL_TYPES = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x794c7630, 0x01021994])
/** A write that took longer shows a disk that is behind; threads do the writes for a while then. */
const LONGEST_WRITE_MS = 20
const SLOW_FOR_MS = 300

const isLocal = async (path: string): Promise<boolean> => {
  if (process.platform !== 'linux') return false
  try {
    return LOCAL_TYPES.has((await statfs(dirname(path))).type)
  } catch {
    return false
  }
}

const PROBE_BYTES = 4_096

/** Never through a link that lies where the part should be. */
const FLAGS = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)

/** Of the disk, bytes; null where the system does not tell. */
const spaceOf = async (path: string): Promise<{ free: number; size: number } | null> => {
  try {
    const { bavail, blocks, bsize } = await statfs(dirname(path))
    return { free: bavail * bsize, size: blocks * bsize }
  } catch {
    return null
  }
}

const freeBytes = async (path: string): Promise<number | null> => (await spaceOf(path))?.free ?? null

/** A file system's error as the end of the transfer; `need` bytes are still to come. */
const diskFault = async (path: string, error: unknown, need: () => number | null): Promise<TransportFault> => {
  const code = errorCode(error)
  const full = code === 'ENOSPC' || code === 'EDQUOT'
  const { problem } = full ? noSpace(need(), await freeBytes(path)) : diskProblem(error)
  return new TransportFault(problem, false)
}

/** Opens or creates the part. `left` tells how many bytes are still to come, for the sentence of a full disk. */
export const openPart = async (
  path: string,
  left: () => number | null,
  openFile: OpenFile = open,
): Promise<PartFile> => {
  const guarded = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      throw await diskFault(path, error, left)
    }
  }
  const file = await guarded(() => openFile(path, FLAGS))
  const local = openFile === open && (await isLocal(path))
  let slowUntil = 0

  const writeAll = async (buffers: Uint8Array[], position: number) => {
    let rest = buffers
    let at = position
    while (rest.length > 0) {
      let { bytesWritten } = await file.writev(rest, at)
      at += bytesWritten
      // The system may take less than all of it.
      const next: Uint8Array[] = []
      for (const buffer of rest) {
        const taken = Math.min(bytesWritten, buffer.length)
        bytesWritten -= taken
        if (taken < buffer.length) next.push(buffer.subarray(taken))
      }
      rest = next
    }
  }

  return {
    size: () => guarded(async () => (await file.stat()).size),
    write: (buffers, position) => guarded(() => writeAll(buffers, position)),
    writeNow: (bytes, position) => {
      const began = performance.now()
      if (!local || began < slowUntil) return false
      try {
        return writeSync(file.fd, bytes, 0, bytes.length, position) === bytes.length
      } catch {
        return false // `write` meets the same fault and tells it
      } finally {
        const now = performance.now()
        if (now - began > LONGEST_WRITE_MS) slowUntil = now + SLOW_FOR_MS
      }
    },
    truncate: (size) => guarded(() => file.truncate(size)),
    sync: () => guarded(() => file.datasync()),
    probe: async (spans) => {
      const hash = createHash('sha256')
      const buffer = Buffer.alloc(PROBE_BYTES)
      try {
        for (const { first, end } of spans) {
          for (const at of [first, Math.max(first, end - PROBE_BYTES)]) {
            const length = Math.min(PROBE_BYTES, end - at)
            const { bytesRead } = await file.read(buffer, 0, length, at)
            if (bytesRead < length) return null
            hash.update(buffer.subarray(0, length))
          }
        }
      } catch {
        return null
      }
      return hash.digest('hex').slice(0, 32)
    },
    needs: async (bytes) => {
      const free = await freeBytes(path)
      if (free !== null && free < bytes) throw new TransportFault(noSpace(bytes, free).problem, false)
    },
    space: () => spaceOf(path),
    close: () => file.close().catch(() => {}),
  }
}

/** Chunks of one connection on their way to the disk. */
export type Batch = {
  /** Copies the chunk. A promise means that the disk is behind: bring no more before it settles. */
  offer: (chunk: Uint8Array) => Promise<void> | undefined
  /** Waits until all of it is written. */
  flush: () => Promise<void>
}

const BATCH_BYTES = 1024 * 1024
/** Written while it is still in the processor's cache, where the disk answers from memory. */
const CACHED_BYTES = 192 * 1024
/** A chunk of this size is written from where it lies: copying it would cost as much as reading it. */
const DIRECT_BYTES = 64 * 1024
/** So many full buffers may wait behind the one that is being written. */
const MOST_WAITING = 2
/** A slow line must not keep bytes in memory for long. */
const LONGEST_HELD_MS = 500

/**
 * Collects 1 MiB, writes it while the next one is collected. Bytes are copied into a few buffers that are used in
 * turn, so that memory stays flat and a chunk may be overwritten as soon as it was offered.
 */
export const createBatch = (
  file: Pick<PartFile, 'write'> & Partial<Pick<PartFile, 'writeNow'>>,
  start: number,
  onWritten: (first: number, end: number) => void,
): Batch => {
  const spare: Buffer[] = []
  const waiting: { buffer: Buffer; size: number }[] = []
  let position = start
  let filling: Buffer | null = null
  let size = 0
  let since = 0
  /** The loop that writes what waits; null while there is nothing. */
  let writing: Promise<void> | null = null
  let broken: { error: unknown } | null = null
  let room = Promise.withResolvers<void>()

  const writeWaiting = async () => {
    try {
      for (let next = waiting[0]; next; next = waiting[0]) {
        const [first, end] = [position, position + next.size]
        await file.write([next.buffer.subarray(0, next.size)], first)
        position = end
        waiting.shift()
        spare.push(next.buffer)
        room.resolve()
        room = Promise.withResolvers()
        onWritten(first, end)
      }
    } catch (error) {
      broken = { error }
      room.resolve()
    }
    writing = null
  }

  /** Writes at once what nothing waits before. The bytes are free again afterwards. */
  const writeNow = (bytes: Uint8Array): boolean => {
    if (writing || broken || !file.writeNow?.(bytes, position)) return false
    const first = position
    position += bytes.length
    onWritten(first, position)
    return true
  }

  const send = () => {
    if (size === 0 || !filling) return
    if (writeNow(filling.subarray(0, size))) {
      size = 0
      return
    }
    waiting.push({ buffer: filling, size })
    filling = null
    size = 0
    if (!broken) writing ??= writeWaiting()
  }

  const hold = async () => {
    while (!broken && waiting.length > MOST_WAITING) await room.promise
    if (broken) throw broken.error
  }

  return {
    offer: (chunk) => {
      if (chunk.length >= DIRECT_BYTES && size === 0 && writeNow(chunk)) return undefined
      const now = performance.now()
      if (size === 0) since = now
      for (let at = 0; at < chunk.length; ) {
        filling ??= spare.pop() ?? Buffer.allocUnsafeSlow(BATCH_BYTES)
        const part = chunk.subarray(at, at + BATCH_BYTES - size)
        filling.set(part, size)
        size += part.length
        at += part.length
        if (size === BATCH_BYTES) send()
        else if (size >= CACHED_BYTES && writeNow(filling.subarray(0, size))) size = 0
      }
      if (size > 0 && now - since > LONGEST_HELD_MS) send()
      return broken || waiting.length > MOST_WAITING ? hold() : undefined
    },
    flush: async () => {
      send()
      while (writing) await writing
      if (broken) throw broken.error
    },
  }
}
