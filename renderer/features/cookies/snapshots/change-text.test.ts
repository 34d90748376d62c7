import { describe, expect, it } from 'vitest'
import type { ComparedCookie, CookieChange } from '../../../../electron/contract/models/cookie-models.ts'
import { changeText } from './change-text.ts'

/** Local noon, so that the day is the same in every zone. */
const noon = (day: number): number => new Date(2026, 11, day, 12).getTime()
const row = (expiresAt: number | null, valueBytes: number): ComparedCookie =>
  ({ expiresAt, valueBytes }) as ComparedCookie
const change = (given: Partial<CookieChange>): CookieChange => ({
  key: 'k',
  kinds: ['attributes'],
  before: null,
  after: null,
  attributes: [],
  ...given,
})
const READ_AT = noon(20)

describe('a change in words', () => {
  it('says how much later a cookie expires, with both days', () => {
    const extended = change({ kinds: ['extended'], before: row(noon(1), 4), after: row(noon(4), 4) })
    expect(changeText(extended, READ_AT)).toBe('Expires 3 d later: 2026-12-01 → 2026-12-04')
    const shortened = change({ kinds: ['shortened'], before: row(noon(4), 4), after: row(noon(1), 4) })
    expect(changeText(shortened, READ_AT)).toBe('Expires 3 d earlier: 2026-12-04 → 2026-12-01')
  })

  it('names the time where both are on one day', () => {
    const at = noon(1)
    const extended = change({ kinds: ['extended'], before: row(at, 4), after: row(at + 90_000, 4) })
    expect(changeText(extended, READ_AT)).toBe('Expires 1 min later: 2026-12-01 12:00:00 → 2026-12-01 12:01:30')
  })

  it('tells a rotated value by its sizes, never by the value', () => {
    const rotated = change({ kinds: ['rotated'], before: row(null, 24), after: row(null, 26) })
    expect(changeText(rotated, READ_AT)).toBe('Value changed (24 → 26 bytes)')
    const same = change({ kinds: ['rotated'], before: row(null, 1), after: row(null, 1) })
    expect(changeText(same, READ_AT)).toBe('Value changed (1 byte as before)')
  })

  it('joins several changes, and tells an expiry once', () => {
    const several = change({
      kinds: ['rotated', 'extended', 'attributes'],
      before: row(noon(1), 24),
      after: row(noon(4), 26),
      attributes: [
        { field: 'expires', before: '2026-12-01T12:00:00Z', after: '2026-12-04T12:00:00Z' },
        { field: 'SameSite', before: 'Lax', after: 'None' },
      ],
    })
    expect(changeText(several, READ_AT)).toBe(
      'Value changed (24 → 26 bytes); expires 3 d later: 2026-12-01 → 2026-12-04; SameSite Lax → None',
    )
  })

  it('says when a session cookie became a persistent one, and back', () => {
    const kept = change({ kinds: ['extended'], before: row(null, 4), after: row(noon(4), 4) })
    expect(changeText(kept, READ_AT)).toBe('Session cookie → expires 2026-12-04')
    const let_go = change({ kinds: ['shortened'], before: row(noon(4), 4), after: row(null, 4) })
    expect(changeText(let_go, READ_AT)).toBe('Expires 2026-12-04 → session cookie')
  })

  it('says of a cookie that is gone whether it had only run out', () => {
    const ran = change({ kinds: ['vanished'], before: row(noon(19), 4) })
    expect(changeText(ran, READ_AT)).toBe('Had expired 2026-12-19')
    const gone = change({ kinds: ['vanished'], before: row(null, 4) })
    expect(changeText(gone, READ_AT)).toBe('Was a session cookie of 4 bytes')
    const early = change({ kinds: ['vanished'], before: row(noon(21), 4) })
    expect(changeText(early, READ_AT)).toBe('Would have expired 2026-12-21, 4 bytes')
    const came = change({ kinds: ['appeared'], after: row(noon(30), 1) })
    expect(changeText(came, READ_AT)).toBe('Expires 2026-12-30, 1 byte')
    expect(changeText(change({ kinds: ['appeared'], after: row(null, 4) }), READ_AT)).toBe('Session cookie of 4 bytes')
  })
})
