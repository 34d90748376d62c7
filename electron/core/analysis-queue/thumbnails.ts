import type { Clock, Log } from '../base/ports.ts'
import { createSegmentCache } from '../replay/cache/segment-cache.ts'
import { scopeName, segmentName } from '../replay/cache/segment-files.ts'

/** Part of the cache's limit that thumbnails may take: 512 MB of 2 GB are those of some 50,000 screens. */
const SHARE = 1 / 4

const isWebp = (bytes: Uint8Array): boolean => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString('latin1')
  return text.length === 12 && text.startsWith('RIFF') && text.endsWith('WEBP')
}

/** Name of a thumbnail; another key is another set, so that no picture of an earlier analysis is shown. */
const nameOf = (key: string, index: number | 'end'): string => segmentName(`thumbnail ${key} ${index}`, null)
const CHECKPOINT = segmentName('checkpoint', null)

/** Pictures and unfinished work of the analysis, on disk below the limit of the cache; what was not used longest goes first. */
export const createThumbnails = (config: { folder: string; limitBytes: () => number; clock: Clock; log: Log }) => {
  const { folder, clock, log } = config
  const cache = createSegmentCache({ folder, limit: () => Math.floor(config.limitBytes() * SHARE), clock, log })
  return {
    /** False for what is no WebP. */
    write: async (
      accountId: string,
      sessionId: string,
      key: string,
      index: number | 'end',
      image: Uint8Array,
    ): Promise<boolean> => {
      if (!isWebp(image)) return false
      await cache.write(scopeName(accountId, sessionId), nameOf(key, index), [image])
      return true
    },
    read: (accountId: string, sessionId: string, key: string, index: number | 'end') =>
      cache.read(scopeName(accountId, sessionId), nameOf(key, index)),
    writeCheckpoint: (accountId: string, sessionId: string, data: Uint8Array) =>
      cache.write(scopeName(accountId, sessionId), CHECKPOINT, [data]),
    readCheckpoint: async (accountId: string, sessionId: string): Promise<Uint8Array<ArrayBuffer> | null> => {
      const data = await cache.read(scopeName(accountId, sessionId), CHECKPOINT)
      return data && Uint8Array.from(data)
    },
    forget: (accountId: string, sessionId: string) => cache.forget(scopeName(accountId, sessionId)),
    /** Removes what belongs to none of these sessions. */
    keepOnly: (keys: readonly { accountId: string; sessionId: string }[]) =>
      cache.keepOnly(new Set(keys.map(({ accountId, sessionId }) => scopeName(accountId, sessionId)))),
    /** Whether any can be kept. */
    enabled: (): boolean => config.limitBytes() > 0,
    bytes: cache.bytes,
    knownBytes: cache.knownBytes,
    clear: cache.clear,
    idle: cache.idle,
  }
}
export type Thumbnails = ReturnType<typeof createThumbnails>
