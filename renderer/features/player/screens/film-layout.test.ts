import fc from 'fast-check'
import { expect, test } from 'vitest'
import { filmLayout } from './film-layout.ts'

const screens = [
  { startMs: 0, endMs: 10_000 },
  { startMs: 10_500, endMs: 11_000 },
  { startMs: 12_000, endMs: 60_000 },
  { startMs: 60_000, endMs: 100_000 },
]

test('pictures stand where their screens start, the longest first, none over another', () => {
  const view = { fromS: 0, toS: 100 }
  expect(filmLayout(screens, view, 1_000, 80)).toEqual([
    { index: 0, leftPx: 0 },
    { index: 2, leftPx: 120 },
    { index: 3, leftPx: 600 },
  ])
  expect(filmLayout(screens, view, 1_000, 80).map(({ index }) => index)).not.toContain(1)
})

test('zoomed in there is room for the short one, and a screen that began before is at the edge', () => {
  expect(filmLayout(screens, { fromS: 9, toS: 15 }, 1_000, 80)).toEqual([
    { index: 0, leftPx: 0 },
    { index: 1, leftPx: 250 },
    { index: 2, leftPx: 500 },
  ])
})

test('no two pictures overlap, none leaves the strip', () => {
  const spans = fc.array(fc.tuple(fc.nat(600_000), fc.nat(60_000)), { maxLength: 200 })
  fc.assert(
    fc.property(spans, fc.integer({ min: 50, max: 1_800 }), (list, width) => {
      const sorted = list.toSorted((a, b) => a[0] - b[0]).map(([startMs, ms]) => ({ startMs, endMs: startMs + ms }))
      const placed = filmLayout(sorted, { fromS: 0, toS: 660 }, width, 64)
      for (const [at, { leftPx }] of placed.entries()) {
        expect(leftPx + 64).toBeLessThanOrEqual(width + 1e-6)
        const next = placed[at + 1]
        if (next) expect(next.leftPx - leftPx).toBeGreaterThanOrEqual(64 - 1e-6)
      }
    }),
  )
})
