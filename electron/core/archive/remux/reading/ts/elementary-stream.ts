import { avcRules } from '../codecs/avc.ts'
import { hevcRules } from '../codecs/hevc.ts'
import { freshNalMemory, type NalRules } from '../codecs/nal-rules.ts'
import { soundRules } from '../codecs/sound.ts'
import type { ReadReport } from '../segment-read.ts'
import type { Entry, Unit } from '../sequence-state.ts'
import type { Sequencer } from '../sequencer.ts'
import { createPictureTimes, freshTimes, type TimesState } from './access-unit-times.ts'
import { createOpenPacket, freshOpenPacket, type OpenPacketState } from './open-packet.ts'
import { type CutState, createPictureCutter, freshCut } from './pictures.ts'
import { cutSound, freshSound, type SoundState } from './sound-stream.ts'
import { startCodeAt } from './start-codes.ts'
import type { Mark } from './stream-marks.ts'
import type { SoundCodec, VideoCodec } from './stream-types.ts'

/** One elementary stream that is read; plain data. */
export type StreamState = {
  pid: number
  /** Counter of the newest packet, -1 before the first. */
  counter: number
  /** A packet of the stream begins here: until then nothing can be read. */
  begun: boolean
  /** The beginning of a packet header that goes on in the next transport packet. */
  head: Buffer | null
  packet: OpenPacketState
  /** What is said about places of the open packet. */
  marks: Mark[]
  /** Number in the sequence, -1 until the format is known. */
  track: number
} & (
  | { kind: 'video'; codec: VideoCodec; cut: CutState; times: TimesState; sps: string | null }
  | { kind: 'audio'; codec: SoundCodec; channels: number; sound: SoundState; refused: boolean }
)

export const freshStream = (
  pid: number,
  what: { kind: 'video'; codec: VideoCodec } | { kind: 'audio'; codec: SoundCodec },
  channels: number,
  entry: Entry,
): StreamState => {
  const common = {
    pid,
    counter: -1,
    begun: false,
    head: null,
    packet: freshOpenPacket(),
    marks: [],
    track: -1,
  }
  return what.kind === 'video'
    ? { ...common, ...what, cut: freshCut(freshNalMemory(), entry), times: freshTimes(), sps: null }
    : { ...common, ...what, channels, sound: freshSound(), refused: false }
}

const TICKS = 90_000
/** A packet longer than this is cut where a unit begins. */
const LARGEST_PACKET = 64 * 1024 ** 2
const MOST_HOLES = 4096

/**
 * What becomes of the bytes of one stream: `begin` ends the packet before and begins one, `feed` appends to it. Units
 * of pictures and frames of sound go to the sequencer as soon as they are complete.
 */
export const createStream = (
  state: StreamState,
  sequencer: Sequencer,
  report: ReadReport,
  /** Whether a further track of that kind may begin: a stream of another codec cannot go on in one that is there. */
  mayBegin: (kind: StreamState['kind']) => boolean,
  onRefused: (codec: string) => void,
) => {
  const packet = createOpenPacket(state.packet)
  const rules: NalRules | null = state.kind === 'audio' ? null : state.codec === 'avc' ? avcRules : hevcRules
  const sound = state.kind === 'audio' ? soundRules(state.codec, state.channels) : null

  const onUnit = (unit: Unit): void => {
    if (state.kind !== 'video' || !rules) return
    if (unit.key) followSets(state, report)
    if (state.track < 0) {
      const format = unit.key ? rules.format(state.cut.memory) : null
      if (!format) {
        sequencer.early(unit, TICKS)
        return
      }
      if (!mayBegin('video')) {
        onRefused(state.codec)
        return
      }
      state.track = sequencer.addTrack(format, TICKS)
    }
    sequencer.add(state.track, unit)
  }
  const onFrame = (unit: Unit, key: string): void => {
    if (state.kind !== 'audio' || !sound) return
    if (state.track < 0 && !mayBegin('audio')) {
      onRefused(state.codec)
      return
    }
    if (state.track < 0) {
      state.sound.key = key
      state.track = sequencer.addTrack(sound.format(key), TICKS)
    } else if (state.sound.key !== null && !sound.same(state.sound.key, key)) {
      if (!state.refused) onRefused(state.codec)
      state.refused = true
      return
    }
    sequencer.add(state.track, unit)
  }
  const times = state.kind === 'video' ? createPictureTimes(state.times, report, onUnit) : null
  const cutter =
    state.kind === 'video' && rules && times ? createPictureCutter(state.cut, rules, report, times.picture) : null

  /** Hands over what is there up to the beginning of a packet; `whole` when a unit begins there, too. */
  const finish = (whole: boolean): void => {
    const length = packet.length()
    if (length === 0 || !state.begun) return
    const count = whole || !cutter ? length : packet.lastUnit()
    if (count === 0) return // one unit goes on
    const { all, from, slack } = packet.whole()
    if (state.kind === 'audio') {
      const mark = state.marks.findLast(({ hole }) => !hole)
      if (sound && mark)
        cutSound(state.sound, sound, { bytes: all.subarray(from, from + count), mark }, report, onFrame)
      state.marks = []
      packet.clear()
      return
    }
    for (const mark of state.marks) if (mark.at < count) state.cut.marks.push(mark)
    state.marks = state.marks.filter(({ at }) => at >= count).map((mark) => ({ ...mark, at: mark.at - count }))
    cutter?.piece(all, from, from + count, slack)
    packet.drop(count)
  }

  return {
    state,
    stayIn: packet.stayIn,
    end: packet.end,
    repeats: packet.repeats,
    /** Appends bytes to the open packet. */
    feed: (source: Buffer, from: number, to: number): void => {
      packet.append(source, from, to)
      if (packet.length() > LARGEST_PACKET) finish(false)
    },
    /** A packet begins; its bytes in this transport packet are from `at` to `to`. */
    begin: (mark: Mark, source: Buffer, at: number, to: number): void => {
      const code = cutter ? startCodeAt(source, at, to) : 0
      finish(!cutter || code > 0)
      if (code > 0) {
        cutter?.before(source, at + code, to)
        packet.leaveRoom(source, at)
      }
      state.begun = true
      state.marks.push({ ...mark, at: packet.length() })
    },
    /** Transport packets are missing here. */
    hole: (mark: Mark): void => {
      if (state.begun && state.marks.length < MOST_HOLES) state.marks.push({ ...mark, at: packet.length() })
    },
    /** The memory of the segment goes. */
    leave: (): void => {
      packet.leave()
      cutter?.detach()
    },
    /** The stream ends here, or goes on with another clock. */
    flush: (): void => {
      finish(true)
      cutter?.close()
      times?.flush()
      times?.forget()
      if (state.kind === 'audio') Object.assign(state.sound, { rest: Buffer.alloc(0), next: null })
      Object.assign(state, { begun: false, head: null, marks: [] })
      packet.clear()
    },
  }
}

/** Counts a change of the sets within the track; they stay in the pictures, where decoders find them. */
const followSets = (state: StreamState & { kind: 'video' }, report: ReadReport): void => {
  const sps = [...state.cut.memory.sets].find(([name]) => name.startsWith('s'))?.[1].toString('latin1') ?? null
  if (state.track >= 0 && state.sps !== null && sps !== null && sps !== state.sps) report.resized++
  state.sps = sps ?? state.sps
}

export type Stream = ReturnType<typeof createStream>
