import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madePictures } from '../testing/made-h264.ts'
import { picturesOf, readRecording, segmentAt, tsSegments } from '../testing/made-streams.ts'

/** Ten pictures of 0.2 s, as the recorder of the fixtures writes them. */
const segment = (clock: number, rate = 5, count = 10) =>
  tsSegments(madePictures({ count, rate, between: 0, group: count }), { clock })[0] as Buffer

const times = (read: ReturnType<typeof readRecording>) => picturesOf(read).samples.map(({ pts }) => pts / 90_000)
const starts = (read: ReturnType<typeof readRecording>, each = 10) => times(read).filter((_, n) => n % each === 0)

describe('the clock of a recording', () => {
  it('P10: missing segments leave their time free when the clock counts them', () => {
    const got = readRecording([segmentAt(segment(10), 0), null, null, segmentAt(segment(16), 3)])
    expect(starts(got)).toEqual([0, 6])
    expect(got.report.restarts).toBe(0)
  })

  it('P10: missing segments leave their time free when the clock does not count them', () => {
    const got = readRecording([segmentAt(segment(10), 0), null, null, segmentAt(segment(12), 3)])
    expect(starts(got)).toEqual([0, 6])
    expect(got.report.restarts).toBe(1)
  })

  it('D22: a recording whose beginning is missing begins where the list says', () => {
    expect(starts(readRecording([null, segmentAt(segment(10), 1), segmentAt(segment(12), 2)]))).toEqual([2, 4])
  })

  it('D22: the last picture stands while the end is missing', () => {
    const got = readRecording([segmentAt(segment(10), 0), null])
    expect(picturesOf(got).samples.at(-1)).toMatchObject({ pts: 162_000, duration: 198_000 })
  })

  it('P11: a clock that restarts is a new run, marked or not', () => {
    for (const discontinuity of [false, true]) {
      const got = readRecording(
        [14, 10, 12].map((clock, n) => segmentAt(segment(clock), n, { discontinuity: n === 1 && discontinuity })),
      )
      expect(starts(got)).toEqual([0, 2, 4])
      expect(got.report.restarts).toBe(1)
    }
  })

  it('P28: the same segment again follows itself, and the next one follows that', () => {
    const got = readRecording([10, 12, 12, 14].map((clock, n) => segmentAt(segment(clock), n)))
    expect(starts(got)).toEqual([0, 2, 4, 6])
  })

  it('M17: lengths that the list rounds move nothing, and do not lengthen the last picture', () => {
    const rounded = (n: number) => ({ startS: n * 3, durationS: 3 })
    const got = readRecording(
      Array.from({ length: 12 }, (_, n) => segmentAt(segment(10 + n * 2.5, 4), n, rounded(n))),
      { totalS: 36 },
    )
    expect(starts(got)).toEqual(Array.from({ length: 12 }, (_, n) => n * 2.5))
    expect(picturesOf(got).samples.at(-1)).toMatchObject({ pts: 29.75 * 90_000, duration: 0.25 * 90_000 })
  })

  it('H43: a late first picture is no new clock', () => {
    // Segments of 10 s; in the second one nothing is shown for 7 s.
    const pictures = madePictures({ count: 30, rate: 1, between: 0, group: 10 })
    const cut = [pictures.slice(0, 10), pictures.slice(17, 20), pictures.slice(20)]
    const bodies = cut.map((part) =>
      Buffer.concat(
        tsSegments(
          part.map((p, n) => ({ ...p, key: n === 0 })),
          { every: 99 },
        ),
      ),
    )
    const got = readRecording(bodies.map((body, n) => segmentAt(body, n, { startS: n * 10, durationS: 10 })))
    expect(times(got)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29])
    expect(got.report.restarts).toBe(0)
  })

  it('gives lengths to entries of the list that say none', () => {
    const got = readRecording([segmentAt(segment(10), 0, { length: 'unstated' })])
    expect(got.reads[0]?.lengthS).toBeCloseTo(2, 5)
  })

  it('a lone picture lasts as long as the list says', () => {
    const got = readRecording([segmentAt(segment(10, 5, 1), 0)])
    expect(picturesOf(got).samples).toMatchObject([{ pts: 0, duration: 180_000 }])
  })

  it('P11: runs with clocks of their own stay in order and where the list says, whatever their clocks say', () => {
    const run = fc.record({ clock: fc.integer({ min: 20, max: 90_000 }), lengths: fc.integer({ min: 1, max: 4 }) })
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 5 }), (runs) => {
        const segments = runs.flatMap(({ clock, lengths }) =>
          Array.from({ length: lengths }, (_, n) => ({ body: segment(clock + n * 2), discontinuity: n === 0 })),
        )
        const got = readRecording(segments.map(({ body, discontinuity }, n) => segmentAt(body, n, { discontinuity })))
        expect(starts(got)).toEqual(segments.map((_, n) => n * 2))
        expect(got.report.shifted.count).toBe(0)
      }),
      { numRuns: 40 },
    )
  })
})
