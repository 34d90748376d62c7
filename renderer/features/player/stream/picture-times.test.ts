import { describe, expect, it } from 'vitest'
import { joinBytes } from './bytes.ts'
import { readPes, writePes } from './pes.ts'
import { timesOf, withTimes } from './picture-times.ts'
import { PACKET, packetize, payloadOf } from './ts-frames.ts'

const PID = 256
const AUD = [0, 0, 0, 1, 9, 0xf0]
const IDR = [0, 0, 0, 1, 0x65, 0x88, 0x84]
const SLICE = [0, 0, 0, 1, 0x41, 0x9a, 0x24]
const timed = (pts: number, dts: number, order: number | null, resets = false) => ({ own: { pts, dts }, order, resets })
const untimed = (order: number | null) => ({ own: null, order, resets: false })
const pes = (times: [pts: number, dts: number] | null, ...nal: number[][]): Uint8Array => {
  const payload = Uint8Array.from(nal.flat())
  if (times)
    return packetize(PID, writePes({ streamId: 0xe0, length: 0, pts: 0, dts: 0, payload }, ...times), 0).packets
  return packetize(PID, joinBytes([Uint8Array.from([0, 0, 1, 0xe0, 0, 0, 0x80, 0, 0]), payload]), 0).packets
}
/** The stamps and pictures that come out, a packet each. */
const picturesIn = (bytes: Uint8Array) =>
  Array.from({ length: bytes.length / PACKET }, (_, i) => {
    const made = readPes(payloadOf(bytes.subarray(i * PACKET, (i + 1) * PACKET)))
    return [made?.pts, made?.dts, made?.payload.length]
  })

describe('timesOf', () => {
  it('M03: shows pictures without a time where their order count says', () => {
    // I0 P4 B2, and B1 B3: only I0, P4 and B1 have times.
    const times = timesOf([
      timed(0, -18_000, 0, true),
      timed(36_000, -9_000, 8),
      untimed(4),
      timed(9_000, 9_000, 2),
      untimed(6),
    ])
    expect(times.map(({ pts }) => pts)).toEqual([0, 36_000, 18_000, 9_000, 27_000])
    expect(times.map(({ dts }) => dts)).toEqual([-18_000, -9_000, 0, 9_000, 18_000])
  })

  it('K14: lays a picture without time or order count between its neighbours', () => {
    const times = timesOf([timed(9_000, 9_000, null), untimed(null), timed(27_000, 27_000, null), untimed(null)])
    expect(times.map(({ pts }) => pts)).toEqual([9_000, 18_000, 27_000, 36_000])
  })

  it('crosses the turn of stamps', () => {
    const times = timesOf([timed(2 ** 33 - 9_000, 2 ** 33 - 9_000, null), untimed(null), timed(9_000, 9_000, null)])
    expect(times[1]).toEqual({ pts: 2 ** 33, dts: 2 ** 33 })
  })
})

describe('withTimes', () => {
  it('K2: gives each picture of a PES a PES of its own', () => {
    const bytes = joinBytes([
      pes([9_000, 9_000], AUD, IDR),
      pes([18_000, 18_000], AUD, SLICE, AUD, SLICE, AUD, SLICE),
      pes([45_000, 45_000], AUD, SLICE),
    ])
    const length = AUD.length + SLICE.length
    expect(picturesIn(withTimes(bytes, PID, null).bytes)).toEqual(
      [9_000, 18_000, 27_000, 36_000, 45_000].map((at) => [at, at, length]),
    )
  })

  it('K14: gives a PES without stamps the time between its neighbours', () => {
    const bytes = joinBytes([pes([9_000, 9_000], AUD, IDR), pes(null, AUD, SLICE), pes([27_000, 27_000], AUD, SLICE)])
    expect(picturesIn(withTimes(bytes, PID, null).bytes).map(([pts]) => pts)).toEqual([9_000, 18_000, 27_000])
  })

  it('gives back the very bytes when each picture has a time, also one in two PES', () => {
    const bytes = joinBytes([pes([9_000, 9_000], AUD, IDR), pes(null, [7, 7, 7]), pes([18_000, 18_000], AUD, SLICE)])
    expect(withTimes(bytes, PID, null).bytes).toBe(bytes)
  })

  it('leaves two fields in one PES together', () => {
    const fields = { frameBits: 4, orderBits: 4, planes: false, fields: true }
    const bytes = joinBytes([pes([9_000, 9_000], AUD, IDR, SLICE), pes([18_000, 18_000], AUD, SLICE, SLICE)])
    expect(withTimes(bytes, PID, fields).bytes).toBe(bytes)
    expect(withTimes(bytes, PID, { ...fields, fields: false }).bytes).not.toBe(bytes)
  })
})
