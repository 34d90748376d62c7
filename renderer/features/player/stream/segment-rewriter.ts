import type { Fragment } from 'hls.js'
import { joinBytes } from './bytes.ts'
import { rewriteFragment, videoTrack } from './rewrite-mp4.ts'
import { newTsState, rewriteTs, type TsState } from './rewrite-ts.ts'
import { plainPackets } from './ts-frames.ts'
import type { VideoStream } from './ts-tables.ts'

/** What of a fragment of hls.js says what its bytes are. */
type Part = Pick<Fragment, 'sn' | 'cc' | 'url' | 'encrypted'> & { initSegment: Pick<Fragment, 'url'> | null }

const bufferOf = (bytes: Uint8Array): ArrayBuffer => {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length ? buffer : new Uint8Array(bytes).buffer
}

/**
 * Makes the segments of one recording playable on their way to hls.js (`rewriteTs`, `rewriteFragment`). Encrypted ones are
 * decrypted behind it and pass untouched. `onVideo` tells of the stream of pictures of a transport stream; `onlyIdr` and
 * `sets` are those of `TsState`.
 */
export const createRewriter = (options: {
  onlyIdr: boolean
  sets: TsState['sets']
  onVideo: (video: VideoStream) => void
}) => {
  const state = newTsState(options.onlyIdr, options.sets)
  const delays = new Map<number, number>()
  const tables = new Map<string, Uint8Array>()
  const tracks = new Map<string, number>()

  const init = (url: string, data: ArrayBuffer): ArrayBuffer => {
    const bytes = new Uint8Array(data)
    const packets = plainPackets(bytes)
    if (packets) {
      // hls.js has no use for tables that stand alone (H33): they go in front of each segment instead.
      tables.set(url, packets)
      return new ArrayBuffer(0)
    }
    const track = videoTrack(bytes)
    if (track !== null) tracks.set(url, track)
    return data
  }

  return (part: Part, data: ArrayBuffer): ArrayBuffer => {
    if (part.encrypted) return data
    if (part.sn === 'initSegment') return init(part.url, data)
    const bytes = new Uint8Array(data)
    const from = part.initSegment?.url ?? ''
    const track = tracks.get(from)
    if (track !== undefined) return bufferOf(rewriteFragment(bytes, track, part.cc, delays))
    const before = tables.get(from)
    const plain = before ? plainPackets(bytes) : null
    const rewritten = rewriteTs(before && plain ? joinBytes([before, plain]) : bytes, part.cc, state)
    if (!rewritten) return data
    if (rewritten.video) options.onVideo(rewritten.video)
    return bufferOf(rewritten.bytes)
  }
}
