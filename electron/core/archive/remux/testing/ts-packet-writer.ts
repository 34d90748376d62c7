/** Writes transport streams, unusual ones, too: every choice that real multiplexers make differently is the caller's. */
export type TsPacketOptions = { pcr?: number; tei?: boolean; scrambled?: boolean; jumps?: boolean }

type TsStream = { type: number; pid: number; descriptors?: Buffer }
export type TsProgram = { number: number; pid: number; streams: TsStream[]; descriptors?: Buffer }

const PACKET = 188
const ROOM = 184

const CRC_TABLE = Array.from({ length: 256 }, (_, n) => {
  let value = n << 24
  for (let k = 0; k < 8; k++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value >>> 0
})
const crc32 = (bytes: Buffer): Buffer => {
  let value = 0xffffffff
  for (const byte of bytes) value = ((value << 8) ^ (CRC_TABLE[((value >>> 24) ^ byte) & 255] as number)) >>> 0
  const out = Buffer.alloc(4)
  out.writeUInt32BE(value)
  return out
}

const TURN = 2 ** 33
const ticksOf = (seconds: number): number => ((Math.round(seconds * 90_000) % TURN) + TURN) % TURN

const stamp = (mark: number, seconds: number): Buffer => {
  const ticks = ticksOf(seconds)
  const out = Buffer.alloc(5)
  out[0] = (mark << 4) | (Math.floor(ticks / 2 ** 30) << 1) | 1
  out.writeUInt16BE(((Math.floor(ticks / 2 ** 15) & 0x7fff) << 1) | 1, 1)
  out.writeUInt16BE(((ticks & 0x7fff) << 1) | 1, 3)
  return out
}

/** One writer has one counter for each packet id. Everything it answers is a list of packets of 188 bytes. */
export const createTsWriter = (programs: TsProgram[]) => {
  const counters = new Map<number, number>()

  const packet = (pid: number, begins: boolean, payload: Buffer, options: TsPacketOptions = {}): Buffer => {
    const out = Buffer.alloc(PACKET, 0xff)
    const counter = ((counters.get(pid) ?? -1) + 1) & 15
    counters.set(pid, counter)
    out[0] = 0x47
    out.writeUInt16BE((options.tei ? 0x8000 : 0) | (begins ? 0x4000 : 0) | pid, 1)
    const room = ROOM - payload.length
    if (options.pcr !== undefined && room < 8) throw new Error('no room for the clock')
    out[3] = (options.scrambled ? 0x80 : 0) | (room > 0 ? 0x30 : 0x10) | counter
    if (room > 0) out[4] = room - 1
    if (room > 1) {
      out[5] = (options.pcr !== undefined ? 0x10 : 0) | (options.jumps ? 0x80 : 0)
      if (options.pcr !== undefined) {
        const ticks = ticksOf(options.pcr)
        out.writeUInt32BE(Math.floor(ticks / 2), 6)
        out[10] = ((ticks & 1) << 7) | 0x7e
        out[11] = 0
      }
    }
    payload.copy(out, 4 + room)
    return out
  }

  const section = (pid: number, table: number, id: number, body: Buffer): Buffer[] => {
    const head = Buffer.alloc(8)
    head[0] = table
    head.writeUInt16BE(0xb000 | (5 + body.length + 4), 1)
    head.writeUInt16BE(id, 3)
    head[5] = 0xc1
    const whole = Buffer.concat([head, body])
    let rest = Buffer.concat([Buffer.from([0]), whole, crc32(whole)])
    const out: Buffer[] = []
    while (rest.length > 0) {
      const part = rest.subarray(0, ROOM)
      out.push(packet(pid, out.length === 0, Buffer.concat([part, Buffer.alloc(ROOM - part.length, 0xff)])))
      rest = rest.subarray(part.length)
    }
    return out
  }

  return {
    packet,
    /** PAT and the table of each program. */
    tables: (): Buffer[] => {
      const list = Buffer.alloc(programs.length * 4)
      programs.forEach(({ number, pid }, n) => {
        list.writeUInt16BE(number, n * 4)
        list.writeUInt16BE(0xe000 | pid, n * 4 + 2)
      })
      const maps = programs.flatMap(({ number, pid, streams, descriptors = Buffer.alloc(0) }) => {
        const head = Buffer.alloc(4)
        head.writeUInt16BE(0xe000 | (streams[0]?.pid ?? 0x1fff), 0)
        head.writeUInt16BE(0xf000 | descriptors.length, 2)
        const entries = streams.map((stream) => {
          const own = stream.descriptors ?? Buffer.alloc(0)
          const entry = Buffer.alloc(5)
          entry[0] = stream.type
          entry.writeUInt16BE(0xe000 | stream.pid, 1)
          entry.writeUInt16BE(0xf000 | own.length, 3)
          return Buffer.concat([entry, own])
        })
        return section(pid, 2, number, Buffer.concat([head, descriptors, ...entries]))
      })
      return [...section(0, 0, 1, list), ...maps]
    },
    /** One packet of an elementary stream. Without `pts` it has no time; `dts` is written where it differs. */
    pes: (pid: number, data: Buffer, times: { pts?: number; dts?: number } = {}, streamId = 0xe0): Buffer[] => {
      const { pts, dts = pts } = times
      const own = pts !== undefined && dts !== undefined && dts !== pts
      const stamps = pts === undefined ? [] : own ? [stamp(3, pts), stamp(1, dts)] : [stamp(2, pts)]
      const length = stamps.length * 5
      const head = Buffer.from([
        0,
        0,
        1,
        streamId,
        0,
        0,
        0x80,
        stamps.length === 2 ? 0xc0 : stamps.length === 1 ? 0x80 : 0,
        length,
      ])
      let rest = Buffer.concat([head, ...stamps, data])
      const out: Buffer[] = []
      while (rest.length > 0) {
        const clock = out.length === 0 && dts !== undefined ? { pcr: dts - 0.1 } : {}
        const part = rest.subarray(0, 'pcr' in clock ? ROOM - 8 : ROOM)
        out.push(packet(pid, out.length === 0, part, clock))
        rest = rest.subarray(part.length)
      }
      return out
    },
  }
}

export type TsWriter = ReturnType<typeof createTsWriter>
