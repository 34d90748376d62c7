import { avcRules } from '../codecs/avc.ts'
import { hevcRules } from '../codecs/hevc.ts'
import { freshNalMemory, type NalRules } from '../codecs/nal-rules.ts'
import { soundRules } from '../codecs/sound.ts'
import type { Entry, Unit } from '../sequence-state.ts'
import type { Sequencer } from '../sequencer.ts'
import type { ReadReport } from '../types.ts'
import type { Mark } from './marks.ts'
import { createPictureTimes, freshTimes, type TimesState } from './picture-times.ts'
import { type CutState, createPictureCutter, freshCut, lastStartCode, startCodeAt } from './pictures.ts'
import { cutSound, freshSound, type SoundState } from './sound-stream.ts'
import type { SoundCodec, VideoCodec } from './stream-types.ts'

/** One elementary stream that is read; plain data. */
export type StreamState = {
  pid: number
  /** Counter of the newest packet, -1 before the first. */
  counter: number
  /** Bytes of the newest packet that are kept, to know a repetition by. */
  lastLength: number
  /** Its bytes, where they belong to the segment before. */
  lastBytes: Buffer | null
  /** A packet of the stream begins here: until then nothing can be read. */
  begun: boolean
  /** The beginning of a packet header that goes on in the next transport packet. */
  head: Buffer | null
  /** Bytes of the open packet that came with the segments before. */
  carry: Buffer
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
    lastLength: 0,
    lastBytes: null,
    begun: false,
    head: null,
    carry: Buffer.alloc(0),
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
/** What one start code of three bytes needs of room, for as many as pictures usually have. */
export const SLACK = 32

/**
 * What becomes of the bytes of one stream: `feed` appends, `begin` ends the packet before. Bytes of the main stream
 * stay in the segment's own memory (`home`), moved together; those of the others are copied.
 */
export const createStream = (
  state: StreamState,
  sequencer: Sequencer,
  report: ReadReport,
  onRefused: (codec: string) => void,
) => {
  let bytes: Buffer = Buffer.alloc(0)
  let home = false
  let start = 0
  let end = 0
  let slack = 0

  const rules: NalRules | null = state.kind === 'audio' ? null : state.codec === 'avc' ? avcRules : hevcRules
  const sound = state.kind === 'audio' ? soundRules(state.codec, state.channels) : null

  const onUnit = (unit: Unit): void => {
    if (state.kind !== 'video' || !rules) return
    if (unit.key) followSets(state, rules, report)
    if (state.track < 0) {
      const format = unit.key ? rules.format(state.cut.memory) : null
      if (!format) {
        sequencer.early(unit, TICKS)
        return
      }
      state.track = sequencer.addTrack(format, TICKS)
    }
    sequencer.add(state.track, unit)
  }
  const onFrame = (unit: Unit, key: string): void => {
    if (state.kind !== 'audio' || !sound) return
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

  /** Bytes of the open packet, in one piece. */
  const gathered = (to: number): { from: number; to: number; all: Buffer; slack: number } => {
    if (state.carry.length === 0) return { all: bytes, from: start, to, slack }
    const all = Buffer.concat([state.carry, bytes.subarray(start, to)])
    return { all, from: 0, to: all.length, slack: 0 }
  }

  /** Hands over what is there up to the beginning of a packet; `whole` when a unit begins there, too. */
  const finish = (whole: boolean): void => {
    const length = state.carry.length + end - start
    if (length === 0 || !state.begun) return
    const piece = gathered(end)
    if (state.kind === 'audio') {
      const mark = state.marks.findLast(({ hole }) => !hole)
      const own = home
        ? Buffer.from(piece.all.subarray(piece.from, piece.to))
        : piece.all.subarray(piece.from, piece.to)
      if (sound && mark) cutSound(state.sound, sound, { bytes: own, mark }, report, onFrame)
      state.marks = []
      reset(end)
      return
    }
    const { all, from, to } = piece
    const cutAt = whole ? to : lastStartCode(all, from, to)
    if (cutAt <= from) return // one unit goes on
    const passed = cutAt - from
    for (const mark of state.marks) if (mark.at < passed) state.cut.marks.push(mark)
    state.marks = state.marks.filter(({ at }) => at >= passed).map((mark) => ({ ...mark, at: mark.at - passed }))
    cutter?.piece(all, from, cutAt, piece.slack)
    if (state.carry.length === 0) {
      start = cutAt
      slack = 0
    } else if (cutAt - state.carry.length >= 0) {
      start += cutAt - state.carry.length
      state.carry = Buffer.alloc(0)
      slack = 0
    } else state.carry = Buffer.from(state.carry.subarray(cutAt))
  }

  const reset = (at: number): void => {
    state.carry = Buffer.alloc(0)
    if (!home) {
      bytes = Buffer.alloc(0)
      at = 0
    }
    start = end = at
    slack = 0
  }

  return {
    state,
    /** The next bytes of the main stream stay in `body`, from `at` on. */
    stayIn: (body: Buffer, at: number): void => {
      bytes = body
      home = true
      start = end = at
      slack = 0
    },
    end: () => end,
    isHome: () => home,
    /** Appends bytes; those in front of the first packet cannot be read. */
    feed: (source: Buffer, from: number, to: number): void => {
      if (home && source !== bytes) {
        state.carry = Buffer.concat([state.carry, bytes.subarray(start, end), source.subarray(from, to)])
        start = end
      } else if (home) {
        if (end !== from) bytes.copyWithin(end, from, to)
        end += to - from
      } else {
        if (end + to - from > bytes.length) {
          const larger = Buffer.allocUnsafe(Math.max(4096, (end - start + to - from) * 2))
          bytes.copy(larger, 0, start, end)
          bytes = larger
          end -= start
          start = 0
        }
        source.copy(bytes, end, from, to)
        end += to - from
      }
      state.lastLength = to - from
      state.lastBytes = null
      if (state.carry.length + end - start > LARGEST_PACKET) finish(false)
    },
    /** A packet begins; its first bytes are at `at`. */
    begin: (mark: Mark, source: Buffer, at: number, to: number): void => {
      if (cutter && rules) {
        const code = startCodeAt(source, at, to)
        if (state.begun) finish(code > 0)
        if (code > 0) {
          const empty = state.carry.length === 0 && start === end
          if (empty && state.begun) cutter.before(source, at + code, to)
          if (empty && home && source === bytes) {
            slack = Math.min(SLACK, at - end)
            start = end = end + slack
          }
        }
      } else finish(true)
      state.begun = true
      state.marks.push({ ...mark, at: state.carry.length + end - start })
    },
    /** Transport packets are missing here. */
    hole: (mark: Mark): void => {
      if (state.begun && state.marks.length < 4096) {
        state.marks.push({ ...mark, hole: true, at: state.carry.length + end - start })
      }
    },
    /** Whether bytes are the newest ones once more. */
    repeats: (source: Buffer, from: number, to: number): boolean => {
      if (to - from !== state.lastLength) return false
      if (state.lastBytes) return state.lastBytes.compare(source, from, to) === 0
      return end - start >= to - from && source.compare(bytes, end - (to - from), end, from, to) === 0
    },
    /** The bytes of the segment go: what is open is copied. */
    leave: (): void => {
      if (state.lastLength > 0 && state.lastBytes === null && end - start >= state.lastLength) {
        state.lastBytes = Buffer.from(bytes.subarray(end - state.lastLength, end))
      }
      if (end > start) state.carry = Buffer.concat([state.carry, bytes.subarray(start, end)])
      cutter?.detach()
      home = false
      bytes = Buffer.alloc(0)
      start = end = slack = 0
    },
    /** The stream ends here, or goes on with another clock. */
    flush: (): void => {
      finish(true)
      cutter?.close()
      times?.flush()
      times?.forget()
      if (state.kind === 'audio') Object.assign(state.sound, { rest: Buffer.alloc(0), next: null })
      Object.assign(state, { begun: false, head: null, carry: Buffer.alloc(0), marks: [] })
      reset(end)
    },
  }
}

/** Counts a change of the sets within the track; they stay in the pictures, where decoders find them. */
const followSets = (state: StreamState & { kind: 'video' }, rules: NalRules, report: ReadReport): void => {
  const sps = [...state.cut.memory.sets].find(([name]) => name.startsWith('s'))?.[1].toString('latin1') ?? null
  if (state.track >= 0 && state.sps !== null && sps !== null && sps !== state.sps) report.resized++
  state.sps = sps ?? state.sps
  void rules
}

export type Stream = ReturnType<typeof createStream>
