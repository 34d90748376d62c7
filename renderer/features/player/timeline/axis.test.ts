import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { knownLength, lengthToShow, seekTarget, spansOf, ticksIn } from './axis.ts'
import { placeIn, shareIn, shownView, timeAt } from './axis-view.ts'

test('labels keep their distance, whatever the length', () => {
  for (const length of [0.4, 6, 61, 602, 36_000, 900_000]) {
    const ticks = ticksIn({ fromS: 0, toS: length }, 800)
    expect(ticks.length).toBeGreaterThan(0)
    expect(ticks.length).toBeLessThanOrEqual(10)
    expect(ticks.every((tick) => tick <= length)).toBe(true)
  }
  expect(ticksIn({ fromS: 0, toS: 602 }, 800)).toEqual([0, 120, 240, 360, 480, 600])
  expect(ticksIn({ fromS: 100.3, toS: 104.3 }, 800)).toEqual([100.5, 101, 101.5, 102, 102.5, 103, 103.5, 104])
})

test('V02: an unknown length has no labels', () => {
  expect(ticksIn(shownView(null, null), 800)).toEqual([])
})

describe('length of the axis', () => {
  test('V01: the media wins over an announced length that is too long, too short or nearly right', () => {
    for (const announced of [60_000, 3_000, 6_001]) expect(lengthToShow(6, announced)).toBe(6)
  })
  test('V01: before the media is loaded the announced length is shown', () => {
    expect(lengthToShow(null, 60_000)).toBe(60)
  })
  test('V02: null, zero, NaN and Infinity are an unknown length', () => {
    for (const odd of [null, undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(knownLength(odd)).toBeNull()
    expect(lengthToShow(Number.POSITIVE_INFINITY, 0)).toBeNull()
    expect(lengthToShow(null, null)).toBeNull()
  })
  test('P06: an endless length, as of a live list, never reaches the bar', () => {
    expect(lengthToShow(Number.POSITIVE_INFINITY, 12_000)).toBe(12)
    expect(shareIn(shownView(null, knownLength(Number.POSITIVE_INFINITY)), 5)).toBe(0)
  })
})

describe('places on the axis', () => {
  test('V06: only finite numbers become a place', () => {
    for (const odd of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(seekTarget(odd, 10)).toBeNull()
    }
    expect(seekTarget('abc' as unknown as number, 10)).toBeNull()
    expect(seekTarget(null as unknown as number, 10)).toBeNull()
  })
  test('V04: a place outside the media is clamped into it', () => {
    expect(seekTarget(90, 6)).toBe(6)
    expect(seekTarget(-3, 6)).toBe(0)
  })
  test('V06: before metadata a place is kept as it is, never negative', () => {
    expect(seekTarget(4, null)).toBe(4)
    expect(seekTarget(-4, null)).toBe(0)
  })
  test('V02: percent is never NaN', () => {
    fc.assert(
      fc.property(fc.double(), fc.option(fc.double(), { nil: null }), (t, length) => {
        expect(placeIn(shownView(null, knownLength(length)), t)).not.toContain('NaN')
      }),
    )
  })
  test('a pointer gives a time inside the axis, wherever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5000, max: 5000 }), (x) => {
        const t = timeAt({ fromS: 0, toS: 60 }, x, { left: 100, width: 800 })
        expect(t).toBeGreaterThanOrEqual(0)
        expect(t).toBeLessThanOrEqual(60)
      }),
    )
    expect(timeAt({ fromS: 0, toS: 60 }, 500, { left: 100, width: 800 })).toBe(30)
    expect(timeAt({ fromS: 20, toS: 30 }, 500, { left: 100, width: 800 })).toBe(25)
  })
  test('V02: without a length or a width there is no time under the pointer', () => {
    expect(timeAt(shownView(null, null), 500, { left: 100, width: 800 })).toBeNull()
    expect(timeAt({ fromS: 0, toS: 60 }, 500, { left: 100, width: 0 })).toBeNull()
  })
  test('empty and broken ranges are left out', () => {
    const pairs: [number, number][] = [
      [0, 5],
      [5, 5],
      [7, Number.NaN],
    ]
    const ranges = {
      length: 3,
      start: (i: number) => pairs[i]?.[0] ?? 0,
      end: (i: number) => pairs[i]?.[1] ?? 0,
    }
    expect(spansOf(ranges)).toEqual([{ start: 0, end: 5 }])
  })
})
