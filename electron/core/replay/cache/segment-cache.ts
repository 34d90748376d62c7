import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Clock, Log } from '../../base/ports.ts'
import { throughDraft } from '../../base/write-file.ts'
import { isScopeName, isSegmentName, TRAILER_BYTES, trailer, wholeBody } from './segment-files.ts'

export type SegmentCache = {
  /** The whole body, checked; null when absent, broken or the cache is off. */
  read: (scope: string, name: string) => Promise<Uint8Array | null>
  /** Keeps a complete body. Nothing is visible under its name before all of it is on disk. Never rejects. */
  write: (scope: string, name: string, chunks: Uint8Array[]) => Promise<void>
  /** Removes the segments of one session. */
  forget: (scope: string) => Promise<void>
  /** Removes what belongs to no session of these. */
  keepOnly: (scopes: ReadonlySet<string>) => Promise<void>
  bytes: () => Promise<number>
  /** Bytes that are known of now, without a look at the disk. */
  knownBytes: () => number
  /** Answers the bytes freed. */
  clear: () => Promise<number>
  /** Resolves when nothing is being written. */
  idle: () => Promise<void>
}

/**
 * Segments on disk, the longest unused go first. `limit` is read at every use, 0 is off. A disk that fails
 * costs the cache, never the playback.
 */
export const createSegmentCache = (config: {
  folder: string
  limit: () => number
  clock: Clock
  log: Log
}): SegmentCache => {
  const { folder, limit, clock, log } = config
  /** Bytes by scope/name, the longest unused first: a used one is taken out and put back at the end. */
  const entries = new Map<string, number>()
  let total = 0
  let scanned: Promise<void> | null = null
  let known = false // all files have been found
  const goneMeanwhile = new Set<string>() // removed before that
  let complained = false
  const writing = new Set<Promise<void>>()

  const pathOf = (key: string) => join(folder, ...key.split('/'))
  const complain = (error: unknown) => {
    if (!complained)
      log.warn(`replay: the segment cache cannot use the disk (${(error as NodeJS.ErrnoException).code ?? 'fault'})`)
    complained = true
  }

  const drop = (key: string) => {
    total -= entries.get(key) ?? 0
    entries.delete(key)
  }
  const keep = (key: string, bytes: number) => {
    drop(key)
    entries.set(key, bytes)
    total += bytes
  }
  const remove = async (key: string) => {
    drop(key)
    if (!known) goneMeanwhile.add(key)
    await rm(pathOf(key), { force: true }).catch(complain)
  }

  /** What an earlier run left: whole files are kept, unfinished ones removed. */
  const scan = async () => {
    const scopes = (await readdir(folder).catch(() => [])).filter(isScopeName)
    const found: { key: string; bytes: number; usedAt: number }[] = []
    const look = async (key: string, name: string): Promise<void> => {
      if (!isSegmentName(name)) return rm(pathOf(key), { force: true }).catch(complain)
      const info = await stat(pathOf(key)).catch(() => null)
      if (info?.isFile()) found.push({ key, bytes: info.size, usedAt: info.mtimeMs })
    }
    for (const scope of scopes) {
      const names = await readdir(join(folder, scope)).catch(() => [])
      await Promise.all(names.map((name) => look(`${scope}/${name}`, name)))
    }
    found.sort((a, b) => a.usedAt - b.usedAt)
    for (const { key, bytes } of found) if (!goneMeanwhile.has(key)) keep(key, bytes)
    known = true
    goneMeanwhile.clear()
    await trim()
  }
  const ready = () => {
    scanned ??= scan()
    return scanned
  }

  const trim = async () => {
    for (const key of entries.keys()) {
      if (total <= limit()) return
      await remove(key)
    }
  }

  const write = async (scope: string, name: string, chunks: Uint8Array[]): Promise<void> => {
    await ready()
    if (limit() <= 0) return
    const key = `${scope}/${name}`
    const temporaryPath = `${pathOf(key)}.${randomUUID()}.tmp`
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    const crc = chunks.reduce((sum, chunk) => crc32(chunk, sum), 0)
    try {
      await mkdir(join(folder, scope), { recursive: true, mode: 0o700 })
      await throughDraft(temporaryPath, pathOf(key), () =>
        writeFile(temporaryPath, [...chunks, trailer(length, crc)], { mode: 0o600, flag: 'wx' }),
      )
      keep(key, length + TRAILER_BYTES)
      await trim()
    } catch (error) {
      complain(error)
    }
  }

  return {
    read: async (scope, name) => {
      const scan = ready() // a first frame does not wait for it
      if (limit() <= 0) {
        await scan
        await trim()
        return null
      }
      const key = `${scope}/${name}`
      if (known && !entries.has(key)) return null
      const file = await readFile(pathOf(key)).catch(() => null)
      const body = file && wholeBody(file)
      if (!body) {
        if (file || entries.has(key)) await remove(key)
        return null
      }
      if (entries.has(key)) keep(key, body.length + TRAILER_BYTES)
      const seconds = clock.now() / 1000
      void utimes(pathOf(key), seconds, seconds).catch(() => {}) // the order survives a restart, as well as it can
      return body
    },
    write: (scope, name, chunks) => {
      const run = write(scope, name, chunks).finally(() => writing.delete(run))
      writing.add(run)
      return run
    },
    idle: async () => void (await Promise.all(writing)),
    forget: async (scope) => {
      await ready()
      for (const key of [...entries.keys()]) if (key.startsWith(`${scope}/`)) await remove(key)
    },
    keepOnly: async (scopes) => {
      await ready()
      for (const key of [...entries.keys()]) if (!scopes.has(key.slice(0, key.indexOf('/')))) await remove(key)
    },
    knownBytes: () => total,
    bytes: async () => {
      await ready()
      return total
    },
    clear: async () => {
      await ready()
      const before = total
      for (const key of [...entries.keys()]) await remove(key)
      return before - total
    },
  }
}
