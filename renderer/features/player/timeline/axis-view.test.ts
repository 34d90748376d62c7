import fc from 'fast-check'
import { expect, test } from 'vitest'
import { followTime, panBy, placeIn, shareIn, shownView, spanIn, zoomAt } from './axis-view.ts'

const LENGTH = 662

test('zooming keeps the time under the pointer in its place', () => {
  const times = fc.double({ min: 0, max: LENGTH, noNaN: true })
  fc.assert(
    fc.property(times, times, (first, second) => {
      const once = zoomAt(null, LENGTH, 4, first)
      const shown = shownView(once, LENGTH)
      const at = Math.min(shown.toS, Math.max(shown.fromS, second))
      const twice = shownView(zoomAt(once, LENGTH, 1.5, at), LENGTH)
      expect(shareIn(twice, at)).toBeCloseTo(shareIn(shown, at), 6)
    }),
  )
})

test('never shows more than the recording or less than 2 s, and ends at the whole', () => {
  expect(zoomAt(null, LENGTH, 0.5, 100)).toBeNull()
  const close = shownView(zoomAt(null, LENGTH, 100_000, 661.9), LENGTH)
  expect(close.toS - close.fromS).toBeCloseTo(2)
  expect(close.toS).toBeLessThanOrEqual(LENGTH)
  expect(zoomAt(close, LENGTH, 1 / 1_000, 300)).toBeNull()
  expect(zoomAt(null, 1.2, 8, 0.5)).toBeNull()
})

test('panning stops at both ends, and the whole does not pan', () => {
  const view = { fromS: 100, toS: 200 }
  expect(panBy(view, LENGTH, -500)).toEqual({ fromS: 0, toS: 100 })
  expect(panBy(view, LENGTH, 5_000)).toEqual({ fromS: 562, toS: 662 })
  expect(panBy(null, LENGTH, 10)).toBeNull()
})

test('turns the page when the playhead leaves what is shown', () => {
  const view = { fromS: 100, toS: 200 }
  expect(followTime(view, LENGTH, 150)).toBe(view)
  expect(followTime(view, LENGTH, 201)).toEqual({ fromS: 191, toS: 291 })
  expect(followTime(view, LENGTH, 661)).toEqual({ fromS: 562, toS: 662 })
  expect(followTime(null, LENGTH, 5)).toBeNull()
})

test('places moments and spans in percent of what is shown', () => {
  const view = { fromS: 100, toS: 200 }
  expect(placeIn(view, 125)).toBe('25.0000%')
  expect(spanIn(view, 50, 150)).toEqual({ left: '0.0000%', width: '50.0000%' })
  expect(spanIn(view, 210, 220)).toBeNull()
  expect(placeIn({ fromS: 0, toS: 0 }, 3)).toBe('0.0000%')
})
