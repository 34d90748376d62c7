import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { avcEntry, madeFragment, madeInit, sampleOf, soundEntry } from '../testing/fragment-writer.ts'
import { annexB, madePictures, unitsOf } from '../testing/made-h264.ts'
import { adtsFrame, BOTH, CLOCK, type Read, readRecording, SOUND, segmentAt, VIDEO } from '../testing/made-streams.ts'
import { createTsWriter } from '../testing/ts-packet-writer.ts'

const PICTURES = madePictures({ count: 40, bytes: (n) => 30 + (n % 7) * 150 })

/** Pictures, some two in a packet, and sound in between. */
const stream = (): Buffer => {
  const writer = createTsWriter(BOTH)
  const packets = writer.tables()
  PICTURES.forEach((picture, n) => {
    const next = PICTURES[n + 1]
    const paired = n % 5 === 3
    if (n % 5 === 4) return
    const units = [...unitsOf(picture), ...(paired && next ? unitsOf(next) : [])]
    packets.push(
      ...writer.pes(VIDEO, annexB(units, n % 2 === 0), { pts: picture.pts + CLOCK, dts: picture.dts + CLOCK }),
    )
    const frames = Buffer.concat([0, 1, 2, 3, 4].map((k) => adtsFrame(n * 5 + k)))
    if (n % 20 === 0) packets.push(...writer.tables())
    packets.push(...writer.pes(SOUND, frames, { pts: CLOCK + (n * 5 * 1024) / 48_000 }, 0xc0))
  })
  return Buffer.concat(packets)
}
const STREAM = stream()

const plain = (read: Read) =>
  read.tracks.map((samples) =>
    samples.map(({ data, ...rest }) => ({ ...rest, data: Buffer.concat(data).toString('latin1') })),
  )
/** All of it lies at the beginning of the list: what is compared is the reading, not the list. */
const at = (body: Buffer) => segmentAt(body, 0, { durationS: 0 })
const LIST = { totalS: 4 }

describe('any cut of a recording', () => {
  const whole = plain(readRecording([at(STREAM)], LIST))

  it('has all pictures when it is not cut', () => {
    expect(whole[0]).toHaveLength(40)
    expect(whole[1]).toHaveLength(160)
  })

  it('a transport stream cut at any byte gives the same samples, also by a new reader after each part', () => {
    const cuts = fc.uniqueArray(fc.nat(STREAM.length), { minLength: 1, maxLength: 25 })
    fc.assert(
      fc.property(cuts, fc.boolean(), (places, restarts) => {
        const ends = [...places.sort((a, b) => a - b), STREAM.length]
        const parts = ends.map((end, n) => STREAM.subarray(ends[n - 1] ?? 0, end))
        expect(plain(readRecording(parts.map(at), { ...LIST, restarts }))).toEqual(whole)
      }),
      { numRuns: 150 },
    )
  })

  it('fragments cut at any of their borders give the same samples, also by a new reader after each part', () => {
    const scale = 10_240
    const init = madeInit([
      { id: 1, kind: 'video', timescale: scale, entry: avcEntry(), edit: scale / 10 },
      { id: 2, kind: 'audio', timescale: 48_000, entry: soundEntry() },
    ])
    const fragments = Array.from({ length: 20 }, (_, n) => {
      const samples = PICTURES.slice(n * 2, n * 2 + 2).map((p) => sampleOf(p, scale))
      const sound = Array.from({ length: 10 }, (_v, k) => ({ data: Buffer.from(`${n}.${k}`), duration: 960 }))
      return madeFragment([
        { track: 1, begin: (n * scale) / 5, samples },
        { track: 2, begin: n * 9_600, samples: sound },
      ])
    })
    const one = (body: Buffer) => segmentAt(body, 0, { durationS: 0, init })
    const all = plain(readRecording([one(Buffer.concat(fragments))], LIST))
    expect(all.map((samples) => samples.length)).toEqual([40, 200])
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 19 }), { maxLength: 10 }),
        fc.boolean(),
        (places, restarts) => {
          const ends = [...places.sort((a, b) => a - b), 20]
          const parts = ends.map((end, n) => Buffer.concat(fragments.slice(ends[n - 1] ?? 0, end)))
          expect(plain(readRecording(parts.map(one), { ...LIST, restarts }))).toEqual(all)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('changed bytes are read or refused, never thrown at, and times stay whole numbers in order', () => {
    const init = madeInit([{ id: 1, kind: 'video', timescale: 10_240, entry: avcEntry() }])
    const fragment = madeFragment([
      { track: 1, begin: 0, samples: PICTURES.slice(0, 20).map((p) => sampleOf(p, 10_240)) },
    ])
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 30 })
    const change = (source: Buffer, changes: [number, number][]): Buffer => {
      const out = Buffer.from(source)
      for (const [place, value] of changes) out[place % out.length] = value
      return out
    }
    fc.assert(
      fc.property(damage, fc.nat(3_000), (changes, length) => {
        const cut = (body: Buffer) => body.subarray(0, Math.max(1, body.length - length))
        const reads = [
          readRecording([
            at(cut(change(STREAM.subarray(0, 9_400), changes))),
            at(change(STREAM.subarray(9_400), changes)),
          ]),
          readRecording([segmentAt(cut(change(fragment, changes)), 0, { init })]),
          readRecording([segmentAt(fragment, 0, { init: change(init, changes) })]),
        ]
        for (const { samples } of reads.flatMap((read) => read.tracks.map((samples) => ({ samples })))) {
          samples.forEach(({ pts, dts, duration }, n) => {
            expect([pts, dts, duration].every(Number.isSafeInteger)).toBe(true)
            expect(dts).toBeGreaterThan(samples[n - 1]?.dts ?? Number.NEGATIVE_INFINITY)
          })
        }
      }),
      { numRuns: 300 },
    )
  })
})
