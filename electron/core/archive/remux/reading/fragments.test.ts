import { describe, expect, it } from 'vitest'
import {
  avcEntry,
  type Base,
  box,
  type MadeTrack,
  madeFragment,
  madeInit,
  sampleOf,
  soundEntry,
  TURNED,
} from '../testing/fragment-writer.ts'
import { madePictures, madeSps, numberIn } from '../testing/made-h264.ts'
import { picturesOf, type Read, readRecording, segmentAt } from '../testing/made-streams.ts'

const SCALE = 10_240
const TICK = SCALE / 10
const PICTURES = madePictures({ count: 60 })
/** Decode times begin at 0: with one B-frame in between pictures are shown a tenth later, and the edit list says so. */
const VIDEO_TRACK: MadeTrack = { id: 1, kind: 'video', timescale: SCALE, entry: avcEntry(), edit: TICK }
const SOUND_TRACK: MadeTrack = { id: 2, kind: 'audio', timescale: 48_000, entry: soundEntry() }

const groups = [0, 1, 2].map((n) => PICTURES.slice(n * 20, n * 20 + 20))
const video = (n: number, rest = {}) => ({
  track: 1,
  begin: n * 20 * TICK,
  samples: (groups[n] ?? []).map((p) => sampleOf(p, SCALE)),
  ...rest,
})
const sound = (n: number) => ({
  track: 2,
  begin: n * 96_000,
  samples: Array.from({ length: 100 }, (_, k) => ({ data: Buffer.from(`s${n * 100 + k}`), duration: 960, sync: true })),
})

const read = (bodies: Buffer[], init = madeInit([VIDEO_TRACK])): Read =>
  readRecording(bodies.map((body, n) => segmentAt(body, n, { init })))

const expectAll = (got: Read) => {
  const { samples, timescale } = picturesOf(got)
  const shown = [...samples].sort((a, b) => a.pts - b.pts)
  expect(shown.map(({ data }) => numberIn(data))).toEqual(Array.from({ length: 60 }, (_, n) => n))
  expect(shown.map(({ pts }) => pts / timescale)).toEqual(Array.from({ length: 60 }, (_, n) => n / 10))
  expect(got.report).toMatchObject({ pictures: 60, picturesKept: 60, promised: 0, shifted: { count: 0 } })
}

describe('fragments', () => {
  it('gives every picture its time when there are B-frames', () => {
    const got = read([0, 1, 2].map((n) => madeFragment([video(n)])))
    expectAll(got)
    expect(got.formats).toMatchObject([
      { kind: 'video', codec: 'avc1.4d001e', timescale: SCALE, width: 320, height: 192 },
    ])
    expect(Buffer.from(got.formats[0]?.sampleEntry ?? [])).toEqual(VIDEO_TRACK.entry)
    expect(got.reads[0]?.lengthS).toBe(2)
  })

  it.each<[string, Base]>([
    ['their own moof', 'moof'],
    ['the whole file', 'file'],
    ['the bytes before', 'none'],
  ])('reads any number of tracks whose bytes are counted from %s', (_name, base) => {
    const bodies = [0, 1, 2].map((n) => madeFragment([video(n), sound(n)], base, 5_000_000 + n))
    const got = read(bodies, madeInit([VIDEO_TRACK, SOUND_TRACK]))
    expectAll(got)
    expect(got.tracks[1]?.map(({ data }) => Buffer.concat(data).toString())).toEqual(
      Array.from({ length: 300 }, (_, n) => `s${n}`),
    )
    expect(got.tracks[1]?.map(({ pts }) => pts)).toEqual(Array.from({ length: 300 }, (_, n) => n * 960))
  })

  it('P15: reads on whatever stands in front of a fragment, and several in one segment', () => {
    const noise = [box('styp', Buffer.from('msdh')), box('sidx', Buffer.alloc(40)), box('emsg', Buffer.alloc(24))]
    const both = Buffer.concat([...noise, madeFragment([video(0)]), box('free'), madeFragment([video(1)])])
    expectAll(read([both, madeFragment([video(2)])]))
  })

  it('reads segments that carry their own init section', () => {
    const init = madeInit([VIDEO_TRACK])
    const bodies = [0, 1, 2].map((n) => Buffer.concat([init, madeFragment([video(n)])]))
    expectAll(readRecording(bodies.map((body, n) => segmentAt(body, n))))
  })

  it('goes on where the fragment before ended when one does not say its time', () => {
    const bodies = [0, 1, 2].map((n) => madeFragment([video(n, n === 1 ? { begin: undefined } : {})]))
    expectAll(read(bodies))
  })

  it('uses the defaults of the init section', () => {
    const track = { ...VIDEO_TRACK, defaults: { duration: TICK, flags: 0x1010000 } }
    const bodies = [0, 1, 2].map((n) => madeFragment([video(n, { without: { duration: true, flags: true } })]))
    const got = read(bodies, madeInit([track]))
    expectAll(got)
    expect(picturesOf(got).samples.filter(({ key }) => key)).toHaveLength(3)
  })

  it('M11: flags that call every picture a beginning move none, and are corrected', () => {
    const bodies = [0, 1, 2].map((n) => {
      const fragment = video(n)
      return madeFragment([{ ...fragment, samples: fragment.samples.map((sample) => ({ ...sample, sync: true })) }])
    })
    const got = read(bodies)
    expectAll(got)
    expect(picturesOf(got).samples.filter(({ key }) => key)).toHaveLength(3)
    expect(got.report.flagsCorrected).toBe(57)
  })

  it('M12: counts the pictures that the tables promise and a cut segment does not hold', () => {
    const last = madeFragment([video(2)])
    const got = read([0, 1].map((n) => madeFragment([video(n)])).concat(last.subarray(0, last.length - 400)))
    const kept = picturesOf(got).samples.length
    expect(kept).toBeLessThan(60)
    expect(got.report.promised).toBe(60 - kept)
    expect(got.report.pictures).toBe(kept)
    const shown = picturesOf(got).samples.at(-1)
    expect((shown?.dts ?? 0) + (shown?.duration ?? 0), 'the time of what is lacking stays').toBe(6 * SCALE - TICK)
  })

  it('M16: keeps the turn of the picture and the boxes beside its codec', () => {
    const entry = avcEntry(madeSps(), box('pasp', Buffer.from([0, 0, 0, 4, 0, 0, 0, 3])))
    const got = read([madeFragment([video(0)])], madeInit([{ ...VIDEO_TRACK, entry, matrix: TURNED }]))
    expect(Buffer.from(got.formats[0]?.matrix ?? [])).toEqual(TURNED)
    expect(Buffer.from(got.formats[0]?.sampleEntry ?? [])).toEqual(entry)
  })

  it('P11: a new init section goes on in the same track with its sets in front of key pictures', () => {
    const other = madeSps(10, 6)
    const inits = [madeInit([VIDEO_TRACK]), madeInit([{ ...VIDEO_TRACK, entry: avcEntry(other) }])]
    const got = readRecording(
      [0, 1].map((n) => segmentAt(madeFragment([video(0)]), n, { init: inits[n] ?? null, discontinuity: n === 1 })),
    )
    expect(got.formats).toHaveLength(1)
    const { samples } = picturesOf(got)
    expect(samples).toHaveLength(40)
    expect(Buffer.concat(samples[20]?.data ?? []).includes(other)).toBe(true)
    expect(samples[20]?.pts).toBe(2 * SCALE)
    expect(got.report).toMatchObject({ resized: 1, restarts: 1 })
  })

  it('bit rates that differ are no change of the picture', () => {
    const inits = [1, 2].map((n) =>
      madeInit([{ ...VIDEO_TRACK, entry: avcEntry(madeSps(), box('btrt', Buffer.alloc(12, n))) }]),
    )
    const got = readRecording(
      [0, 1, 2].map((n) => segmentAt(madeFragment([video(n)]), n, { init: inits[Math.min(n, 1)] ?? null })),
    )
    expectAll(got)
    expect(got.report.resized).toBe(0)
  })

  it('refuses another codec in the middle, encrypted tracks and fragments without an init section', () => {
    const av1 = box('av01', Buffer.alloc(78), box('av1C', Buffer.from([0x81, 5, 0x0c, 0])))
    const mixed = readRecording(
      [madeInit([VIDEO_TRACK]), madeInit([{ ...VIDEO_TRACK, entry: av1 }])].map((init, n) =>
        segmentAt(madeFragment([video(n)]), n, { init }),
      ),
    )
    expect(mixed.reads[1]?.unreadable).toEqual({ code: 'mixed', detail: 'av01.0.05M.08' })

    const schm = box(
      'sinf',
      box('frma', Buffer.from('avc1')),
      box('schm', Buffer.from([0, 0, 0, 0]), Buffer.from('cbcs')),
    )
    const entry = avcEntry(madeSps(), schm)
    const sealed = Buffer.concat([entry.subarray(0, 4), Buffer.from('encv'), entry.subarray(8)])
    const closed = read([madeFragment([video(0)])], madeInit([{ ...VIDEO_TRACK, entry: sealed }]))
    expect(closed.reads[0]?.unreadable).toEqual({ code: 'encrypted', detail: 'cbcs' })
    expect(closed.report.lost).toEqual([{ kind: 'video', codec: 'encv', why: 'encrypted' }])

    const bare = readRecording([segmentAt(madeFragment([video(0)]), 0)])
    expect(bare.reads[0]?.unreadable).toEqual({ code: 'no-init', detail: null })
  })

  it('names tracks that are neither picture nor sound', () => {
    const text = { ...SOUND_TRACK, kind: 'text', entry: box('wvtt', Buffer.alloc(8)) } as const
    const got = read([madeFragment([video(0)])], madeInit([VIDEO_TRACK, text]))
    expect(got.report.lost).toEqual([{ kind: 'subtitles', codec: 'wvtt', why: 'codec' }])
  })

  it('refuses tables that promise more than there can be, before any work', () => {
    const good = madeFragment([video(0)])
    const at = good.indexOf('trun') + 8
    const bad = Buffer.from(good)
    bad.writeUInt32BE(0xffffffff, at)
    const began = performance.now()
    expect(read([bad]).reads[0]?.unreadable).toMatchObject({ code: 'damaged' })
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})
