import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createTimeline, fillDurations, spanOf } from './timeline.ts'

describe('timeline', () => {
  it('P11: runs with clocks of their own stay in order and near the list, whatever their clocks say', () => {
    const run = fc.record({
      clock: fc.double({ min: -1e5, max: 1e5, noNaN: true }),
      lengths: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 8 }),
    })
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 6 }), (runs) => {
        const place = createTimeline()
        let startS = 0
        let shown = Number.NEGATIVE_INFINITY
        for (const { clock, lengths } of runs) {
          let own = clock
          lengths.forEach((length, n) => {
            const span = { first: own, last: own + length - 0.2 }
            const shift = place(startS, n === 0, span)
            expect(span.first + shift).toBeGreaterThan(shown)
            expect(Math.abs(span.first + shift - startS)).toBeLessThan(0.3)
            shown = span.last + shift
            startS += length
            own += length
          })
        }
      }),
    )
  })

  it('small differences between list and clock do not add up', () => {
    const place = createTimeline()
    const shifts = Array.from({ length: 500 }, (_, n) =>
      place(n * 2, false, { first: 5 + n * 2.01, last: 6.9 + n * 2.01 }),
    )
    expect(new Set(shifts).size).toBe(1)
  })

  it('P10: missing segments leave their time free', () => {
    const place = createTimeline()
    expect(place(0, false, { first: 10, last: 11.9 })).toBe(-10)
    expect(place(6, false, { first: 16, last: 17.9 })).toBe(-10)
  })

  it('P28: the same segment again follows itself', () => {
    const place = createTimeline()
    place(0, false, { first: 1.4, last: 3.2 })
    expect(place(2, false, { first: 1.4, last: 3.2 }) + 1.4).toBeCloseTo(2)
  })

  it('pictures without a length get the mean distance, a lone one the usual', () => {
    const packet = (at: number) => ({ data: new Uint8Array(), key: true, at, duration: 0 })
    const track = (...at: number[]) =>
      ({ kind: 'video', codec: 'avc', config: {} as never, packets: at.map(packet) }) as const
    const tracks = [track(0, 0.2, 0.1), track(3)]
    fillDurations(tracks)
    expect(tracks.flatMap(({ packets }) => packets.map(({ duration }) => duration))).toEqual([0.1, 0.1, 0.1, 0.04])
    expect(spanOf(tracks)).toEqual({ first: 0, last: 3 })
  })
})
