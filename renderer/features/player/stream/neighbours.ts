import type { Fragment } from 'hls.js'
import { type StreamTables, streamTables, wholePictures } from './whole-pictures.ts'

export type ListedPart = Pick<
  Fragment,
  'sn' | 'cc' | 'url' | 'encrypted' | 'byteRangeStartOffset' | 'byteRangeEndOffset'
> & {
  initSegment: unknown
}

/** A neighbour comes from this machine's cache or over the same connection as the segments themselves, ms. */
const LOAD_MS = 60_000
/** Segments behind and before one another are asked for in turn: the last ones are kept, bytes. */
const KEPT_BYTES = 16 * 1024 * 1024

const loadPart = async ({ url, byteRangeStartOffset, byteRangeEndOffset }: ListedPart): Promise<Uint8Array> => {
  const ranged = byteRangeStartOffset !== undefined && byteRangeEndOffset !== undefined
  const headers: Record<string, string> = ranged
    ? { Range: `bytes=${byteRangeStartOffset}-${byteRangeEndOffset - 1}` }
    : {}
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(LOAD_MS) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

/**
 * Completes transport stream segments by what lies in their neighbours (`wholePictures`). `parts` are the fragments of
 * the playlist in order; `load` brings the bytes of one. What cannot be loaded counts as absent.
 */
export const createCompleter = (parts: () => readonly ListedPart[], load = loadPart) => {
  const kept = new Map<ListedPart['sn'], Uint8Array>()
  let tables: StreamTables | null = null

  const bytesOf = async (part: ListedPart): Promise<Uint8Array | null> => {
    const known = kept.get(part.sn)
    if (known) return known
    const bytes = await load(part).catch(() => null)
    if (!bytes) return null
    kept.set(part.sn, bytes)
    let size = [...kept.values()].reduce((sum, { length }) => sum + length, 0)
    for (const [sn, { length }] of kept) {
      if (size <= KEPT_BYTES || sn === part.sn) break
      kept.delete(sn)
      size -= length
    }
    return bytes
  }

  return async (part: ListedPart, data: ArrayBuffer): Promise<ArrayBuffer> => {
    if (part.encrypted || part.initSegment || part.sn === 'initSegment') return data
    const list = parts()
    const index = list.findIndex(({ sn }) => sn === part.sn)
    const input = new Uint8Array(data)
    tables = streamTables(input) ?? tables
    if (!tables) {
      const first = list.find(({ cc }) => cc === part.cc)
      const bytes = first && first.sn !== part.sn ? await bytesOf(first) : null
      tables = bytes && streamTables(bytes)
    }
    if (!tables || index === -1) return data
    const whole = await wholePictures(input, tables, async (distance) => {
      const other = list[index + distance]
      return other && other.cc === part.cc && !other.encrypted ? bytesOf(other) : null
    })
    return whole === input ? data : (whole.slice().buffer as ArrayBuffer)
  }
}
