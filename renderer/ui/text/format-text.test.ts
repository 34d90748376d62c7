import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  exactBytes,
  formatBytes,
  formatClock,
  formatCount,
  formatDateTime,
  formatDuration,
  formatPast,
  formatRelative,
  formatWhen,
  formatZone,
  shortenId,
} from './format-text.ts'

describe('formatDuration', () => {
  test.each([
    [0, '0:00'],
    [999, '0:00'],
    [61_000, '1:01'],
    [3_723_000, '1:02:03'],
    [90_000_000, '25:00:00'],
    [null, '–:–'],
    [Number.NaN, '–:–'],
    [-1, '–:–'],
    [Number.POSITIVE_INFINITY, '–:–'],
  ])('%s ms is %s', (ms, text) => expect(formatDuration(ms)).toBe(text))

  test('reads back as the same whole seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (ms) => {
        const seconds = formatDuration(ms)
          .split(':')
          .reduce((sum, part) => sum * 60 + Number(part), 0)
        expect(seconds).toBe(Math.floor(ms / 1000))
      }),
    )
  })
})

describe('times', () => {
  const now = Date.UTC(2026, 10, 28, 9, 0, 0)
  test.each([
    [now + 14 * 60_000 + 5, 'in 14 min'],
    [now - 3 * 3_600_000, '3 h ago'],
    [now + 31_000, 'in 31 s'],
    [now + 400, 'now'],
    [now - 47 * 3_600_000, '47 h ago'],
    [now - 72 * 3_600_000, '3 d ago'],
    [null, '–'],
    [Number.NaN, '–'],
  ])('%s is %s', (at, text) => expect(formatRelative(at, now)).toBe(text))
  test('what has happened is never told as something to come', () => {
    expect(formatPast(20_000, 8_000)).toBe('just now')
    expect(formatPast(20_000, 50_000)).toBe('30 s ago')
    expect(formatPast(null, 50_000)).toBe('–')
  })

  test('a time of today needs no date, another day does', () => {
    const noon = new Date(2026, 10, 28, 12, 5).getTime()
    expect(formatWhen(noon, noon + 3_600_000)).toBe('12:05')
    expect(formatWhen(noon, noon + 86_400_000)).toBe('2026-11-28 12:05')
    expect(formatWhen(null, noon)).toBe('–')
  })

  test('the exact form carries the zone', () => {
    expect(formatDateTime(now)).toMatch(/^2026-11-2[789] \d\d:00:00 UTC|^2026-11-2[789] \d\d:\d\d:00 UTC/)
    expect(formatClock(now)).toMatch(/^\d\d:\d\d:00$/)
    expect(formatDateTime(1e300)).toBe('–')
    expect([formatZone(0), formatZone(60), formatZone(-210)]).toEqual(['UTC', 'UTC+1', 'UTC−3:30'])
  })
})

describe('sizes and counts', () => {
  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [1023, '1023 bytes'],
    [1024, '1 KB'],
    [40_055_193, '38.2 MB'],
    [1024 ** 2 - 1, '1 MB'],
    [2 * 1024 ** 3, '2 GB'],
    [null, '–'],
  ])('%s is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

  test('exact forms', () => {
    expect(exactBytes(40_055_193)).toBe('40,055,193 bytes')
    expect(exactBytes(1)).toBe('1 byte')
    expect(formatCount(100_000)).toBe('100,000')
  })
})

test('ids lose their middle, and never half a character', () => {
  expect(shortenId('8f3a0000-1111-2222-3333-44445555c21d')).toBe('8f3a…c21d')
  expect(shortenId('short-id')).toBe('short-id')
  expect(shortenId('😀'.repeat(20))).toBe(`${'😀'.repeat(4)}…${'😀'.repeat(4)}`)
})
