import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LONGEST_PAUSE_MS, pauseAfter429, readRate, readRetryAfter, SHORTEST_PAUSE_MS } from './rate-headers.ts'

const NOW = Date.UTC(2026, 9, 21, 7, 27)
const rate = (limit?: string, remaining?: string, reset?: string) => {
  const headers = new Headers()
  if (limit !== undefined) headers.set('X-RateLimit-Limit', limit)
  if (remaining !== undefined) headers.set('X-RateLimit-Remaining', remaining)
  if (reset !== undefined) headers.set('X-RateLimit-Reset', reset)
  return readRate(headers, NOW)
}

describe('readRate', () => {
  it('reads the contract form, Unix seconds', () => {
    expect(rate('100', '95', String(NOW / 1000 + 30))).toEqual({ limit: 100, remaining: 95, resetInMs: 30_000 })
  })
  it('R01: Unix milliseconds are no seconds', () => {
    expect(rate('100', '0', String(NOW + 20_000)).resetInMs).toBe(20_000)
    expect(pauseAfter429({ retryAfterMs: null, resetInMs: rate('1', '0', '1795780000000').resetInMs }, 1, 0)).toBe(
      LONGEST_PAUSE_MS,
    )
  })
  it('R02: a small number is seconds from now', () => {
    expect(rate('100', '0', '30').resetInMs).toBe(30_000)
  })
  it.each([
    [undefined, undefined, undefined],
    ['', 'abc', 'soon'],
    ['60', '99', undefined],
    [undefined, '-1', '-5'],
    ['NaN', 'Infinity', '1e3'],
  ])('R04: %s / %s / %s tells nothing and gives no NaN', (limit, remaining, reset) => {
    expect(rate(limit, remaining, reset)).toEqual({ limit: null, remaining: null, resetInMs: null })
  })
  it('R05: of two layers the strictest counts', () => {
    expect(rate('60, 1000', '0, 940', '30, 3600')).toEqual({ limit: 60, remaining: 0, resetInMs: 30_000 })
    expect(rate('1000, 60', '940, 0', '30')).toEqual({ limit: 60, remaining: 0, resetInMs: 30_000 })
    expect(rate('60', '12, 7', '30, 40')).toMatchObject({ limit: 60, remaining: 7, resetInMs: 40_000 })
    expect(rate('100, 100;w=60', '50', '10')).toMatchObject({ limit: 100, remaining: 50 })
  })
})

describe('readRetryAfter', () => {
  it.each([
    ['Wed, 21 Oct 2026 07:28:00 GMT', 60_000],
    ['Wed, 21 Oct 2026 07:00:00 GMT', 0],
    ['120', 120_000],
    ['0', 0],
    ['1.5', 1_500],
    ['30, 60', 60_000],
    ['soon', null],
    ['', null],
    ['-3', null],
    ['Wed, 99 Oct 2026 07:28:00 GMT', null],
  ])('R06: %s', (value, expected) => {
    expect(readRetryAfter(new Headers({ 'Retry-After': value }), NOW)).toBe(expected)
  })
  it('R06: absent is null', () => expect(readRetryAfter(new Headers(), NOW)).toBeNull())
})

describe('pauseAfter429', () => {
  it('R06: follows Retry-After before reset, and reset where Retry-After says nothing', () => {
    expect(pauseAfter429({ retryAfterMs: 7_000, resetInMs: 90_000 }, 1, 0.5)).toBe(7_000)
    expect(pauseAfter429({ retryAfterMs: 0, resetInMs: 9_000 }, 1, 0.5)).toBe(9_000)
  })
  it('R04: backs off and grows without any header', () => {
    const waits = [1, 2, 3, 4].map((strike) => pauseAfter429({ retryAfterMs: null, resetInMs: null }, strike, 0.5))
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000])
  })
  it('R06: whatever the headers, the wait is finite and within bounds', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.nat(2_000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b, n, jitter) => {
          const latin = (text: string) => text.replace(/[^\x20-\x7e]/g, '')
          const headers = new Headers({ 'Retry-After': latin(a), 'X-RateLimit-Reset': latin(b) })
          const { resetInMs } = readRate(headers, NOW)
          const wait = pauseAfter429({ retryAfterMs: readRetryAfter(headers, NOW), resetInMs }, n + 1, jitter)
          expect(wait).toBeGreaterThanOrEqual(SHORTEST_PAUSE_MS)
          expect(wait).toBeLessThanOrEqual(LONGEST_PAUSE_MS)
        },
      ),
    )
  })
})
