import { lastStartCode } from './start-codes.ts'

/** What of the open packet of a stream goes over a segment border; plain data. */
export type OpenPacketState = {
  /** Bytes that came with the segments before. */
  carry: Buffer
  /** Bytes of the newest transport packet that are kept, to know a repetition by. */
  lastLength: number
  /** Those bytes, where they belong to the segment before. */
  lastBytes: Buffer | null
}

export const freshOpenPacket = (): OpenPacketState => ({ carry: Buffer.alloc(0), lastLength: 0, lastBytes: null })

/** What start codes of three bytes need of room, for as many as pictures usually have. */
const SLACK = 32

/**
 * The bytes of one packet of a stream, gathered from transport packets. Those of the main stream stay in the memory
 * of the segment (`stayIn`), moved together, because that is four times as quick as a copy of 184 bytes at a time;
 * those of the others are copied.
 */
export const createOpenPacket = (state: OpenPacketState) => {
  let bytes: Buffer = Buffer.alloc(0)
  let home = false
  let start = 0
  let end = 0
  let slack = 0
  /** No start code begins before this place, but for the one at the very beginning. */
  let searched = 0

  const length = (): number => state.carry.length + end - start

  const clear = (): void => {
    state.carry = Buffer.alloc(0)
    if (!home) {
      bytes = Buffer.alloc(0)
      end = 0
    }
    start = searched = end
    slack = 0
  }

  const make = (room: number): void => {
    if (end + room <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(4096, (end - start + room) * 2))
    bytes.copy(larger, 0, start, end)
    bytes = larger
    searched = Math.max(0, searched - start)
    end -= start
    start = 0
  }

  return {
    length,
    clear,
    /** One past the bytes of the stream in the segment's memory. */
    end: () => end,
    /** The next bytes stay in `body`, from `at` on. */
    stayIn: (body: Buffer, at: number): void => {
      bytes = body
      home = true
      start = end = searched = at
      slack = 0
    },
    append: (source: Buffer, from: number, to: number): void => {
      if (home && source !== bytes) {
        // The rest of a transport packet that began in the segment before: the first bytes of this one.
        state.carry = Buffer.concat([state.carry, bytes.subarray(start, end), source.subarray(from, to)])
        start = end
      } else if (home) {
        if (end !== from) bytes.copyWithin(end, from, to)
        end += to - from
      } else {
        make(to - from)
        source.copy(bytes, end, from, to)
        end += to - from
      }
      state.lastLength = to - from
      state.lastBytes = null
    },
    /** A packet begins at `at` of the segment's memory: leaves room in front of it. */
    leaveRoom: (source: Buffer, at: number): void => {
      if (!home || source !== bytes || length() > 0) return
      slack = Math.min(SLACK, at - end)
      start = end = searched = end + slack
    },
    /** All bytes in one piece; the `slack` bytes in front of it may be written over. */
    whole: (): { all: Buffer; from: number; to: number; slack: number } => {
      if (state.carry.length === 0) return { all: bytes, from: start, to: end, slack }
      const all = Buffer.concat([state.carry, bytes.subarray(start, end)])
      return { all, from: 0, to: all.length, slack: 0 }
    },
    /** Where the last unit begins, counted from the beginning of the packet; 0 when it is the only one. */
    lastUnit: (): number => {
      const from = Math.max(start, searched - 3)
      searched = end
      const at = lastStartCode(bytes, from, end)
      return at < 0 ? 0 : state.carry.length + at - start
    },
    /** Takes away that many bytes at the beginning. */
    drop: (count: number): void => {
      if (count === length()) {
        state.carry = Buffer.alloc(0)
        start = end
      } else {
        start += count - state.carry.length
        state.carry = Buffer.alloc(0)
      }
      slack = 0
    },
    /** Whether bytes are those of the newest transport packet once more (ISO 13818-1, 2.4.3.3). */
    repeats: (source: Buffer, from: number, to: number): boolean => {
      if (to - from !== state.lastLength) return false
      if (state.lastBytes) return state.lastBytes.compare(source, from, to) === 0
      return end - start >= to - from && source.compare(bytes, end - (to - from), end, from, to) === 0
    },
    /** The memory of the segment goes: what is open is copied. */
    leave: (): void => {
      if (state.lastLength > 0 && state.lastBytes === null && end - start >= state.lastLength) {
        state.lastBytes = Buffer.from(bytes.subarray(end - state.lastLength, end))
      }
      if (end > start) state.carry = Buffer.concat([state.carry, bytes.subarray(start, end)])
      home = false
      bytes = Buffer.alloc(0)
      start = end = slack = searched = 0
    },
  }
}
