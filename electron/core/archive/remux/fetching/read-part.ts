import { createDecipheriv } from 'node:crypto'
import type { Problem } from '../../../../contract/result.ts'
import type { ByteRange } from '../../../media/playlist/model.ts'
import { type LinkSource, type OpenObject, Unsatisfiable } from '../../../media/storage/open-object.ts'
import { formatOf, SNIFF_BYTES } from '../../../media/storage/sniff.ts'
import { noBytes, notMedia } from '../../../media/storage/storage-problems.ts'
import { cancelled, TransportFault } from '../../../media/storage/storage-transport.ts'
import type { Throttle } from '../../archive-types.ts'
import { freeBytes } from '../reading/own-bytes.ts'
import type { PartMemory } from './part-budget.ts'

/** A segment stays in memory while it is copied; real ones have a few megabytes. */
const LARGEST_PART_BYTES = 512 * 1024 ** 2
/** A body that does not say its size, as compressed ones do not, is no segment beyond this. */
const LARGEST_UNSAID_BYTES = 128 * 1024 ** 2
const KEY_BYTES = 16
/** More than any key, so that a page in its place is told from one that is cut off. */
const LARGEST_KEY_BYTES = 1_024

const problem = (message: string): Problem => ({ code: 'media-error', message, next: 'Retry later.' })
const TOO_LARGE = problem('A segment of the recording is too large to be copied.')
const SHORT = problem('A segment is shorter in the storage than the playlist says.')
const NOT_A_KEY = problem('The storage returned an invalid encryption key.')
const NOT_DECRYPTED = problem('A segment cannot be decrypted with the key from the playlist.')

export type PartReader = {
  /** The bytes of one part, decrypted. Throws TransportFault. */
  read: (part: {
    source: LinkSource
    range: ByteRange | null
    key: { source: LinkSource; name: string; iv: string } | null
    /** Counts the bytes against those of other parts. */
    memory?: PartMemory
    /** Bytes beyond which it is too large; those of a segment when absent. */
    most?: number
  }) => Promise<Buffer>
}

/** Reads whole parts: segments, init sections, keys. Keys stay in memory and are fetched once each (P18). */
export const createPartReader = (config: {
  openObject: OpenObject
  throttle: Throttle
  signal: AbortSignal
  onBytes: (count: number) => void
}): PartReader => {
  const { openObject, throttle, signal } = config
  const keys = new Map<string, Promise<Buffer>>()

  const body = async (
    source: LinkSource,
    range: ByteRange | null,
    expect: 'media' | 'opaque',
    {
      memory,
      most = LARGEST_PART_BYTES,
      tooLarge = TOO_LARGE,
    }: { memory?: PartMemory; most?: number; tooLarge?: Problem } = {},
  ): Promise<Buffer> => {
    const want = range && { first: range.offset, last: range.offset + range.length - 1 }
    const opened = await openObject(source, want, expect, signal).catch((error) => {
      if (error instanceof Unsatisfiable && range === null) return null // an empty object (P09)
      if (!(error instanceof Unsatisfiable)) throw error
      throw new TransportFault(error.total === null ? noBytes : SHORT, false)
    })
    if (!opened) return Buffer.alloc(0)
    let done = false // a connection that was read to its end is used again; closing it would end it
    try {
      if (want && opened.last !== want.last) throw new TransportFault(SHORT, false)
      const size = opened.last === null ? null : opened.last - opened.first + 1
      if (size !== null && size > most) throw new TransportFault(tooLarge, false)
      const allowed = size === null ? Math.min(most, LARGEST_UNSAID_BYTES) : most
      const whole = size === null ? null : Buffer.allocUnsafe(Math.max(0, size))
      const chunks: Uint8Array[] = []
      let length = 0
      for (let chunk = await opened.next(); chunk !== null; chunk = await opened.next()) {
        const count = chunk.length
        if (whole) {
          whole.set(chunk, length)
          freeBytes(chunk)
        } else chunks.push(chunk)
        length += count
        if (length > allowed) throw new TransportFault(tooLarge, false)
        config.onBytes(count)
        await memory?.grow(count)
        if (!(await throttle.take(count, signal))) throw cancelled()
      }
      done = true
      return whole ? whole.subarray(0, length) : Buffer.concat(chunks)
    } finally {
      if (!done) opened.close()
    }
  }

  const keyOf = ({ source, name }: { source: LinkSource; name: string }): Promise<Buffer> => {
    const known = keys.get(name)
    if (known) return known
    const bounds = { most: LARGEST_KEY_BYTES, tooLarge: NOT_A_KEY }
    const fetched = body(source, null, 'opaque', bounds).then((key) => {
      if (key.length !== KEY_BYTES) throw new TransportFault(NOT_A_KEY, false)
      return key
    })
    keys.set(name, fetched)
    fetched.catch(() => keys.delete(name))
    return fetched
  }

  const decrypt = (data: Buffer, key: Buffer, iv: string): Buffer => {
    if (data.length === 0) return data
    try {
      const decipher = createDecipheriv('aes-128-cbc', key, Buffer.from(iv, 'hex'))
      return Buffer.concat([decipher.update(data), decipher.final()])
    } catch {
      throw new TransportFault(NOT_DECRYPTED, false)
    }
  }

  return {
    read: async ({ source, range, key, memory, most }) => {
      const bounds = { ...(memory ? { memory } : {}), ...(most === undefined ? {} : { most }) }
      if (!key) return body(source, range, 'media', bounds)
      const [data, secret] = await Promise.all([body(source, range, 'opaque', bounds), keyOf(key)])
      const clear = decrypt(data, secret, key.iv)
      const format = formatOf(clear.subarray(0, SNIFF_BYTES))
      if (format === 'xml' || format === 'text') throw new TransportFault(notMedia, false)
      return clear
    },
  }
}
