import type { Fragment } from 'hls.js'
import { joinBytes } from './bytes.ts'
import { listedInit } from './fragment/made-inits.ts'
import type { Last } from './fragment/to-fragments.ts'
import { firstStamp, fromLastKey, picturesOf, stampsOf } from './key-pictures.ts'
import { isAsListed, lastShown } from './listed-length.ts'
import { isLone, withNextPicture } from './lone-picture.ts'
import { type AvcTrack, avcTrack, keySamples } from './mp4/key-fragments.ts'
import { allEarlier, createClocks } from './one-clock.ts'
import { stampGap } from './pes.ts'
import { splitPictures, tailCount } from './reorder-tail.ts'
import { PACKET } from './ts-frames.ts'
import { AVC } from './ts-tables.ts'
import { type StreamTables, streamTables, wholePictures } from './whole-pictures.ts'

export type ListedPart = Pick<
  Fragment,
  'sn' | 'cc' | 'url' | 'encrypted' | 'byteRangeStartOffset' | 'byteRangeEndOffset'
> & {
  initSegment: Pick<Fragment, 'url'> | null
  /** Seconds of video time. */
  start: number
  duration?: number
}

/** A neighbour comes from this machine's cache or over the same connection as the segments themselves, ms. */
const LOAD_MS = 60_000
/** Segments behind and before one another are asked for in turn: the last ones are kept, bytes. */
const KEPT_BYTES = 16 * 1024 * 1024

const initOf = (part: ListedPart | undefined): string | undefined => (part && listedInit(part))?.url

const bufferOf = (bytes: Uint8Array): ArrayBuffer => bytes.slice().buffer as ArrayBuffer

/** Behind its last picture so many segments are looked through for the next one. */
const MOST_BEHIND = 4
/** So far back a key picture is looked for: segments, and bytes. */
const MOST_BACK = 32
const MOST_BACK_BYTES = 32 * 1024 * 1024

/** The bytes of a segment; rejects when they are not all there after `boundMs`. */
export const loadPart = async (
  { url, byteRangeStartOffset, byteRangeEndOffset }: ListedPart,
  boundMs = LOAD_MS,
): Promise<Uint8Array> => {
  const ranged = byteRangeStartOffset !== undefined && byteRangeEndOffset !== undefined
  const headers: Record<string, string> = ranged
    ? { Range: `bytes=${byteRangeStartOffset}-${byteRangeEndOffset - 1}` }
    : {}
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(boundMs) })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return new Uint8Array(await response.arrayBuffer())
}

/**
 * Completes transport stream segments by what lies in their neighbours (`wholePictures`). `parts` are the fragments of
 * the playlist in order; `load` brings the bytes of one; `zeroOf` says where a discontinuity was laid. What cannot be
 * loaded counts as absent.
 */
export const createCompleter = (
  parts: () => readonly ListedPart[],
  load: (part: ListedPart) => Promise<Uint8Array>,
  zeroOf: (cc: number) => number | undefined = () => undefined,
) => {
  const kept = new Map<ListedPart['sn'], Uint8Array>()
  let tables: StreamTables | null = null
  /** By discontinuity: when its first picture is shown (90 kHz). */
  const begins = new Map<number, number>()
  /** What hls.js took last: it goes on from there, and from nowhere else. */
  let taken: Pick<ListedPart, 'sn' | 'cc'> | null = null
  const tracks = new Map<string, AvcTrack | null>()
  const clocks = createClocks()
  /** How many pictures of a segment were given with the one in front of it. */
  const tails = new Map<ListedPart['sn'], number>()
  /** Segments that hold no picture of this mark, with their sizes. */
  const lacking = { key: new Map<ListedPart['sn'], number>(), idr: new Map<ListedPart['sn'], number>() }
  /** Discontinuities in which as many segments as are looked through held none: only their beginning may have one. */
  const long = { key: new Set<number>(), idr: new Set<number>() }
  const ever = new Set<ListedPart['sn']>()
  /** How long the last picture of a segment is shown (90 kHz). */
  const lasts = new Map<ListedPart['sn'], Last | null>()

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

  /** hls.js puts what it is given where it believes the segment to begin: lengths in the list are a guess for such cuts. */
  const place = async (list: readonly ListedPart[], part: ListedPart, pts: number | null): Promise<void> => {
    const index = list.findIndex(({ cc }) => cc === part.cc)
    const first = list[index]
    if (!tables || !first || first === part || pts === null) return
    const known = begins.get(part.cc)
    const bytes = known === undefined ? await wholeAt(list, index, part.cc) : null
    const begin = known ?? (bytes && picturesOf(bytes, tables.video.pid)[0]?.pts)
    if (begin === null || begin === undefined) return
    begins.set(part.cc, begin)
    part.start = (zeroOf(part.cc) ?? first.start) + stampGap(pts, begin) / 90_000
  }
  /** In front of its first bytes: whole transport stream segments back to the last key picture (bounded). */
  const fromKey = async (
    list: readonly ListedPart[],
    index: number,
    input: Uint8Array,
    own: Uint8Array,
  ): Promise<Uint8Array> => {
    const part = list[index]
    if (!tables || !part || tables.video.type !== AVC) return own
    const { pid } = tables.video
    const first = picturesOf(own, pid)[0]
    if (!first) return own
    // Decoders may fail at recovery points (M20), so that an IDR picture comes first where there is one.
    const byIdr = first.idr ? null : await fromLast(list, index, own, 'idr')
    const made = byIdr ?? (first.key ? null : await fromLast(list, index, own, 'key'))
    if (made || own !== input) await place(list, part, made ? (picturesOf(made, pid)[0]?.pts ?? null) : first.pts)
    return made ?? own
  }
  /** From the last key or IDR picture before `own` on; null where none is within the bounds. */
  const fromLast = async (
    list: readonly ListedPart[],
    index: number,
    own: Uint8Array,
    mark: 'key' | 'idr',
  ): Promise<Uint8Array | null> => {
    const part = list[index]
    if (!tables || !part) return null
    const { pid } = tables.video
    const { cc } = part
    const least = Math.max(
      list.findIndex((one) => one.cc === cc),
      index - MOST_BACK,
    )
    if (long[mark].has(cc) && list[least - 1]?.cc === cc) return null
    let bytes = own.length
    for (let at = index - 1; at >= least; at -= 1) {
      const sn = list[at]?.sn ?? -1
      const before = lacking[mark].has(sn) ? null : await wholeAt(list, at, cc)
      const size = before?.length ?? lacking[mark].get(sn) ?? Number.POSITIVE_INFINITY
      bytes += size
      if (bytes > MOST_BACK_BYTES) return null
      const begun = before && fromLastKey(before, pid, mark)
      if (!begun) {
        lacking[mark].set(sn, size)
        continue
      }
      const between = await Promise.all(list.slice(at + 1, index).map((_, i) => wholeAt(list, at + 1 + i, cc)))
      return between.includes(null) ? null : joinBytes([begun, ...between.filter((one) => one !== null), own])
    }
    if (index - least === MOST_BACK) long[mark].add(cc)
    return null
  }
  const othersOf =
    (list: readonly ListedPart[], index: number) =>
    async (distance: number): Promise<Uint8Array | null> => {
      const other = list[index + distance]
      return other && other.cc === list[index]?.cc && !other.encrypted ? bytesOf(other) : null
    }
  const wholeAt = async (list: readonly ListedPart[], index: number, cc: number): Promise<Uint8Array | null> => {
    const part = list[index]
    if (!part || !tables || part.cc !== cc || part.encrypted) return null
    const bytes = await bytesOf(part)
    return bytes && onClock(part, await wholePictures(bytes, tables, othersOf(list, index)))
  }
  /** On the clock of those that came before (`createClocks`). */
  const onClock = (part: ListedPart, whole: Uint8Array): Uint8Array => {
    if (!tables || whole.length % PACKET !== 0) return whole
    return allEarlier(whole, clocks.ticksOf(part, firstStamp(whole, tables.video.pid, 'dts')))
  }

  /**
   * With the pictures of the next segment that are shown before the last one here, when cuts lie between pictures: a seek
   * into the hole between them would end at the picture before it. The next segment then goes on behind them. A lone
   * picture gets a copy of the next one (`withNextPicture`).
   */
  const withTail = async (
    list: readonly ListedPart[],
    index: number,
    whole: Uint8Array,
    begun: Uint8Array,
  ): Promise<Uint8Array> => {
    const [part, behind] = [list[index], list[index + 1]]
    if (!tables || !part || !behind || tables.video.type !== AVC) return begun
    const { pid } = tables.video
    tails.delete(behind.sn)
    const own = picturesOf(whole, pid)
    // The copy would take the buffered pictures behind it away. Without sound the length is written (`createFragments`).
    const lone = tables.sound && own[0]?.idr && !ever.has(behind.sn) && isLone(whole, pid) && isLone(begun, pid)
    // Where segments begin at key pictures, nothing is shown across a cut; one may begin there by accident.
    const closed = own[0]?.key !== false && (tables.sound || isAsListed(stampsOf(whole, pid), part.duration))
    if (!lone && closed) return begun
    const next = await wholeAt(list, index + 1, part.cc)
    if (lone) return next ? withNextPicture(begun, next, pid) : begun
    const count = next ? tailCount(own, picturesOf(next, pid)) : 0
    if (!next || count === 0) return begun
    tails.set(behind.sn, count)
    return joinBytes([begun, splitPictures(next, pid, count).head])
  }

  /** Up to the next key picture: new bytes of a key picture alone would take the buffered pictures behind it away. */
  const toKey = async (list: readonly ListedPart[], index: number, own: Uint8Array): Promise<Uint8Array> => {
    const cc = list[index]?.cc
    if (!tables || cc === undefined || tables.video.type !== AVC) return own
    const { pid } = tables.video
    const pieces = [own]
    for (let at = index + 1; at - index <= MOST_BACK; at += 1) {
      const next = await wholeAt(list, at, cc)
      const key = next && picturesOf(next, pid).find((picture) => picture.idr)
      if (next) pieces.push(key ? next.subarray(0, key.at) : next)
      if (!next || key) break
    }
    return joinBytes(pieces)
  }

  /** The same for fragments: from the last IDR picture before, and to the next one where more was taken before. */
  const fragments = async (
    list: readonly ListedPart[],
    index: number,
    own: Uint8Array,
    track: AvcTrack,
    follows: boolean,
  ): Promise<Uint8Array> => {
    const part = list[index]
    const next = list[index + 1]
    const other = async (at: number): Promise<Uint8Array | null> =>
      initOf(list[at]) === initOf(part) ? othersOf(list, index)(at - index) : null
    const pieces = [own]
    for (let at = index - 1, keys = keySamples(own, track); !follows && keys[0] === false; at -= 1) {
      const before = index - at <= MOST_BACK ? await other(at) : null
      if (!before) {
        pieces.splice(0, pieces.length, own)
        break
      }
      pieces.unshift(before)
      keys = keySamples(before, track)
      if (keys.includes(true)) break
    }
    if (next && ever.has(next.sn))
      for (let at = index + 1; at - index <= MOST_BACK; at += 1) {
        const behind = await other(at)
        if (!behind || keySamples(behind, track)[0] !== false) break
        pieces.push(behind)
      }
    return pieces.length === 1 ? own : joinBytes(pieces)
  }

  /**
   * How long the picture that is shown last in `made` is shown, by the pictures behind it (90 kHz); null when nothing says
   * it, or when the list says what the picture before suggests.
   */
  const lengthOfLast = async (list: readonly ListedPart[], index: number, made: Uint8Array): Promise<Last | null> => {
    const part = list[index]
    if (!part || !tables || tables.sound || tables.video.type !== AVC) return null
    const { pid } = tables.video
    const stamps = stampsOf(made, pid)
    const last = lastShown(stamps)
    if (last === null || isAsListed(stamps, part.duration)) return null
    for (let at = index + 1; at - index <= MOST_BEHIND; at += 1) {
      const next = await wholeAt(list, at, part.cc)
      if (!next) return null
      const behind = stampsOf(next, pid)
        .map((stamp) => stampGap(stamp, last))
        .filter((gap) => gap > 0)
      if (behind.length === 0) continue
      const length = behind.reduce((least, gap) => Math.min(least, gap))
      return { length, beforeIdr: picturesOf(next, pid)[0]?.idr === true }
    }
    return null
  }

  const complete = async (part: ListedPart, data: ArrayBuffer): Promise<ArrayBuffer> => {
    if (part.encrypted) return data
    if (part.sn === 'initSegment') {
      tracks.set(part.url, avcTrack(new Uint8Array(data)))
      return data
    }
    const follows = taken !== null && taken.cc === part.cc && part.sn === Number(taken.sn) + 1
    const list = parts()
    const index = list.findIndex(({ sn }) => sn === part.sn)
    const input = new Uint8Array(data)
    const init = listedInit(part)
    if (init) {
      const track = tracks.get(init.url)
      return track && index !== -1 ? bufferOf(await fragments(list, index, input, track, follows)) : data
    }
    tables = streamTables(input) ?? tables
    if (!tables) {
      const first = list.find(({ cc }) => cc === part.cc)
      const bytes = first && first.sn !== part.sn ? await bytesOf(first) : null
      tables = bytes && streamTables(bytes)
    }
    if (!tables || index === -1) return data
    const whole = onClock(part, await wholePictures(input, tables, othersOf(list, index)))
    const moved = follows ? (tails.get(part.sn) ?? 0) : 0
    const own = moved > 0 ? splitPictures(whole, tables.video.pid, moved).rest : whole
    const begun = follows ? own : await fromKey(list, index, input, whole)
    const behind = list[index + 1]
    const closes = behind && ever.has(behind.sn) && !ever.has(part.sn)
    const made = closes ? await toKey(list, index, begun) : await withTail(list, index, whole, begun)
    lasts.set(part.sn, await lengthOfLast(list, index, made))
    return made === input ? data : bufferOf(made)
  }
  return {
    complete,
    /** How long the picture shown last in what `complete` gave is shown (90 kHz); null when nothing says it. */
    lastLength: ({ sn }: Pick<ListedPart, 'sn'>): Last | null => lasts.get(sn) ?? null,
    /** hls.js goes on from this segment: to be called for each that it takes. */
    took: (part: Pick<ListedPart, 'sn' | 'cc'>): void => {
      taken = { sn: part.sn, cc: part.cc }
      ever.add(part.sn)
    },
  }
}
