import type { Entry } from '../sequence-state.ts'
import type { Sequencer } from '../sequencer.ts'
import type { LostTrack, ReadReport, Unreadable } from '../types.ts'
import { type Mark, type TsClock, unwrap } from './marks.ts'
import { MOST_HEAD, readPesHead } from './pes.ts'
import { kindOfStream, opusChannels } from './stream-types.ts'
import { createStream, freshStream, type Stream, type StreamState } from './streams.ts'
import { findPackets, inStep, PACKET, SYNC } from './sync.ts'
import { freshTables, type ListedStream, readTables, type TableState } from './tables.ts'

/** All that is carried from one segment to the next; plain data. */
export type TsState = {
  stride: number
  /** The beginning of a packet that goes on in the next segment. */
  tail: Buffer
  /** Bytes of the next segment that still belong to the last packet (time stamps, error correction). */
  skip: number
  tables: TableState
  /** The program that is read. */
  program: number | null
  streams: StreamState[]
  clock: TsClock
}

export const freshTs = (): TsState => ({
  stride: 0,
  tail: Buffer.alloc(0),
  skip: 0,
  tables: freshTables(),
  program: null,
  streams: [],
  clock: { last: null },
})

/** What one segment of a transport stream showed. */
export type TsRead = {
  /** Packets of streams came, kept or not. */
  media: boolean
  unreadable: Unreadable | null
  /** First and last time that a packet of pictures says, or of sound where there are none; ticks of 90 kHz. */
  first: number
  last: number
}

const TICKS = 90_000
const NULL_PID = 0x1fff

export const createTsReader = (
  state: TsState,
  sequencer: Sequencer,
  report: ReadReport,
  lose: (t: LostTrack) => void,
) => {
  let entry: Entry = { index: -1, startS: 0, durationS: 0 }
  let read: TsRead = { media: false, unreadable: null, first: 0, last: 0 }
  let span = { video: false, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
  /** Where the main stream's bytes may go in the segment's memory. */
  let free = 0
  let scrambled = 0

  const refuse = (code: Unreadable['code'], detail: string | null): void => {
    read.unreadable ??= { code, detail }
  }
  const wrap = (stream: StreamState): Stream =>
    createStream(stream, sequencer, report, (codec) => refuse('mixed', codec))
  const streams = new Map<number, Stream>(state.streams.map((stream) => [stream.pid, wrap(stream)]))
  let main: Stream | null = null
  let tablePids = new Set<number>([0])

  const listTables = (): void => {
    tablePids = new Set([0, ...state.tables.programs.map(({ pid }) => pid)])
  }
  listTables()

  const supported = (stream: ListedStream) => {
    const what = kindOfStream(stream)
    return 'lost' in what ? null : what
  }
  const hasVideo = (list: ListedStream[] | null): boolean => list?.some((s) => supported(s)?.kind === 'video') ?? false

  /** Takes the first program with pictures, and until there is one the first with sound. */
  const chooseProgram = (body: Buffer | null): void => {
    const { programs } = state.tables
    const now = programs.find(({ number }) => number === state.program)
    const better = programs.find(({ streams: list }) => hasVideo(list))
    const any = programs.find(({ streams: list }) => list?.some((s) => supported(s) !== null))
    const other = programs.find(({ streams: list }) => list !== null)
    const chosen = now && hasVideo(now.streams) ? now : (better ?? now ?? any ?? other)
    if (!chosen?.streams) return
    state.program = chosen.number
    const kept = new Set<number>()
    for (const listed of chosen.streams) {
      const what = kindOfStream(listed)
      if ('lost' in what) {
        lose({ ...what.lost, why: 'codec' })
        continue
      }
      kept.add(listed.pid)
      const known = streams.get(listed.pid)
      if (known?.state.kind === what.kind && known.state.codec === what.codec) continue
      known?.flush()
      const fresh = freshStream(listed.pid, what, opusChannels(listed), entry)
      // The same stream under another packet id goes on in its track.
      const before = [...streams.values()].find(
        ({ state: old }) =>
          old.kind === what.kind && old.codec === what.codec && !chosen.streams?.some(({ pid }) => pid === old.pid),
      )
      if (before) {
        before.flush()
        streams.delete(before.state.pid)
        Object.assign(fresh, { ...before.state, pid: listed.pid, counter: -1, lastLength: 0, lastBytes: null })
      }
      streams.set(listed.pid, wrap(fresh))
    }
    for (const [pid, stream] of streams) {
      if (kept.has(pid)) continue
      stream.flush()
      streams.delete(pid)
    }
    const videos = [...streams.values()].filter((stream) => stream.state.kind === 'video')
    if (main && !videos.includes(main)) {
      free = Math.max(free, main.end())
      main = null
    }
    if (!main && body && videos[0]) {
      main = videos[0]
      main.leave()
      main.stayIn(body, free)
    }
  }

  const markOf = (pts: number | null, dts: number | null, kind: 'video' | 'audio'): Mark => {
    if (pts === null || dts === null) return { at: 0, pts: null, dts: null, ownDts: false, hole: false, entry }
    const decode = unwrap(state.clock, dts)
    const shown = decode + (((pts - dts + 2 ** 32 + 2 ** 33) % 2 ** 33) - 2 ** 32)
    if (kind === 'video' && !span.video) span = { video: true, first: shown, last: shown }
    if (kind === 'video' || !span.video) {
      span.first = Math.min(span.first, shown)
      span.last = Math.max(span.last, shown)
    }
    return { at: 0, pts: shown, dts: decode, ownDts: pts !== dts, hole: false, entry }
  }

  const hole = (): Mark => ({ at: 0, pts: null, dts: null, ownDts: false, hole: true, entry })

  /** The payload of one packet of a stream that is read. */
  const payload = (stream: Stream, source: Buffer, from: number, to: number, begins: boolean): void => {
    const own = stream.state
    if (begins || own.head) {
      const joined = !begins && own.head ? Buffer.concat([own.head, source.subarray(from, to)]) : null
      const [bytes, at, end] = joined ? [joined, 0, joined.length] : [source, from, to]
      const head = readPesHead(bytes, at, end)
      if (head === 'more' && end - at < MOST_HEAD) {
        own.head = Buffer.from(bytes.subarray(at, end))
        own.lastLength = 0
        return
      }
      own.head = null
      if (head === null || head === 'more') {
        stream.hole(hole())
        return
      }
      if (head.encrypted) {
        scrambled++
        return
      }
      stream.begin(markOf(head.pts, head.dts, own.kind), bytes, at + head.length, end)
      if (at + head.length < end) stream.feed(bytes, at + head.length, end)
      else own.lastLength = 0
      return
    }
    if (own.begun) stream.feed(source, from, to)
    else if (own.kind === 'video') own.lastLength = 0
  }

  const packet = (source: Buffer, at: number): void => {
    const second = source[at + 1] as number
    const pid = ((second & 0x1f) << 8) | (source[at + 2] as number)
    if (pid === NULL_PID) return
    const control = source[at + 3] as number
    const begins = (second & 0x40) !== 0
    let from = at + 4
    let jumps = false
    if ((control & 0x20) !== 0) {
      const length = source[from] as number
      if (length > 0) jumps = ((source[from + 1] as number) & 0x80) !== 0
      from += 1 + length
    }
    const to = at + PACKET
    const stream = streams.get(pid)
    if ((control & 0x10) === 0 || from >= to) return
    if (!stream) {
      if (tablePids.has(pid)) {
        if ((second & 0x80) === 0 && readTables(state.tables, pid, source.subarray(from, to), begins)) {
          listTables()
          chooseProgram(bodyNow)
        }
      } else if (pid >= 0x20) read.media = true
      return
    }
    read.media = true
    if ((second & 0x80) !== 0) {
      stream.hole(hole())
      return
    }
    const own = stream.state
    const counter = control & 15
    if (
      own.counter >= 0 &&
      counter === own.counter &&
      stream.repeats(source, payloadFrom(source, from, to, begins), to)
    ) {
      report.duplicates++
      return
    }
    const expected = (own.counter + 1) & 15
    const first = own.counter < 0 || seen.has(pid) === false
    own.counter = counter
    if (counter !== expected && !jumps && !(first && begins)) {
      if (own.begun) {
        report.gaps++
        stream.hole(hole())
      }
    }
    seen.add(pid)
    if ((control & 0xc0) !== 0) {
      scrambled++
      return
    }
    payload(stream, source, from, to, begins)
  }

  /** Streams that had a packet in this segment: counters may begin anew with a segment. */
  const seen = new Set<number>()
  let bodyNow: Buffer | null = null

  const payloadFrom = (source: Buffer, from: number, to: number, begins: boolean): number => {
    if (!begins) return from
    const head = readPesHead(source, from, to)
    return head === null || head === 'more' ? from : from + head.length
  }

  /** All packets of a segment from `at` on. */
  const packets = (body: Buffer, begin: number): void => {
    let at = begin
    while (at + PACKET <= body.length) {
      if (body[at] !== SYNC) {
        const found = findPackets(body, at + 1)
        const to = found ? found.at : body.length
        if (to - at > state.stride - PACKET || !found) report.garbageBytes += to - at
        if (!found) {
          state.tail = Buffer.alloc(0)
          state.skip = 0
          return
        }
        at = found.at
        state.stride = found.stride
      }
      at = main ? quick(main, body, at) : at
      if (at + PACKET > body.length || body[at] !== SYNC) continue
      packet(body, at)
      at += state.stride
    }
    const left = body.length - at
    state.skip = left <= 0 ? -left : 0
    if (left > 0 && body[at] !== SYNC) report.garbageBytes += left
    state.tail = left > 0 && body[at] === SYNC ? Buffer.from(body.subarray(at)) : Buffer.alloc(0)
  }

  /** Packets of the main stream that hold its bytes and nothing else. Answers where another one stands. */
  const quick = (stream: Stream, body: Buffer, begin: number): number => {
    const own = stream.state
    const { stride } = state
    if (!own.begun || own.head || !seen.has(own.pid)) return begin
    const high = own.pid >> 8
    const low = own.pid & 0xff
    const last = body.length - PACKET
    let at = begin
    let counter = own.counter
    while (at <= last) {
      const next = (counter + 1) & 15
      if (body[at] !== SYNC || body[at + 2] !== low || body[at + 1] !== high || body[at + 3] !== (0x10 | next)) {
        break
      }
      counter = next
      stream.feed(body, at + 4, at + PACKET)
      at += stride
    }
    own.counter = counter
    return at
  }

  return {
    /** Whether a segment goes on with the packets before it, or begins with packets. */
    accepts: (body: Buffer): boolean => {
      const { tail, stride, skip } = state
      if (stride > 0) {
        const at = tail.length > 0 ? stride - tail.length : skip
        if (at >= body.length ? tail.length > 0 || body[0] === SYNC : inStep(body, at, stride)) return true
      }
      return findPackets(body, 0) !== null
    },
    push: (body: Buffer, now: Entry): TsRead => {
      entry = now
      read = { media: false, unreadable: null, first: 0, last: 0 }
      span = { video: false, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY }
      free = 0
      scrambled = 0
      seen.clear()
      bodyNow = body
      let at = join(body)
      if (at === null) return { ...read, media: true }
      if (at < 0) {
        const found = findPackets(body, 0)
        at = found ? found.at : body.length
        if (found) state.stride = found.stride
        // In front of the first packet stands its time stamp, where there is one.
        report.garbageBytes += at > state.stride - PACKET ? at : 0
      }
      main = null
      chooseProgram(body)
      packets(body, at)
      for (const stream of streams.values()) stream.leave()
      main = null
      bodyNow = null
      state.streams = [...streams.values()].map(({ state: own }) => own)
      if (span.last >= span.first) Object.assign(read, { first: span.first, last: span.last })
      // The beginning of a packet that the next segment ends.
      read.media ||= state.tail.length > 0
      const nothingKept = span.last < span.first
      if (nothingKept && scrambled > 0) refuse('encrypted', 'scrambled')
      else if (read.media && ![...streams.values()].some((s) => s.state.kind === 'video')) refuseLostVideo()
      return read
    },
    /** The stream ends here: what is open is finished. `forgetting` the place within packets, too. */
    flush: (): void => {
      for (const stream of streams.values()) stream.flush()
      state.tail = Buffer.alloc(0)
      state.skip = 0
    },
    ticks: TICKS,
  }

  /**
   * Finishes the packet of the segment before. Answers where the next one begins, -1 when it does not go on, null
   * when it does not end here.
   */
  function join(body: Buffer): number | null {
    const { tail, stride, skip } = state
    if (stride === 0) return -1
    if (tail.length === 0) return inStep(body, skip, stride) ? skip : -1
    const rest = PACKET - tail.length
    const next = stride - tail.length
    if (body.length < rest) {
      state.tail = Buffer.concat([tail, body])
      return null
    }
    if (next < body.length && !inStep(body, next, stride)) {
      report.garbageBytes += tail.length
      state.tail = Buffer.alloc(0)
      return -1
    }
    state.tail = Buffer.alloc(0)
    // Tables may say here what the main stream is, but its bytes cannot stay in this packet.
    packet(Buffer.concat([tail, body.subarray(0, rest)]), 0)
    return next
  }

  function refuseLostVideo(): void {
    const program = state.tables.programs.find(({ number }) => number === state.program)
    for (const listed of program?.streams ?? []) {
      const what = kindOfStream(listed)
      if ('lost' in what && what.lost.kind === 'video') refuse('codec', what.lost.codec)
    }
  }
}

export type TsReader = ReturnType<typeof createTsReader>
