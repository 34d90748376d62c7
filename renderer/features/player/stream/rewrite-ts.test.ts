import { describe, expect, it } from 'vitest'
import { readPes, writePes } from './pes.ts'
import { newTsState, rewriteTs } from './rewrite-ts.ts'
import { PACKET, packetize, packetLayout, payloadOf, pidOf, plainPackets, startsUnit } from './ts-frames.ts'
import { AVC } from './ts-tables.ts'

const VIDEO = 256
const PMT = 4096
const IDR = [0, 0, 0, 1, 5, 0x88]
const SLICE = [0, 0, 0, 1, 1, 0x9a]
const SPS = [0, 0, 0, 1, 7, 0x64]
const SEI = [0, 0, 0, 1, 6, 6, 1, 0xc4, 0x80]
const AUD = [0, 0, 0, 1, 9, 0xf0]

const section = (pid: number, body: number[]): Uint8Array =>
  packetize(
    pid,
    new Uint8Array(184).fill(0xff).map((b, i) => [0, ...body][i] ?? b),
    0,
  ).packets
const pat = (...programs: [number, number][]): Uint8Array =>
  section(0, [
    0,
    0xb0,
    9 + programs.length * 4,
    0,
    1,
    0xc1,
    0,
    0,
    ...programs.flatMap(([n, pid]) => [0, n, 0xe0 | (pid >> 8), pid & 255]),
    0,
    0,
    0,
    0,
  ])
const pmt = (pid: number, type: number, stream: number): Uint8Array =>
  section(pid, [
    2,
    0xb0,
    18,
    0,
    1,
    0xc1,
    0,
    0,
    0xff,
    0xff,
    0xf0,
    0,
    type,
    0xe0 | (stream >> 8),
    stream & 255,
    0xf0,
    0,
    0,
    0,
    0,
    0,
  ])
const picture = (nal: number[], pts: number, dts: number): Uint8Array =>
  packetize(VIDEO, writePes({ streamId: 0xe0, length: 0, pts, dts, payload: Uint8Array.from(nal) }, pts, dts), 0)
    .packets
const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]))

const TABLES = join(pat([1, PMT]), pmt(PMT, AVC, VIDEO))
const B_FRAMES = join(
  TABLES,
  picture([...AUD, ...SPS, ...IDR], 27_000, 9_000),
  picture([...AUD, ...SLICE], 54_000, 18_000),
  picture([...AUD, ...SLICE], 36_000, 27_000),
)

/** The pictures that come out: stamps and what they hold. */
const picturesIn = (bytes: Uint8Array) => {
  const found: { pts: number | null; dts: number | null; payload: number[] }[] = []
  let carried: number[] = []
  const close = () => {
    const pes = readPes(Uint8Array.from(carried))
    if (pes) found.push({ pts: pes.pts, dts: pes.dts, payload: [...pes.payload] })
  }
  for (let at = 0; at < bytes.length; at += PACKET) {
    const packet = bytes.subarray(at, at + PACKET)
    if (pidOf(packet) !== VIDEO) continue
    if (startsUnit(packet)) {
      close()
      carried = []
    }
    carried.push(...payloadOf(packet))
  }
  close()
  return found
}
const rewritten = (bytes: Uint8Array, onlyIdr = false) => rewriteTs(bytes, 0, newTsState(onlyIdr))

describe('rewriteTs', () => {
  it('M30: moves decoding times so that the first picture is decoded at its own time', () => {
    const out = rewritten(B_FRAMES)
    expect(picturesIn(out?.bytes ?? new Uint8Array()).map(({ pts, dts }) => [pts, dts])).toEqual([
      [27_000, 27_000],
      [54_000, 36_000],
      [36_000, 45_000],
    ])
  })

  it('keeps one delay for all segments of a discontinuity, also where stamps turn over', () => {
    const state = newTsState(false)
    rewriteTs(B_FRAMES, 0, state)
    const late = join(TABLES, picture([...SPS, ...IDR], 2 ** 33 - 5_000 + 30_000 - 2 ** 33, 2 ** 33 - 5_000))
    const [first] = picturesIn(rewriteTs(late, 0, state)?.bytes ?? new Uint8Array())
    expect([first?.pts, first?.dts]).toEqual([25_000, 13_000])
  })

  it('shows a clock half a turn earlier that would wrap, pictures and sound alike', () => {
    const wrap = 2 ** 33
    const sound = packetize(
      257,
      writePes({ streamId: 0xc0, length: 0, pts: 0, dts: 0, payload: new Uint8Array(4) }, wrap - 600, wrap - 600),
      0,
    )
    const state = newTsState(false)
    const out = rewriteTs(
      join(
        TABLES,
        picture([...SPS, ...IDR], wrap - 3_000, wrap - 9_000),
        sound.packets,
        picture(SLICE, wrap - 1_000, wrap - 2_000),
      ),
      0,
      state,
    )
    const stamps = picturesIn(out?.bytes ?? new Uint8Array()).map(({ pts, dts }) => [pts, dts])
    // The second picture is decoded behind the wrap and shown in front of it.
    expect(stamps).toEqual([
      [wrap / 2 - 3_000, wrap / 2 - 3_000],
      [wrap / 2 - 1_000, wrap / 2 + 4_000],
    ])
    const heard = payloadOf((out?.bytes ?? new Uint8Array()).subarray(2 * PACKET, 3 * PACKET))
    expect(readPes(Uint8Array.from([0, 0, 1, 0xe0, ...heard.subarray(4)]))?.pts).toBe(wrap / 2 - 600)
    const [behind] = picturesIn(
      rewriteTs(join(TABLES, picture(SLICE, 5_000, 5_000)), 0, state)?.bytes ?? new Uint8Array(),
    )
    expect(behind?.pts).toBe(wrap / 2 + 5_000)
  })

  it('gives back the very bytes when there is nothing to do', () => {
    const plain = join(TABLES, picture([...SPS, ...IDR], 9_000, 9_000), picture(SLICE, 18_000, 18_000))
    expect(rewritten(plain)?.bytes).toBe(plain)
  })

  it('M19: leaves out a PES without a slice', () => {
    const out = rewritten(join(B_FRAMES, picture([...AUD, ...SEI], 45_000, 30_000)))
    expect(picturesIn(out?.bytes ?? new Uint8Array())).toHaveLength(3)
  })

  it('M33: drops a packet that was sent twice', () => {
    const one = picture([...SPS, ...IDR], 9_000, 9_000)
    expect(rewritten(join(TABLES, one, one))?.bytes).toEqual(join(TABLES, one))
  })

  it('M24: names the program that has pictures alone', () => {
    const two = join(pat([1, 4100], [2, PMT]), pmt(4100, 15, 500), pmt(PMT, AVC, VIDEO), picture(IDR, 9_000, 9_000))
    const { bytes, video } = rewritten(two) ?? {}
    expect(video).toEqual({ pid: VIDEO, type: AVC })
    expect([...(bytes ?? []).slice(4, 20)].slice(9, 13)).toEqual([0, 2, 0xe0 | (PMT >> 8), PMT & 255])
  })

  it('M28: tells of pictures in MPEG-2', () => {
    expect(rewritten(join(pat([1, PMT]), pmt(PMT, 2, VIDEO), picture([0], 9_000, 9_000)))?.video?.type).toBe(2)
  })

  it('M20: makes no place to begin of a recovery point when it is told to', () => {
    const bytes = join(
      TABLES,
      picture([...SPS, ...IDR], 9_000, 9_000),
      picture([...SPS, ...SEI, ...SLICE], 18_000, 18_000),
    )
    const out = picturesIn(rewritten(bytes, true)?.bytes ?? new Uint8Array())
    expect(out.map(({ payload }) => payload)).toEqual([[...SPS, ...IDR], SLICE])
  })

  it('M20: hides recovery points behind an IDR picture, and keeps those with none in front', () => {
    const point = picture([...SPS, ...SEI, ...SLICE], 18_000, 18_000)
    const behind = picturesIn(
      rewritten(join(TABLES, picture([...SPS, ...IDR], 9_000, 9_000), point))?.bytes ?? new Uint8Array(),
    )
    expect(behind[1]?.payload).toEqual([...SPS, ...SEI.with(5, 0xf0), ...SLICE])
    expect(picturesIn(rewritten(join(TABLES, point))?.bytes ?? new Uint8Array())[0]?.payload).toEqual([
      ...SPS,
      ...SEI,
      ...SLICE,
    ])
  })

  it('takes no other bytes for a transport stream', () => {
    expect(rewritten(new Uint8Array(2_000).map((_, i) => (i * 37) & 255))).toBeNull()
  })
})

describe('plainPackets', () => {
  const spread = (before: number, behind: number): Uint8Array =>
    join(
      ...Array.from({ length: B_FRAMES.length / PACKET }, (_, i) =>
        join(
          new Uint8Array(before).fill(7),
          B_FRAMES.subarray(i * PACKET, (i + 1) * PACKET),
          new Uint8Array(behind).fill(9),
        ),
      ),
    )

  it('H47: takes the packets out of 192 and 204 bytes', () => {
    expect(plainPackets(spread(4, 0))).toEqual(B_FRAMES)
    expect(plainPackets(spread(0, 16))).toEqual(B_FRAMES)
  })

  it('finds packets that begin later', () => {
    expect(plainPackets(join(new Uint8Array(50).fill(1), B_FRAMES))).toEqual(B_FRAMES)
  })

  it('H33: knows two packets of tables that stand alone', () => {
    expect(packetLayout(TABLES)).toEqual({ first: 0, stride: PACKET })
  })
})
