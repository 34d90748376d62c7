import type { SoundRules } from '../codecs/sound.ts'
import type { ReadReport } from '../segment-read.ts'
import type { Unit } from '../sequence-state.ts'
import type { Mark } from './stream-marks.ts'

export type SoundState = {
  /** Bytes of frames that are not complete. */
  rest: Buffer
  /** The time of the next frame, ticks of 90 kHz; null until a packet says one. */
  next: number | null
  /** What the decoder was set up with. */
  key: string | null
}

export const freshSound = (): SoundState => ({ rest: Buffer.alloc(0), next: null, key: null })

const TICKS = 90_000
/** A frame that is larger is noise. */
const LARGEST_FRAME = 256 * 1024

/**
 * The frames in one packet of a stream of sound, behind what the packet before left over. The time of a packet is
 * that of the first frame that begins in it (ISO 13818-1, 2.4.3.7). Answers the frames' new setup where it changed.
 */
export const cutSound = (
  state: SoundState,
  rules: SoundRules,
  packet: { bytes: Buffer; mark: Mark },
  report: ReadReport,
  onFrame: (unit: Unit, key: string) => void,
): void => {
  const { mark } = packet
  const bytes = state.rest.length > 0 ? Buffer.concat([state.rest, packet.bytes]) : packet.bytes
  let stamped: number | null = state.rest.length
  let at = 0
  while (at < bytes.length) {
    const frame = rules.frame(bytes, at, bytes.length)
    if (frame === 'more') break
    if (frame === null) {
      const found = bytes.indexOf(rules.sync, at + 1)
      const to = found < 0 ? bytes.length : found
      report.garbageBytes += to - at
      at = to
      continue
    }
    if (stamped !== null && at >= stamped) {
      if (mark.pts !== null) state.next = mark.pts
      stamped = null
    } else if (state.next !== null && mark.pts === null) report.timesDerived++
    at = frame.next
    report.frames++
    if (state.next === null) continue // sound before the first time
    const data = bytes.subarray(frame.from, frame.to)
    const pts = state.next
    state.next += (frame.samples * TICKS) / rules.rate(frame.key)
    onFrame(
      {
        data: [data],
        bytes: data.length,
        pts,
        dts: pts,
        ownDts: true,
        key: true,
        duration: frame.samples,
        rest: 0,
        entry: mark.entry,
      },
      frame.key,
    )
  }
  const rest = bytes.length - at > LARGEST_FRAME ? bytes.length : at
  report.garbageBytes += rest - at
  state.rest = Buffer.from(bytes.subarray(rest))
}
