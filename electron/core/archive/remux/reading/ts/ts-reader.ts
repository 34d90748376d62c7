import type { LostTrack, ReadReport, Unreadable } from '../segment-read.ts'
import type { Entry } from '../sequence-state.ts'
import type { Sequencer } from '../sequencer.ts'
import { createStream, type Stream, type StreamState } from './elementary-stream.ts'
import { PACKET, SYNC } from './packet-sync.ts'
import { endsPacket, freshWalk, goesOn, type WalkState, walkPackets } from './packet-walk.ts'
import { MOST_HEAD, readPesHead } from './pes-header.ts'
import { freshTables, readTables, type TableState } from './program-tables.ts'
import { type Mark, type TsClock, unwrap } from './stream-marks.ts'
import { createStreamSet, lostVideo } from './stream-set.ts'

/** All that is carried from one segment to the next; plain data. */
export type TsState = {
  walk: WalkState
  tables: TableState
  /** The program that is read. */
  program: number | null
  streams: StreamState[]
  parked: StreamState[]
  clock: TsClock
}

export const freshTs = (): TsState => ({
  walk: freshWalk(),
  tables: freshTables(),
  program: null,
  streams: [],
  parked: [],
  clock: { last: null },
})

/** What one segment of a transport stream showed. */
export type TsRead = {
  /** Packets of streams came, kept or not. */
  media: boolean
  unreadable: Unreadable | null
  /** First and last time that a packet of pictures says, or of sound where there are none, ticks of 90 kHz. */
  span: { first: number; last: number } | null
}

const NULL_PID = 0x1fff
/** Packet ids below are reserved for tables (ISO 13818-1, table 2-3). */
const FIRST_PID = 0x20
/** The flags in the second and fourth byte of a packet (ISO 13818-1, 2.4.3.2). */
const DAMAGED = 0x80
const BEGINS = 0x40
const SCRAMBLED = 0xc0
const ADAPTED = 0x20
const PAYLOAD = 0x10
const JUMPS = 0x80

/** Reads transport packets: which belong to a stream, which come twice, which are missing. */
export const createTsReader = (
  state: TsState,
  sequencer: Sequencer,
  report: ReadReport,
  lose: (track: LostTrack) => void,
) => {
  let entry: Entry = { index: -1, startS: 0, durationS: 0 }
  let body: Buffer | null = null
  let media = false
  let scrambled = false
  let unreadable: Unreadable | null = null
  let span: (TsRead['span'] & { video: boolean }) | null = null
  let tablePids = new Set<number>()
  /** Streams that had a packet in this segment: counters may start over with a segment. */
  const seen = new Set<number>()

  const refuse = (code: Unreadable['code'], detail: string | null): void => {
    unreadable ??= { code, detail }
  }
  const mayBegin = (kind: StreamState['kind']): boolean =>
    sequencer.count(kind) < streams.all().filter(({ state: own }) => own.kind === kind).length
  const streams = createStreamSet(
    state.streams,
    state.parked,
    (own) => createStream(own, sequencer, report, mayBegin, (codec) => refuse('mixed', codec)),
    lose,
  )
  const follow = (): void => {
    tablePids = new Set([0, ...state.tables.programs.map(({ pid }) => pid)])
    state.program = streams.follow(state.tables, state.program, entry, body)
    sequencer.expectSound(streams.all().some(({ state: { kind } }) => kind === 'audio'))
  }

  const mark = (rest: Partial<Mark>): Mark => ({
    at: 0,
    pts: null,
    dts: null,
    ownDts: false,
    hole: false,
    entry,
    ...rest,
  })
  const holeIn = (stream: Stream): void => stream.hole(mark({ hole: true }))

  const timeOf = (pts: number, dts: number, kind: 'video' | 'audio'): Mark => {
    const decode = unwrap(state.clock, dts)
    const shown = decode + (((pts - dts + 2 ** 32 + 2 ** 33) % 2 ** 33) - 2 ** 32)
    const video = kind === 'video'
    if (!span || (video && !span.video)) span = { video, first: shown, last: shown }
    else if (video === span.video) {
      span.first = Math.min(span.first, shown)
      span.last = Math.max(span.last, shown)
    }
    return mark({ pts: shown, dts: decode, ownDts: pts !== dts })
  }

  /** The payload of one packet of a stream that is read. */
  const payload = (stream: Stream, source: Buffer, from: number, to: number, begins: boolean): void => {
    const own = stream.state
    if (!begins && !own.head) {
      if (own.begun) stream.feed(source, from, to)
      else own.packet.lastLength = 0
      return
    }
    const whole = !begins && own.head ? Buffer.concat([own.head, source.subarray(from, to)]) : source.subarray(from, to)
    const head = readPesHead(whole, 0, whole.length)
    own.head = head === 'more' && whole.length < MOST_HEAD ? Buffer.from(whole) : null
    own.packet.lastLength = 0
    if (own.head) return
    if (head === null || head === 'more') {
      holeIn(stream)
      return
    }
    if (head.encrypted) {
      scrambled = true
      return
    }
    // The end of a header lies in this packet, and all that follows it.
    const at = to - (whole.length - head.length)
    const { pts, dts } = head
    stream.begin(pts === null || dts === null ? mark({}) : timeOf(pts, dts, own.kind), source, at, to)
    if (at < to) stream.feed(source, at, to)
  }

  /** Where the bytes of a stream begin in a packet's payload. */
  const behindHead = (source: Buffer, from: number, to: number, begins: boolean): number => {
    const head = begins ? readPesHead(source, from, to) : null
    return head === null || head === 'more' ? from : from + head.length
  }

  /** Whether the packet is a repetition; notes the gap in front of it otherwise. */
  const repeated = (
    stream: Stream,
    source: Buffer,
    at: { from: number; to: number },
    flags: { begins: boolean; jumps: boolean },
  ): boolean => {
    const own = stream.state
    const counter = (source[at.to - PACKET + 3] as number) & 15
    if (counter === own.counter && stream.repeats(source, behindHead(source, at.from, at.to, flags.begins), at.to)) {
      report.duplicates++
      return true
    }
    const follows = counter === ((own.counter + 1) & 15)
    const fresh = own.counter < 0 || !seen.has(own.pid)
    own.counter = counter
    seen.add(own.pid)
    if (!follows && !flags.jumps && !(fresh && flags.begins) && own.begun) {
      report.gaps++
      holeIn(stream)
    }
    return false
  }

  const onPacket = (source: Buffer, at: number): void => {
    const second = source[at + 1] as number
    const control = source[at + 3] as number
    const pid = ((second & 0x1f) << 8) | (source[at + 2] as number)
    const begins = (second & BEGINS) !== 0
    const to = at + PACKET
    let from = at + 4
    let jumps = false
    if ((control & ADAPTED) !== 0) {
      const length = source[from] as number
      jumps = length > 0 && ((source[from + 1] as number) & JUMPS) !== 0
      from += 1 + length
    }
    if (pid === NULL_PID || (control & PAYLOAD) === 0 || from >= to) return
    const stream = streams.get(pid)
    if (!stream) {
      if (!tablePids.has(pid)) media ||= pid >= FIRST_PID
      else if ((second & DAMAGED) === 0 && readTables(state.tables, pid, source.subarray(from, to), begins)) follow()
      return
    }
    media = true
    if ((second & DAMAGED) !== 0) holeIn(stream)
    else if (repeated(stream, source, { from, to }, { begins, jumps })) return
    else if ((control & SCRAMBLED) !== 0) scrambled = true
    else payload(stream, source, from, to, begins)
  }

  /** Packets of the main stream that hold its bytes and nothing else. Answers where another one stands. */
  const quick = (source: Buffer, begin: number, stride: number): number => {
    const stream = streams.main()
    const own = stream?.state
    if (!stream || !own?.begun || own.head || !seen.has(own.pid)) return begin
    const high = own.pid >> 8
    const low = own.pid & 0xff
    const last = source.length - PACKET
    let at = begin
    let counter = own.counter
    while (at <= last && source[at] === SYNC && source[at + 1] === high && source[at + 2] === low) {
      const next = (counter + 1) & 15
      if (source[at + 3] !== (PAYLOAD | next)) break
      counter = next
      stream.feed(source, at + 4, at + PACKET)
      at += stride
    }
    own.counter = counter
    return at
  }

  return {
    accepts: (segment: Buffer): boolean => goesOn(state.walk, segment),
    endsPacket: (segment: Buffer): boolean => endsPacket(state.walk, segment),
    /** Reads one segment; its memory is taken over. */
    push: (segment: Buffer, now: Entry): TsRead => {
      entry = now
      body = segment
      media = scrambled = false
      unreadable = span = null
      seen.clear()
      streams.enter()
      follow()
      walkPackets(state.walk, segment, report, onPacket, quick)
      // The beginning of a packet that the next segment ends.
      media ||= state.walk.tail.length > 0
      state.streams = streams.leave()
      body = null
      const lost = media && !streams.hasVideo() ? lostVideo(programNow()) : null
      if (!span && scrambled) refuse('encrypted', 'scrambled')
      else if (lost !== null) refuse('codec', lost)
      return { media, unreadable, span }
    },
    /** The streams end here: what is open is finished. */
    flush: (): void => {
      for (const stream of streams.all()) stream.flush()
      Object.assign(state.walk, { tail: Buffer.alloc(0), skip: 0 })
    },
  }

  function programNow() {
    return state.tables.programs.find(({ number }) => number === state.program)
  }
}
