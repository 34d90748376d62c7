/** One elementary stream of a program (ISO 13818-1, 2.4.4.8). */
export type ListedStream = { pid: number; type: number; descriptors: Buffer }

/** Sections being gathered and what the last complete ones said; plain data. */
export type TableState = {
  /** Programs of the PAT in its order: number and the packets of its table. */
  programs: { number: number; pid: number; streams: ListedStream[] | null }[]
  open: Map<number, Buffer>
}

export const freshTables = (): TableState => ({ programs: [], open: new Map() })

/** A section is at most this long (ISO 13818-1, 2.4.4.1). */
const LONGEST_SECTION = 4096
const MOST_PROGRAMS = 64
const MOST_STREAMS = 64

/** Gathers sections from the payloads of one packet id; complete ones go to `onSection`. */
const gather = (state: TableState, pid: number, payload: Buffer, begins: boolean, onSection: (s: Buffer) => void) => {
  let bytes: Buffer
  if (begins) {
    const pointer = payload[0] ?? 0
    const before = state.open.get(pid)
    if (before && pointer > 0) drain(Buffer.concat([before, payload.subarray(1, 1 + pointer)]), onSection)
    bytes = payload.subarray(1 + pointer)
  } else {
    const before = state.open.get(pid)
    if (!before) return
    bytes = Buffer.concat([before, payload])
  }
  const rest = drain(bytes, onSection)
  if (rest.length > 0 && rest.length <= LONGEST_SECTION) state.open.set(pid, Buffer.from(rest))
  else state.open.delete(pid)
}

const drain = (bytes: Buffer, onSection: (section: Buffer) => void): Buffer => {
  let at = 0
  while (at < bytes.length && bytes[at] !== 0xff) {
    if (at + 3 > bytes.length) return bytes.subarray(at)
    const length = 3 + (bytes.readUInt16BE(at + 1) & 0x0fff)
    if (at + length > bytes.length) return bytes.subarray(at)
    onSection(bytes.subarray(at, at + length))
    at += length
  }
  return bytes.subarray(bytes.length)
}

const readPrograms = (section: Buffer): { number: number; pid: number }[] => {
  const programs = []
  for (let at = 8; at + 4 <= section.length - 4 && programs.length < MOST_PROGRAMS; at += 4) {
    const number = section.readUInt16BE(at)
    if (number !== 0) programs.push({ number, pid: section.readUInt16BE(at + 2) & 0x1fff })
  }
  return programs
}

const readStreams = (section: Buffer): ListedStream[] | null => {
  const end = section.length - 4
  if (end < 12) return null
  const streams: ListedStream[] = []
  let at = 12 + (section.readUInt16BE(10) & 0x0fff)
  while (at + 5 <= end && streams.length < MOST_STREAMS) {
    const length = section.readUInt16BE(at + 3) & 0x0fff
    if (at + 5 + length > end) break
    const descriptors = Buffer.from(section.subarray(at + 5, at + 5 + length))
    streams.push({ pid: section.readUInt16BE(at + 1) & 0x1fff, type: section[at] as number, descriptors })
    at += 5 + length
  }
  return streams
}

/** Takes one payload of a packet id that carries tables. Answers true when they say something else than before. */
export const readTables = (state: TableState, pid: number, payload: Buffer, begins: boolean): boolean => {
  let changed = false
  gather(state, pid, payload, begins, (section) => {
    // Table id, and "current" of the pair current/next.
    if (section.length < 12 || ((section[5] as number) & 1) === 0) return
    if (pid === 0 && section[0] === 0) {
      const programs = readPrograms(section)
      if (programs.length === 0) return
      const known = (number: number, at: number) => state.programs.find((p) => p.number === number && p.pid === at)
      changed ||= programs.length !== state.programs.length || programs.some((p) => !known(p.number, p.pid))
      state.programs = programs.map((p) => ({ ...p, streams: known(p.number, p.pid)?.streams ?? null }))
    } else if (section[0] === 2) {
      const number = section.readUInt16BE(3)
      const program = state.programs.find((p) => p.pid === pid && p.number === number)
      const streams = program && readStreams(section)
      if (!program || !streams) return
      changed ||= !sameStreams(program.streams, streams)
      program.streams = streams
    }
  })
  return changed
}

const sameStreams = (a: ListedStream[] | null, b: ListedStream[]): boolean =>
  a !== null &&
  a.length === b.length &&
  a.every((stream, n) => {
    const other = b[n] as ListedStream
    return stream.pid === other.pid && stream.type === other.type && stream.descriptors.equals(other.descriptors)
  })
