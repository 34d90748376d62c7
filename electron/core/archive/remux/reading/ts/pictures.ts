import {
  AUD,
  BEGINS,
  FIRST,
  KEY,
  type NalMemory,
  type NalRules,
  type PictureHead,
  SEI,
  SETS,
  SLICE,
} from '../codecs/nal-rules.ts'
import type { ReadReport } from '../segment-read.ts'
import type { Entry } from '../sequence-state.ts'
import { joinUnits, type Nal } from './join-units.ts'
import { START_CODE } from './start-codes.ts'
import type { Mark } from './stream-marks.ts'

/** An access unit, its units with lengths in front. `time` is null where no packet begins with it. */
export type Picture = {
  data: Uint8Array[]
  bytes: number
  key: boolean
  head: PictureHead
  time: { pts: number; dts: number; ownDts: boolean } | null
  entry: Entry
  incomplete: boolean
}

/** The access unit that is being gathered; plain data. */
type OpenPicture = {
  nals: Nal[]
  slice: boolean
  key: boolean
  recovery: boolean
  head: PictureHead | null
  time: Picture['time']
  entry: Entry
  incomplete: boolean
  bytes: number
  /** Bytes of its piece before this place are not its own. */
  floor: number
}

export type CutState = {
  memory: NalMemory
  open: OpenPicture | null
  /** What is said about places further on; counted in bytes from the beginning of the next piece. */
  marks: Mark[]
  /** The time that the newest picture took from its packet. */
  lastPts: number | null
  entry: Entry
}

export const freshCut = (memory: NalMemory, entry: Entry): CutState => ({
  memory,
  open: null,
  marks: [],
  lastPts: null,
  entry,
})

/** A picture larger than this is noise; it ends there. */
const LARGEST_PICTURE = 64 * 1024 ** 2
/** Packets that say a time and hold no picture; the newest are kept. */
const MOST_MARKS = 64
/** Units of one picture, delimiters and filler included. */
const MOST_UNITS = 16_384

/**
 * Cuts a stream of NAL units into access units (ISO 14496-10, 7.4.1.2.3; ISO 23008-2, 7.4.2.4.4), wherever packets
 * begin. Pieces begin with a start code, so no unit goes over the end of a piece.
 */
export const createPictureCutter = (
  state: CutState,
  rules: NalRules,
  report: ReadReport,
  onPicture: (picture: Picture) => void,
) => {
  let chunk = 0
  let floor = 0

  const begin = (): OpenPicture => {
    state.open = {
      nals: [],
      slice: false,
      key: false,
      recovery: false,
      head: null,
      time: null,
      entry: state.entry,
      incomplete: false,
      bytes: 0,
      floor,
    }
    return state.open
  }

  const close = (): void => {
    const { open } = state
    state.open = null
    if (!open) return
    if (!open.slice || !open.head) {
      if (open.nals.length > 0) report.joined++ // nothing that a decoder could draw
      return
    }
    const data = joinUnits(open.nals, open.floor)
    const last = open.nals[open.nals.length - 1] as Nal
    if (last.chunk === chunk) floor = last.to
    if (open.time) state.lastPts = open.time.pts
    onPicture({
      data: [data],
      bytes: data.length,
      key: open.key || open.recovery,
      head: open.head,
      time: open.time,
      entry: open.entry,
      incomplete: open.incomplete,
    })
  }

  /** Marks up to a place: packets that begin there, and bytes that are missing before it. */
  const takeMarks = (open: OpenPicture, upTo: number, times: boolean): void => {
    const { marks } = state
    let taken = 0
    for (const mark of marks) {
      if (mark.at > upTo) break
      if (mark.hole) open.incomplete = true
      else if (!times) break
      else {
        state.entry = open.entry = mark.entry
        if (mark.pts !== null && mark.dts !== null && mark.pts !== state.lastPts) {
          open.time = { pts: mark.pts, dts: mark.dts, ownDts: mark.ownDts }
        }
      }
      taken++
    }
    if (taken > 0) marks.splice(0, taken)
  }

  const unit = (nal: Nal, place: number): void => {
    const { bytes, from, to } = nal
    let open = state.open
    if (open?.slice && (nal.kind & (BEGINS | FIRST)) !== 0) {
      takeMarks(open, place, false)
      close()
      open = null
    }
    open ??= begin()
    if ((nal.kind & AUD) !== 0 && open.nals.length > 0) {
      report.joined++ // a delimiter inside a picture ends it for decoders (M19)
      return
    }
    if ((nal.kind & SETS) !== 0) rules.keep(state.memory, bytes.subarray(from, to))
    if ((nal.kind & SEI) !== 0) open.recovery ||= rules.isRecoveryPoint(bytes, from, to)
    if ((nal.kind & SLICE) !== 0) {
      if (!open.slice) {
        takeMarks(open, place, true)
        open.head = rules.head(state.memory, bytes, from, to)
        open.slice = true
      }
      open.key ||= (nal.kind & KEY) !== 0
    }
    open.nals.push(nal)
    open.bytes += to - from
    if (open.bytes > LARGEST_PICTURE || open.nals.length > MOST_UNITS) close()
  }

  return {
    /** One piece; `slack` bytes in front of it may be written over. */
    piece: (bytes: Buffer, from: number, to: number, slack: number): void => {
      chunk++
      floor = from - slack
      // The newest time counts: older ones of packets without a picture need not be kept.
      if (state.marks.length > MOST_MARKS) state.marks.splice(0, state.marks.length - MOST_MARKS)
      for (let code = bytes.indexOf(START_CODE, from); code >= 0 && code + 3 < to; ) {
        const at = code + 3
        const found = bytes.indexOf(START_CODE, at)
        const next = found < 0 || found + 3 > to ? -1 : found
        let end = next < 0 ? to : next
        while (end > at && bytes[end - 1] === 0) end--
        const kind = rules.kindOf(bytes, at, end)
        const first = code > from && bytes[code - 1] === 0 ? code - 1 : code
        if (kind >= 0) unit({ bytes, from: at, to: end, kind, code: first, chunk }, at - from)
        if (next < 0) break
        code = next
      }
      const { marks } = state
      for (const mark of marks) mark.at = Math.max(0, mark.at - (to - from))
    },
    /** Ends the open picture when the next piece begins with a unit of another one. */
    before: (bytes: Buffer, at: number, end: number): void => {
      if (!state.open?.slice) return
      const kind = rules.kindOf(bytes, at, end)
      if (kind > 0 && (kind & (BEGINS | FIRST)) !== 0) {
        takeMarks(state.open, -1, false)
        close()
      }
    },
    /** The stream ends here. */
    close,
    /** Takes the open picture out of the segment's memory, so that it can be carried over. */
    detach: (): void => {
      if (state.open) state.open.floor = Number.MAX_SAFE_INTEGER
      for (const nal of state.open?.nals ?? []) {
        if (nal.chunk < 0) continue
        nal.bytes = Buffer.from(nal.bytes.subarray(nal.from, nal.to))
        Object.assign(nal, { from: 0, to: nal.bytes.length, code: 0, chunk: -1 })
      }
    },
  }
}
