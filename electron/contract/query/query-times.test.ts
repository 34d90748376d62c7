import { describe, expect, it } from 'vitest'
import { durationOf, momentOf } from './query-times.ts'

const HOUR = 3_600_000

describe('durationOf', () => {
  it.each([
    ['90s', 90_000],
    ['5m', 300_000],
    ['1h30m', 5_400_000],
    ['1W2D', 9 * 24 * HOUR],
  ])('reads %s', (text, ms) => expect(durationOf(text)).toBe(ms))

  it.each(['', '5', 'm', '30m1h', '1.5h', '-5m', '5 m', '9999999s', '999999w'])('refuses %j', (text) => {
    expect(durationOf(text)).toBeNull()
  })
})

describe('momentOf', () => {
  const now = new Date(2026, 10, 28, 15, 30).getTime()
  const at = (...parts: [number, number, number, number?, number?]) => new Date(...parts).getTime()

  it('takes days in the time zone of the computer', () => {
    expect(momentOf('today', now)).toEqual({ startMs: at(2026, 10, 28), endMs: at(2026, 10, 29) })
    expect(momentOf('Yesterday', now)).toEqual({ startMs: at(2026, 10, 27), endMs: at(2026, 10, 28) })
    expect(momentOf('2026-02-28', now)).toEqual({ startMs: at(2026, 1, 28), endMs: at(2026, 2, 1) })
  })

  it('takes minutes, with a zone of their own where one is given', () => {
    expect(momentOf('2026-11-20T10:05', now)?.startMs).toBe(at(2026, 10, 20, 10, 5))
    expect(momentOf('2026-11-20t10:05z', now)?.startMs).toBe(Date.UTC(2026, 10, 20, 10, 5))
    expect(momentOf('2026-11-20T10:05+05:30', now)?.startMs).toBe(Date.UTC(2026, 10, 20, 4, 35))
  })

  it('takes a length as so long ago', () => {
    expect(momentOf('36h', now)).toEqual({ startMs: now - 36 * HOUR, endMs: now - 36 * HOUR })
  })

  it.each(['2026-02-30', '2026-13-01', '2026-11-20T24:00', '2026-1-1', '0000-00-00', 'soon', '20261120'])(
    'refuses %s',
    (text) => expect(momentOf(text, now)).toBeNull(),
  )
})
