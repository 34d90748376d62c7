import { describe, expect, test } from 'vitest'
import { clockText } from '../../../ui/text/clock-text.ts'
import { momentOf, spokenTime } from './clocks.ts'

describe('clock text', () => {
  test('V02: what is not a finite number is shown as –:–', () => {
    for (const odd of [null, Number.NaN, Number.POSITIVE_INFINITY]) expect(clockText(odd)).toBe('–:–')
  })
  test('minutes, hours and fractions', () => {
    expect(clockText(31.4)).toBe('0:31.4')
    expect(clockText(602, 0)).toBe('10:02')
    expect(clockText(3_751.45, 3)).toBe('1:02:31.450')
    expect(clockText(0)).toBe('0:00.0')
  })
  test('never runs ahead and never shows a minus', () => {
    expect(clockText(59.99)).toBe('0:59.9')
    expect(clockText(-2)).toBe('0:00.0')
    for (let i = 0; i < 1000; i += 1) expect(clockText(i / 10)).toMatch(new RegExp(`\\.${i % 10}$`))
  })
  test('spoken', () => {
    expect(spokenTime(0)).toBe('0 seconds')
    expect(spokenTime(61)).toBe('1 minute 1 second')
    expect(spokenTime(3_602)).toBe('1 hour 2 seconds')
    expect(spokenTime(Number.NaN)).toBe('unknown')
  })
})

describe('three clocks', () => {
  const at = (epoch: number) => new Date(epoch).toISOString()
  const wallClockStart = Date.UTC(2026, 10, 28, 10, 0, 0)
  test('session time and wall clock are offset from video time', () => {
    // wallClockStart is the wall clock of video time 0, so the offset is already in it
    expect(momentOf(31.4, { startMs: 2_600, startEstimated: false, wallClockStart }, at)).toEqual({
      video: '0:31.4',
      session: '0:34.0',
      wall: '2026-11-28T10:00:31.400Z',
      estimated: false,
    })
  })
  test('V04: an offset beyond the media changes labels only, and an unknown start gives no wall clock', () => {
    const moment = momentOf(2, { startMs: 90_000, startEstimated: true, wallClockStart: null }, at)
    expect(moment).toEqual({ video: '0:02.0', session: '1:32.0', wall: null, estimated: true })
  })
  test('V02: an offset that is no number counts as zero', () => {
    expect(momentOf(1, { startMs: Number.NaN, startEstimated: true, wallClockStart: null }, at).session).toBe('0:01.0')
  })
})
