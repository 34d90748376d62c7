import type { LostTrack } from '../segment-read.ts'
import type { Entry } from '../sequence-state.ts'
import { freshStream, type Stream, type StreamState } from './elementary-stream.ts'
import type { ListedStream, TableState } from './program-tables.ts'
import { kindOfStream, opusChannels } from './stream-types.ts'

type Program = TableState['programs'][number]

const kept = (stream: ListedStream) => {
  const what = kindOfStream(stream)
  return 'lost' in what ? null : what
}
const hasVideo = (program: Program | undefined): boolean =>
  program?.streams?.some((stream) => kept(stream)?.kind === 'video') ?? false

/** The first program with pictures (M24), and until there is one the first with sound; one that is read stays. */
const chooseProgram = (programs: Program[], current: number | null): Program | undefined => {
  const now = programs.find(({ number }) => number === current)
  if (hasVideo(now)) return now
  const some = programs.find(({ streams }) => streams?.some((stream) => kept(stream) !== null))
  return programs.find(hasVideo) ?? now ?? some ?? programs.find(({ streams }) => streams !== null)
}

/** The codec of pictures of a program that cannot be kept, or null. */
export const lostVideo = (program: Program | undefined): string | null => {
  for (const stream of program?.streams ?? []) {
    const what = kindOfStream(stream)
    if ('lost' in what && what.lost.kind === 'video') return what.lost.codec
  }
  return null
}

const MOST_PARKED = 16

/** The streams of the program that is read, by packet id. `main` is the one whose bytes stay in the segment. */
export const createStreamSet = (
  saved: StreamState[],
  /** Streams that the tables list no more: when they come again, they go on in their tracks. */
  parked: StreamState[],
  wrap: (state: StreamState) => Stream,
  lose: (track: LostTrack) => void,
) => {
  const streams = new Map<number, Stream>(saved.map((state) => [state.pid, wrap(state)]))
  let main: Stream | null = null
  /** Where the main stream's bytes may go in the segment's memory. */
  let free = 0

  const open = (listed: ListedStream, among: ListedStream[], entry: Entry): void => {
    const what = kindOfStream(listed)
    if ('lost' in what) {
      lose({ ...what.lost, why: 'codec' })
      return
    }
    const known = streams.get(listed.pid)
    if (known?.state.kind === what.kind && known.state.codec === what.codec) return
    known?.flush()
    let fresh = freshStream(listed.pid, what, opusChannels(listed), entry)
    // The same stream under another packet id goes on in its track.
    const before = [...streams.values()].find(
      ({ state: old }) =>
        old.kind === what.kind && old.codec === what.codec && !among.some(({ pid }) => pid === old.pid),
    )
    if (before) {
      before.flush()
      streams.delete(before.state.pid)
      parked.push(before.state)
    }
    const at = parked.findIndex((old) => old.kind === what.kind && old.codec === what.codec && old.track >= 0)
    const [old] = at < 0 ? [] : parked.splice(at, 1)
    if (old) fresh = { ...old, pid: listed.pid, counter: -1 }
    streams.set(listed.pid, wrap(fresh))
  }

  const all = () => [...streams.values()]

  return {
    get: (pid: number): Stream | undefined => streams.get(pid),
    all,
    main: () => main,
    hasVideo: () => all().some(({ state }) => state.kind === 'video'),
    /** A new segment: its memory is free from the beginning. */
    enter: (): void => {
      main = null
      free = 0
    },
    /** Reads the streams that the tables list. Answers the number of their program. */
    follow: (tables: TableState, current: number | null, entry: Entry, body: Buffer | null): number | null => {
      const chosen = chooseProgram(tables.programs, current)
      if (!chosen?.streams) return current
      for (const listed of chosen.streams) open(listed, chosen.streams, entry)
      for (const [pid, stream] of streams) {
        if (chosen.streams.some((listed) => listed.pid === pid && kept(listed) !== null)) continue
        stream.flush()
        streams.delete(pid)
        if (parked.length < MOST_PARKED) parked.push(stream.state)
      }
      const videos = all().filter(({ state }) => state.kind === 'video')
      if (main && !videos.includes(main)) {
        free = Math.max(free, main.end())
        main = null
      }
      if (!main && body && videos[0]) {
        main = videos[0]
        main.leave()
        main.stayIn(body, free)
      }
      return chosen.number
    },
    /** The memory of the segment goes. Answers what is carried over. */
    leave: (): StreamState[] => {
      for (const stream of streams.values()) stream.leave()
      main = null
      return all().map(({ state }) => state)
    },
  }
}
