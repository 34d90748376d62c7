import { describe, expect, it } from 'vitest'
import { annexB, madePictures, numberIn, unitsOf } from '../testing/made-h264.ts'
import {
  adtsFrame,
  BOTH,
  CLOCK,
  picturesOf,
  type Read,
  readRecording,
  SOUND,
  segmentAt,
  tsSegments,
  VIDEO,
} from '../testing/made-streams.ts'
import { createTsWriter } from '../testing/ts-packet-writer.ts'

const PICTURES = madePictures({ count: 60 })
const SEGMENTS = tsSegments(PICTURES)
const WHOLE = Buffer.concat(SEGMENTS)

const read = (bodies: Buffer[]): Read => readRecording(bodies.map((body, n) => segmentAt(body, n)))
const numbers = (got: Read) =>
  [...picturesOf(got).samples].sort((a, b) => a.pts - b.pts).map(({ data }) => numberIn(data))
const ALL = Array.from({ length: 60 }, (_, n) => n)
const packetsIn = (body: Buffer): Buffer[] =>
  Array.from({ length: body.length / 188 }, (_, n) => body.subarray(n * 188, n * 188 + 188))
const pidOf = (packet: Buffer): number => packet.readUInt16BE(1) & 0x1fff
const framed = (body: Buffer, front: number, behind: number): Buffer =>
  Buffer.concat(packetsIn(body).flatMap((packet) => [Buffer.alloc(front, 7), packet, Buffer.alloc(behind, 9)]))

describe('packets of a transport stream', () => {
  it.each([
    ['M05', 188],
    ['M07', 1],
  ])('%s: reads on over borders in the middle of pictures (units of %d bytes)', (_id, unit) => {
    const size = Math.ceil(WHOLE.length / 15 / unit) * unit
    const got = read(Array.from({ length: 15 }, (_, n) => WHOLE.subarray(n * size, (n + 1) * size)))
    expect(numbers(got)).toEqual(ALL)
    expect(got.report).toMatchObject({ incomplete: 0, gaps: 0, garbageBytes: 0 })
  })

  it.each([
    ['H47: 192 bytes', 4, 0],
    ['204 bytes', 0, 16],
  ])('reads packets of %s', (_name, front, behind) => {
    const got = read(SEGMENTS.map((body) => framed(body, front, behind)))
    expect(numbers(got)).toEqual(ALL)
    expect(got.report.garbageBytes).toBe(0)
  })

  it('finds packets behind other bytes, and counts those', () => {
    const got = read(SEGMENTS.map((body) => Buffer.concat([Buffer.from('noise in front'), body, Buffer.alloc(50)])))
    expect(numbers(got)).toEqual(ALL)
    expect(got.report.garbageBytes).toBe(3 * 64)
  })

  it('reads on behind noise between packets', () => {
    const [first = Buffer.alloc(0)] = SEGMENTS
    const at = 188 * 20
    const body = Buffer.concat([first.subarray(0, at), Buffer.alloc(1_000, 0x11), first.subarray(at)])
    const got = read([body])
    expect(numbers(got)).toEqual(ALL.slice(0, 20))
    expect(got.report.garbageBytes).toBe(1_000)
  })

  it('H34: goes on with the tables of the first segment', () => {
    const bare = SEGMENTS.map((body, n) =>
      n === 0 ? body : Buffer.concat(packetsIn(body).filter((packet) => pidOf(packet) === VIDEO)),
    )
    expect(numbers(read(bare))).toEqual(ALL)
  })

  it('H33: takes tables from an init section', () => {
    const bare = SEGMENTS.map((body) => Buffer.concat(packetsIn(body).filter((packet) => pidOf(packet) === VIDEO)))
    const init = Buffer.concat(packetsIn(SEGMENTS[0] as Buffer).filter((packet) => pidOf(packet) !== VIDEO))
    expect(numbers(readRecording(bare.map((body, n) => segmentAt(body, n, { init }))))).toEqual(ALL)
  })

  it('M24: takes the first program that has pictures', () => {
    const programs = [
      { number: 1, pid: 4100, streams: [{ type: 0x0f, pid: 500 }] },
      { number: 2, pid: 4096, streams: [{ type: 0x1b, pid: VIDEO }] },
    ]
    expect(numbers(read(tsSegments(PICTURES, { programs })))).toEqual(ALL)
  })

  it('reads a table that takes two packets', () => {
    const descriptors = Buffer.concat([Buffer.from([5, 250]), Buffer.alloc(250, 65)])
    const programs = [{ number: 1, pid: 4096, descriptors, streams: [{ type: 0x1b, pid: VIDEO }] }]
    expect(numbers(read(tsSegments(PICTURES, { programs })))).toEqual(ALL)
  })

  it('P09: nothing and tables alone are empty; M09: noise is not media', () => {
    const tables = Buffer.concat(packetsIn(SEGMENTS[0] as Buffer).slice(0, 2))
    const noise = Buffer.from(Array.from({ length: 40_000 }, (_, n) => (n * n * 7919 + (n >> 3)) & 0xff))
    const got = read([
      SEGMENTS[0] as Buffer,
      tables,
      Buffer.alloc(0),
      noise,
      Buffer.from('<html>no such object</html>'),
    ])
    expect(got.reads.slice(0, 5).map(({ empty }) => empty)).toEqual([false, true, true, false, false])
    expect(got.reads.slice(0, 5).map(({ unreadable }) => unreadable?.code ?? null)).toEqual([
      null,
      null,
      null,
      'not-media',
      'not-media',
    ])
    expect(numbers(got)).toEqual(ALL.slice(0, 20))
  })

  it.each([
    ['M28', 0x02, 'mp2v'],
    ['VC-1', 0xea, 'vc-1'],
  ])('%s: names the codec of pictures that cannot be kept', (_id, type, codec) => {
    const programs = [{ number: 1, pid: 4096, streams: [{ type, pid: VIDEO }] }]
    const got = read(tsSegments(PICTURES, { programs }))
    expect(got.reads[0]?.unreadable).toEqual({ code: 'codec', detail: codec })
    expect(got.report.lost).toEqual([{ kind: 'video', codec, why: 'codec' }])
  })

  it('names sound that cannot be kept beside pictures that can', () => {
    const programs = [
      {
        number: 1,
        pid: 4096,
        streams: [
          { type: 0x1b, pid: VIDEO },
          { type: 0x87, pid: SOUND },
        ],
      },
    ]
    const got = read(tsSegments(PICTURES, { programs }))
    expect(numbers(got)).toEqual(ALL)
    expect(got.report.lost).toEqual([{ kind: 'audio', codec: 'ec-3', why: 'codec' }])
  })

  it('refuses scrambled packets with that reason', () => {
    const scrambled = SEGMENTS.map((body) => {
      const out = Buffer.from(body)
      for (let at = 0; at < out.length; at += 188) {
        if (pidOf(out.subarray(at)) === VIDEO) out[at + 3] = (out[at + 3] as number) | 0x80
      }
      return out
    })
    expect(read(scrambled).reads[0]?.unreadable).toMatchObject({ code: 'encrypted' })
  })
})

describe('bounds', () => {
  it('packets that begin in every 188 bytes and hold no unit cost no more than their bytes', () => {
    const writer = createTsWriter([{ number: 1, pid: 4096, streams: [{ type: 0x1b, pid: VIDEO }] }])
    const one = writer.pes(VIDEO, Buffer.alloc(170, 0x55), { pts: 1 })[0] as Buffer
    const body = Buffer.concat([...writer.tables(), ...Array<Buffer>(30_000).fill(one)])
    for (let n = 0; n < 30_000; n++) body[188 * (n + 2) + 3] = 0x30 | (n & 15)
    const began = process.cpuUsage() // time of this process alone, however busy the machine is
    read([body, body, body])
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1_000).toBeLessThan(3_000)
  })
})

describe('sound in a transport stream', () => {
  const FRAME_S = 1024 / 48_000
  /** Pictures with sound that begins `leadS` before the first of them, eight frames a packet. */
  const withSound = (leadS: number, pictureAtS: number) => {
    const writer = createTsWriter(BOTH)
    const sound = Array.from({ length: 24 }, (_, n) => {
      const pts = CLOCK + pictureAtS - leadS + n * 8 * FRAME_S
      const data = Buffer.concat(Array.from({ length: 8 }, (_, k) => adtsFrame(n * 8 + k)))
      return { at: pts, packets: () => writer.pes(SOUND, data, { pts }, 0xc0) }
    })
    const video = PICTURES.slice(0, 20).map((p) => ({
      at: p.dts + CLOCK + pictureAtS,
      packets: () =>
        writer.pes(VIDEO, annexB(unitsOf(p)), { pts: p.pts + CLOCK + pictureAtS, dts: p.dts + CLOCK + pictureAtS }),
    }))
    const all = [...sound, ...video].sort((a, b) => a.at - b.at)
    return Buffer.concat([...writer.tables(), ...all.flatMap(({ packets }) => packets())])
  }
  const trackOf = (got: Read, kind: string) => {
    const at = got.formats.findIndex((format) => format.kind === kind)
    return (got.tracks[at] ?? []).map(({ pts }) => pts / (got.formats[at]?.timescale ?? 1))
  }

  it('M01: sound that begins a little earlier moves no picture, and stays in step', () => {
    const got = read([withSound(0.05, 0)])
    const video = trackOf(got, 'video').sort((a, b) => a - b)
    for (const [n, at] of video.entries()) expect(at).toBeCloseTo(n / 10, 4)
    const sound = trackOf(got, 'audio')
    expect(sound).toHaveLength(192)
    expect(sound[0]).toBeCloseTo(-0.05, 4)
    expect(sound[191]).toBeCloseTo(-0.05 + 191 * FRAME_S, 3)
    expect(got.formats.find(({ kind }) => kind === 'audio')).toMatchObject({ codec: 'mp4a.40.2', timescale: 48_000 })
    expect(got.report).toMatchObject({ frames: 192, shifted: { count: 0 } })
  })

  it('K1: sound that begins half a second earlier is the beginning', () => {
    const got = read([withSound(0.5, 0)])
    expect(trackOf(got, 'audio')[0]).toBe(0)
    expect(Math.min(...trackOf(got, 'video'))).toBeCloseTo(0.5, 4)
  })

  it('M22: sound that begins long before the first picture is the beginning', () => {
    const got = read([withSound(3, 6)])
    expect(trackOf(got, 'audio')[0]).toBe(0)
    expect(Math.min(...trackOf(got, 'video'))).toBeCloseTo(3, 4)
  })

  it('M23: sound alone, then pictures behind a discontinuity', () => {
    const writer = createTsWriter([{ number: 1, pid: 4096, streams: [{ type: 0x0f, pid: SOUND }] }])
    const packets = Array.from({ length: 180 }, (_, n) =>
      writer.pes(SOUND, adtsFrame(n), { pts: 1 + n * FRAME_S }, 0xc0),
    ).flat()
    const sound = Buffer.concat([...writer.tables(), ...packets])
    const got = readRecording([
      segmentAt(sound, 0, { durationS: 4 }),
      ...SEGMENTS.map((body, n) => segmentAt(body, n + 2, { discontinuity: n === 0 })),
    ])
    expect(numbers(got)).toEqual(ALL)
    expect(Math.min(...trackOf(got, 'video'))).toBeCloseTo(4, 4)
    expect(trackOf(got, 'audio')).toHaveLength(180)
    expect(got.reads[0]).toMatchObject({ empty: false, unreadable: null })
  })

  it('P17: sound that comes, goes and comes again stays in one track', () => {
    const silent = Buffer.concat(tsSegments(PICTURES.slice(0, 20)))
    const loud = withSound(0, 0)
    const got = readRecording(
      [silent, loud, silent, loud].map((body, n) => segmentAt(body, n, { discontinuity: n > 0 })),
    )
    expect(got.formats.map(({ kind }) => kind)).toEqual(['video', 'audio'])
    expect(got.tracks.map((samples) => samples.length)).toEqual([80, 384])
    expect(got.reads.every(({ unreadable }) => unreadable === null)).toBe(true)
  })

  it('refuses sound that goes on with another codec', () => {
    const bodies = [0x0f, 0x03].map((type, n) => {
      const writer = createTsWriter([{ number: 1, pid: 4096, streams: [{ type, pid: SOUND }] }])
      // MPEG-1, layer III, 128 kbit/s, 48 kHz: 384 bytes a frame.
      const frame =
        type === 0x0f ? adtsFrame(1) : Buffer.concat([Buffer.from([0xff, 0xfb, 0x94, 0]), Buffer.alloc(380)])
      const packets = [0, 1, 2, 3].flatMap((k) => writer.pes(SOUND, frame, { pts: CLOCK + n + k / 4 }, 0xc0))
      return Buffer.concat([...writer.tables(), ...packets])
    })
    const got = read(bodies)
    expect(got.reads.map(({ unreadable }) => unreadable)).toEqual([null, { code: 'mixed', detail: 'mpeg' }, null])
    expect(got.formats).toHaveLength(1)
  })

  it('M14: keeps Opus', () => {
    const registration = Buffer.from([5, 4, ...Buffer.from('Opus'), 0x7f, 2, 0x80, 2])
    const writer = createTsWriter([
      {
        number: 1,
        pid: 4096,
        streams: [
          { type: 0x1b, pid: VIDEO },
          { type: 0x06, pid: SOUND, descriptors: registration },
        ],
      },
    ])
    const video = PICTURES.slice(0, 20).flatMap((p) =>
      writer.pes(VIDEO, annexB(unitsOf(p)), { pts: p.pts + CLOCK, dts: p.dts + CLOCK }),
    )
    // Fullband, 20 ms, one frame.
    const packet = Buffer.from([0xfc, ...Array<number>(30).fill(5)])
    const sound = Array.from({ length: 50 }, (_, n) =>
      writer.pes(
        SOUND,
        Buffer.concat([Buffer.from([0x7f, 0xe0, packet.length]), packet]),
        { pts: CLOCK + n / 50 },
        0xbd,
      ),
    ).flat()
    const got = read([Buffer.concat([...writer.tables(), ...video, ...sound])])
    const at = got.formats.findIndex(({ codec }) => codec === 'opus')
    expect(got.formats[at]?.timescale).toBe(48_000)
    expect(Buffer.from(got.formats[at]?.sampleEntry ?? []).includes('dOps')).toBe(true)
    expect(got.tracks[at]?.map(({ pts }) => pts)).toEqual(Array.from({ length: 50 }, (_, n) => n * 960))
    expect(got.tracks[at]?.[0]?.data).toEqual([packet])
    expect(got.report.lost).toEqual([])
  })
})
