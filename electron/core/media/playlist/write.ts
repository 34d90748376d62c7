import { atOnce } from '../../base/turns.ts'
import { STEP } from './lines.ts'
import type { MediaPlaylist, Segment, SegmentKey } from './model.ts'

/** Gives the page's address of a segment, an init section or a key. */
export type Names = {
  segment: (position: number) => string
  init: (init: NonNullable<Segment['init']>) => string
  key: (key: NonNullable<SegmentKey>) => string
}

const keyLine = (key: SegmentKey, names: Names): string =>
  key === null ? '#EXT-X-KEY:METHOD=NONE' : `#EXT-X-KEY:METHOD=AES-128,URI="${names.key(key)}",IV=0x${key.iv}`

/** Six digits are what recorders write; a shorter text stays short. */
const seconds = (value: number): string => String(Number(value.toFixed(6)))

/**
 * The playlist as the page gets it: finished (P06), one line of its own for every entry (P28), explicit
 * IVs (P18), no byte ranges (each slice is an address of its own, P12) and none of the service's addresses.
 */
export const writeSteps = function* (list: MediaPlaylist, names: Names): Generator<undefined, string> {
  const out = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${list.targetDurationS}`,
    `#EXT-X-MEDIA-SEQUENCE:${list.mediaSequence}`,
    ...(list.discontinuitySequence > 0 ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${list.discontinuitySequence}`] : []),
    '#EXT-X-PLAYLIST-TYPE:VOD',
  ]
  let keyNow = keyLine(null, names)
  let initNow: Segment['init'] = null
  const putKey = (key: SegmentKey) => {
    const line = keyLine(key, names)
    if (line !== keyNow) out.push(line)
    keyNow = line
  }
  for (const [position, segment] of list.segments.entries()) {
    if (position % STEP === STEP - 1) yield
    if (segment.discontinuity) out.push('#EXT-X-DISCONTINUITY')
    if (segment.init && segment.init !== initNow) {
      putKey(segment.init.key)
      out.push(`#EXT-X-MAP:URI="${names.init(segment.init)}"`)
    }
    initNow = segment.init
    putKey(segment.key)
    if (segment.gap) out.push('#EXT-X-GAP')
    out.push(`#EXTINF:${seconds(segment.durationS)},`, names.segment(position))
  }
  return `${[...out, '#EXT-X-ENDLIST'].join('\n')}\n`
}

export const writePlaylist = (list: MediaPlaylist, names: Names): string => atOnce(writeSteps(list, names))
