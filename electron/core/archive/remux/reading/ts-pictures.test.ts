import { describe, expect, it } from 'vitest'
import {
  AUD,
  annexB,
  madeFields,
  madePictures,
  madePps,
  madeSps,
  numberIn,
  RECOVERY,
  SEI,
  unitsOf,
} from '../testing/made-h264.ts'
import { CLOCK, picturesOf, type Read, readRecording, segmentAt, tsSegments, VIDEO } from '../testing/made-streams.ts'
import { createTsWriter } from '../testing/ts-packet-writer.ts'

const PICTURES = madePictures({ count: 60 })

const read = (bodies: Buffer[]): Read => readRecording(bodies.map((body, n) => segmentAt(body, n)))

/** Every picture is there once, at number / 10 seconds, decoded in order. */
const expectAll = (got: Read, count = 60, rate = 10) => {
  const { samples, timescale } = picturesOf(got)
  const shown = [...samples].sort((a, b) => a.pts - b.pts)
  expect(shown.map(({ data }) => numberIn(data))).toEqual(Array.from({ length: count }, (_, n) => n))
  for (const [n, { pts }] of shown.entries()) expect(Math.abs(pts / timescale - n / rate)).toBeLessThan(3 / 90_000)
  for (let n = 1; n < samples.length; n++) expect(samples[n]?.dts).toBeGreaterThan(samples[n - 1]?.dts ?? Infinity)
  expect(got.report).toMatchObject({ pictures: count, picturesKept: count, shifted: { count: 0, mostS: 0 } })
}

describe('pictures of a transport stream', () => {
  it('gives every picture its time when there are B-frames (K17: the first is shown at 0)', () => {
    const got = read(tsSegments(PICTURES))
    expectAll(got)
    expect(got.formats).toMatchObject([
      { kind: 'video', codec: 'avc1.4d001e', timescale: 90_000, width: 320, height: 192 },
    ])
    const { samples } = picturesOf(got)
    expect(samples.filter(({ key }) => key)).toHaveLength(3)
    expect(samples[0]).toMatchObject({ pts: 0, dts: -9_000, key: true })
    expect(samples.at(-1)?.duration).toBe(9_000)
  })

  it.each([false, true])('writes the length in front of each unit (short start codes: %s)', (short) => {
    const writer = createTsWriter([{ number: 1, pid: 4096, streams: [{ type: 0x1b, pid: VIDEO }] }])
    const packets = [
      ...writer.tables(),
      ...PICTURES.flatMap((p) => writer.pes(VIDEO, annexB(unitsOf(p), short), { pts: p.pts + 10, dts: p.dts + 10 })),
    ]
    const got = read([Buffer.concat(packets)])
    expectAll(got)
    for (const [n, { data, bytes }] of picturesOf(got).samples.entries()) {
      const all = Buffer.concat(data)
      const units: Buffer[] = []
      for (let at = 0; at < all.length; at += 4 + all.readUInt32BE(at)) {
        units.push(all.subarray(at + 4, at + 4 + all.readUInt32BE(at)))
      }
      expect(units).toEqual(unitsOf(PICTURES[n] as never))
      expect(bytes).toBe(all.length)
    }
  })

  it('M03: reads two pictures in one packet with one time as two', () => {
    const hook: Parameters<typeof tsSegments>[1] = {
      hook: ({ picture, n, writer }) => {
        const next = PICTURES[n + 1]
        if (picture.key) return undefined
        const before = PICTURES.slice(0, n).reduce((odd, p) => (p.key ? false : !odd), false)
        if (before) return [] // written with the one before
        const both = [...unitsOf(picture), ...(next && !next.key ? unitsOf(next) : [])]
        return writer.pes(VIDEO, annexB(both), { pts: picture.pts + CLOCK, dts: picture.dts + CLOCK })
      },
    }
    const got = read(tsSegments(PICTURES, hook))
    expectAll(got)
    expect(got.report.timesDerived).toBeGreaterThan(20)
  })

  it('gives pictures without any time the one between their neighbours', () => {
    const got = read(
      tsSegments(PICTURES, {
        hook: ({ picture, n, writer }) => (n % 7 === 3 ? writer.pes(VIDEO, annexB(unitsOf(picture))) : undefined),
      }),
    )
    expectAll(got)
    expect(got.report.timesDerived).toBe(9)
  })

  it('M19: joins packets of a delimiter and a message alone to the next picture', () => {
    const got = read(
      tsSegments(PICTURES, {
        hook: ({ picture, n, writer, usual }) =>
          n % 10 === 9
            ? [...usual(), ...writer.pes(VIDEO, annexB([AUD, SEI]), { pts: picture.pts + CLOCK + 0.05 })]
            : undefined,
      }),
    )
    expectAll(got)
    expect(got.report.joined).toBe(6)
    for (const { data } of picturesOf(got).samples) {
      const all = Buffer.concat(data)
      expect(all.indexOf(Buffer.concat([Buffer.from([0, 0, 0, 2]), AUD]), 6)).toBe(-1)
    }
  })

  it('M33: drops packets that come twice with one counter', () => {
    const got = read(
      tsSegments(PICTURES, { hook: ({ usual, n }) => usual().flatMap((p) => (n % 3 === 0 ? [p, p] : [p])) }),
    )
    expectAll(got)
    expect(got.report.duplicates).toBe(20)
    expect(got.report.gaps).toBe(0)
  })

  it('keeps packets whose counter stands still but whose bytes differ', () => {
    const got = read(
      tsSegments(PICTURES, {
        hook: ({ usual }) =>
          usual().map((packet) => {
            packet[3] = ((packet[3] as number) & 0xf0) | 5
            return packet
          }),
      }),
    )
    expectAll(got)
    expect(got.report.duplicates).toBe(0)
  })

  it('counts a gap in the counters and the picture it cuts', () => {
    const big = madePictures({ count: 60, bytes: () => 2_000 })
    const got = read(
      tsSegments(big, { hook: ({ usual, n }) => (n === 25 ? usual().filter((_, k) => k !== 4) : undefined) }),
    )
    expect(got.report).toMatchObject({ gaps: 1, incomplete: 1, pictures: 60, picturesKept: 60 })
  })

  it('does not take counters that begin anew with a segment for a gap', () => {
    const halves = [PICTURES.slice(0, 20), PICTURES.slice(20, 40), PICTURES.slice(40)]
    const got = read(halves.map((pictures) => Buffer.concat(tsSegments(pictures))))
    expectAll(got)
    expect(got.report.gaps).toBe(0)
  })

  it('joins the two fields of a frame to one picture', () => {
    const writer = createTsWriter([{ number: 1, pid: 4096, streams: [{ type: 0x1b, pid: VIDEO }] }])
    const sets = [madeSps(20, 12, false), madePps()]
    const packets = Array.from({ length: 20 }, (_, n) => {
      const [top, bottom] = madeFields(n, n, n === 0)
      const units = [AUD, ...(n === 0 ? sets : []), top, AUD, bottom]
      return writer.pes(VIDEO, annexB(units), { pts: CLOCK + n / 10 })
    }).flat()
    const got = read([Buffer.concat([...writer.tables(), ...packets])])
    expectAll(got, 20)
  })

  it('P16: begins with the first picture that can be decoded, also at a recovery point', () => {
    const open = madePictures({ count: 60, open: true })
    const hook: Parameters<typeof tsSegments>[1] = {
      hook: ({ picture, writer }) => {
        if (!picture.key) return undefined
        const units = [AUD, madeSps(), madePps(), RECOVERY, picture.slice]
        return writer.pes(VIDEO, annexB(units), { pts: picture.pts + CLOCK, dts: picture.dts + CLOCK })
      },
    }
    const whole = tsSegments(open.slice(5), hook)
    const got = read([Buffer.concat(whole)])
    const { samples } = picturesOf(got)
    expect(samples[0]).toMatchObject({ key: true })
    expect(numberIn(samples[0]?.data ?? [])).toBe(20)
    expect(got.report.skipped).toBe(15)
    expect(samples).toHaveLength(40)
  })

  it('follows the picture to another packet id', () => {
    const halves = [PICTURES.slice(0, 20), PICTURES.slice(20)]
    const bodies = halves.map((pictures, n) => {
      const writer = createTsWriter([{ number: 1, pid: 4096, streams: [{ type: 0x1b, pid: 300 + n }] }])
      const packets = pictures.flatMap((p) =>
        writer.pes(300 + n, annexB(unitsOf(p)), { pts: p.pts + CLOCK, dts: p.dts + CLOCK }),
      )
      return Buffer.concat([...writer.tables(), ...packets])
    })
    const got = read(bodies)
    expectAll(got)
    expect(got.formats).toHaveLength(1)
  })

  it('reads on when the 33 bits of the clock turn over', () => {
    expectAll(read(tsSegments(PICTURES, { clock: 2 ** 33 / 90_000 - 3 })))
  })

  it('P11: a change of the sets stays in the track and is counted', () => {
    const bodies = [madeSps(20, 12), madeSps(10, 6)].map((sps, n) =>
      Buffer.concat(
        tsSegments(PICTURES.slice(n * 20, n * 20 + 20), {
          hook: ({ picture, writer }) =>
            writer.pes(VIDEO, annexB(unitsOf(picture, [sps, madePps()])), {
              pts: picture.pts + CLOCK,
              dts: picture.dts + CLOCK,
            }),
        }),
      ),
    )
    const got = read(bodies)
    expectAll(got, 40)
    expect(got.formats).toHaveLength(1)
    expect(got.report.resized).toBe(1)
  })
})
