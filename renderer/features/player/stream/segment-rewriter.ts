import type { Fragment } from 'hls.js'
import { createPlaces, startOf } from './borders.ts'
import { joinBytes } from './bytes.ts'
import { listedInit } from './fragment/made-inits.ts'
import { createFragments, type Last } from './fragment/to-fragments.ts'
import { viewOf } from './mp4/boxes.ts'
import { type AvcTrack, avcTrack, withoutRecoveryPoints } from './mp4/key-fragments.ts'
import { rewriteFragment, timescaleOf, videoTrack } from './mp4/rewrite-fragment.ts'
import { type Defaults, defaultsIn } from './mp4/runs.ts'
import { type SoundTrack, soundTrack, withSilence } from './mp4/silence.ts'
import { wholeSamples } from './mp4/whole-samples.ts'
import { newTsState, rewriteTs, type TsState } from './rewrite-ts.ts'
import { plainPackets } from './ts-frames.ts'
import { AVC, type VideoStream } from './ts-tables.ts'

/** What of a fragment of hls.js says what its bytes are. */
type Part = Pick<Fragment, 'sn' | 'cc' | 'url' | 'encrypted' | 'start' | 'duration' | 'setStart'> & {
  initSegment: Pick<Fragment, 'url'> | null
}

/** What an init section says of its tracks. */
type Init = {
  video: { id: number; timescale: number }
  sound: SoundTrack | null
  known: Map<number, Defaults>
  avc: AvcTrack | null
}

const bufferOf = (bytes: Uint8Array): ArrayBuffer => {
  const { buffer } = bytes
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length ? buffer : new Uint8Array(bytes).buffer
}

/**
 * Makes the segments of one recording playable on their way to hls.js (`rewriteTs`, `rewriteFragment`). Encrypted ones are
 * decrypted behind it and pass untouched. `onVideo` reports the stream of pictures of a transport stream; `onlyIdr` and
 * `sets` are those of `TsState`.
 */
export const createRewriter = (options: {
  onlyIdr: boolean
  sets: TsState['sets']
  onVideo: (video: VideoStream) => void
  /** Takes the init section that was made for a segment. */
  onInit: (part: Part, section: Uint8Array) => void
  /** Whether no segment of a discontinuity is encrypted. */
  isPlain: (cc: number) => boolean
}) => {
  const state = newTsState(options.onlyIdr, options.sets)
  const delays = new Map<number, number>()
  const tables = new Map<string, Uint8Array>()
  const inits = new Map<string, Init>()
  const places = createPlaces()
  const fragments = createFragments((part, section) => options.onInit(part as Part, section))
  /** By discontinuity: whether its segments are written as fragments. hls.js looks once what those of each are. */
  const written = new Map<number, boolean>()

  /** Pictures without sound, of which everything is known. */
  const canWrite = ({ cc }: Part): boolean =>
    written.get(cc) ?? (state.tables?.video?.type === AVC && !state.tables.sound && options.isPlain(cc))
  const asFragments = (part: Part, packets: Uint8Array, shownLast: Last | null): Uint8Array | null => {
    const { cc } = part
    const video = state.tables?.video
    const about = { sets: state.sets.get(cc) ?? null, last: shownLast }
    const made = video && canWrite(part) ? fragments(part, packets, video.pid, about) : null
    written.set(cc, made !== null)
    return made
  }

  const init = (url: string, data: ArrayBuffer): ArrayBuffer => {
    const bytes = new Uint8Array(data)
    const packets = plainPackets(bytes)
    if (packets) {
      // hls.js has no use for tables that are alone (H33): they go in front of each segment instead.
      tables.set(url, packets)
      return new ArrayBuffer(0)
    }
    const id = videoTrack(bytes)
    const timescale = id === null ? null : timescaleOf(bytes, id)
    if (id !== null && timescale !== null)
      inits.set(url, {
        video: { id, timescale },
        sound: soundTrack(bytes),
        known: defaultsIn(viewOf(bytes)),
        avc: avcTrack(bytes),
      })
    return data
  }

  /** What was given last: an IDR picture in front of it counts for the next one alone. */
  let last: Pick<Part, 'sn' | 'cc'> | null = null

  /** `shownLast`: how long the last picture of a transport stream is shown; null where nothing says it. */
  return (part: Part, data: ArrayBuffer, shownLast: Last | null = null): ArrayBuffer => {
    if (part.encrypted) return data
    if (part.sn === 'initSegment') return init(part.url, data)
    if (last?.cc !== part.cc || part.sn !== Number(last.sn) + 1) state.linked = false
    last = { sn: part.sn, cc: part.cc }
    const bytes = new Uint8Array(data)
    const from = listedInit(part)?.url ?? ''
    const made = inits.get(from)
    if (made) {
      const { video, sound, known, avc } = made
      const linked = avc ? withoutRecoveryPoints(bytes, avc, state.linked) : { bytes, linked: false }
      state.linked = linked.linked
      const whole = wholeSamples(linked.bytes, video.id, known)
      places.put(part, startOf(whole, video, known))
      const shown = rewriteFragment(whole, video.id, part.cc, delays, known)
      return bufferOf(sound ? withSilence(shown, video, sound, known) : shown)
    }
    const before = tables.get(from)
    const plain = before ? plainPackets(bytes) : null
    const rewritten = rewriteTs(before && plain ? joinBytes([before, plain]) : bytes, part.cc, state)
    if (!rewritten) return data
    if (rewritten.video) options.onVideo(rewritten.video)
    return bufferOf(asFragments(part, rewritten.bytes, shownLast) ?? rewritten.bytes)
  }
}
