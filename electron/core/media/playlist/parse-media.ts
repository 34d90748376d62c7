import { fail, ok, type Result } from '../../../contract/result.ts'
import { readByteRange } from './byte-ranges.ts'
import { objectPath } from './identity.ts'
import { type RawKey, readKey, sequenceIv } from './keys.ts'
import { sumsOf, withEstimates } from './lengths.ts'
import { readAttributes, readTag, STEP } from './lines.ts'
import type { ByteRange, MediaPlaylist, Segment } from './model.ts'
import { resolveAddress } from './resolve.ts'

const integer = (value: string): number => {
  const number = Number.parseInt(value, 10)
  return Number.isSafeInteger(number) && number >= 0 ? number : 0
}

type Pending = { durationS: number | null; rangeText: string | null; gap: boolean; discontinuity: boolean }
const nothing = (): Pending => ({ durationS: null, rangeText: null, gap: false, discontinuity: false })

/** Counts what was cleaned up, so that a thousand unusual lines make one sentence. */
type Odd = { empty: number; afterEnd: number }

const gapSentence = (segments: Segment[]): string | null => {
  const gaps = segments.filter((s) => s.gap).length
  return gaps > 0 ? `${gaps} of ${segments.length} segments are missing in the recording.` : null
}

const sentences = (odd: Odd): string[] => {
  const part = (n: number) => (n === 1 ? '1 part' : `${n} parts`)
  return [
    odd.empty > 0 && `${part(odd.empty)} of length 0 left out of the playlist.`,
    odd.afterEnd > 0 && `${part(odd.afterEnd)} after the end of the playlist left out.`,
  ].filter((s): s is string => s !== false)
}

/** A day in parts of 4 s has 21,600, three hours in parts of 1 s 10,800. Each costs memory and time again with every renewal. */
export const MOST_SEGMENTS = 25_000
const tooMany = () =>
  fail(
    'bad-playlist',
    `The playlist has more than ${MOST_SEGMENTS.toLocaleString('en')} segments, which is the maximum.`,
    {
      next: 'Tell the operator of the service: longer segments make the playlist shorter.',
    },
  )

/**
 * Reads and cleans a media playlist whose header line is already gone. The recording has ended, so the
 * list is always taken as finished (P06), whatever it says of itself.
 */
export const mediaSteps = function* (
  lines: readonly string[],
  base: string | null,
): Generator<undefined, Result<MediaPlaylist>> {
  const segments: Segment[] = []
  const odd: Odd = { empty: 0, afterEnd: 0 }
  let pending = nothing()
  let key: RawKey = null
  let init: Segment['init'] = null
  let mediaSequence = 0
  let discontinuitySequence = 0
  let announcedTarget = 0
  let position = 0 // in the list, dropped segments included: the IV counts them (P18)
  let last: { object: string; end: number } | null = null
  let ended = false

  for (const [nth, line] of lines.entries()) {
    if (nth % STEP === STEP - 1) yield
    if (ended) {
      if (!line.startsWith('#')) odd.afterEnd++
      continue
    }
    const tag = readTag(line)
    if (!tag) {
      if (line.startsWith('#')) continue
      const address = resolveAddress(line, base)
      if (!address.ok) return address
      let range: ByteRange | null = null
      if (pending.rangeText !== null) {
        const read = readByteRange(pending.rangeText, last?.object === objectPath(address.value) ? last.end : null)
        if (!read.ok) return read
        range = read.value
        last = { object: objectPath(address.value), end: range.offset + range.length }
      } else last = null
      const sequence = mediaSequence + position++
      const { durationS, gap, discontinuity } = pending
      pending = nothing()
      if (range?.length === 0) {
        odd.empty++
        pending.discontinuity = discontinuity // a dropped part still separates its neighbours
        continue
      }
      const length = durationS === 0 ? 'zero' : durationS === null || durationS < 0 ? 'unstated' : 'stated'
      const segmentKey = key && { url: key.url, iv: key.iv ?? sequenceIv(sequence) }
      if (segments.length >= MOST_SEGMENTS) return tooMany()
      const rest = { gap, discontinuity, key: segmentKey, init }
      segments.push({ url: address.value, range, durationS: durationS ?? 0, length, ...rest })
      continue
    }
    switch (tag.name) {
      case 'EXTINF': {
        const seconds = Number.parseFloat(tag.value)
        pending.durationS = Number.isFinite(seconds) ? seconds : null
        break
      }
      case 'EXT-X-BYTERANGE':
        pending.rangeText = tag.value
        break
      case 'EXT-X-GAP':
        pending.gap = true
        break
      case 'EXT-X-DISCONTINUITY':
        pending.discontinuity = true
        break
      case 'EXT-X-ENDLIST':
        ended = true
        break
      case 'EXT-X-MEDIA-SEQUENCE':
        if (position === 0) mediaSequence = integer(tag.value)
        break
      case 'EXT-X-DISCONTINUITY-SEQUENCE':
        if (position === 0) discontinuitySequence = integer(tag.value)
        break
      case 'EXT-X-TARGETDURATION': {
        const target = Number.parseFloat(tag.value)
        if (Number.isFinite(target)) announcedTarget = Math.max(announcedTarget, target) // given twice (P07)
        break
      }
      case 'EXT-X-KEY': {
        const read = readKey(tag.value, base)
        if (!read.ok) return read
        key = read.value
        break
      }
      case 'EXT-X-MAP': {
        const attributes = readAttributes(tag.value)
        const address = resolveAddress(attributes.get('URI') ?? '', base)
        if (!address.ok) return address
        const rangeText = attributes.get('BYTERANGE')
        const range = rangeText === undefined ? ok(null) : readByteRange(rangeText, 0)
        if (!range.ok) return range
        // An encrypted init section has no sequence number: players use 0 when no IV is given.
        init = { url: address.value, range: range.value, key: key && { url: key.url, iv: key.iv ?? sequenceIv(0) } }
        break
      }
    }
  }

  if (segments.length === 0) return fail('bad-playlist', 'The playlist contains no segments.', { next: 'Retry later.' })
  if (segments.every((s) => s.gap)) return fail('bad-playlist', 'All segments of the recording are missing.')
  const estimated = withEstimates(segments, announcedTarget)
  return ok({
    kind: 'media',
    ...sumsOf(estimated, announcedTarget),
    mediaSequence,
    discontinuitySequence,
    segments: estimated,
    gapWarning: gapSentence(segments),
    warnings: sentences(odd),
  })
}
