import { describe, expect, it } from 'vitest'
import { readStart } from './start-offset.ts'

const created = Date.UTC(2026, 10, 27, 12)
const read = (startMs: number | null, rest: Partial<Parameters<typeof readStart>[0]> = {}) =>
  readStart({ startMs, durationMs: 6_000, createdAt: created, closedAt: created + 60_000, ...rest })

describe('start offset and wall clock', () => {
  it('is the session start plus video_start_ms', () => {
    expect(read(1_500)).toEqual({
      startMs: 1_500,
      startEstimated: false,
      wallClockStart: created + 1_500,
      warning: null,
    })
    expect(read(0).startEstimated).toBe(false)
  })

  it('V02: null counts as 0 and is an estimate', () => {
    expect(read(null)).toEqual({ startMs: 0, startEstimated: true, wallClockStart: created, warning: null })
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 90_000, 1_795_780_000_000])(
    'V04, V06: %d cannot be and is ignored',
    (ms) => {
      const start = read(ms)
      expect(start).toMatchObject({ startMs: 0, startEstimated: true, wallClockStart: created })
      expect(start.warning).not.toBeNull()
    },
  )

  it('V04: without a known end a plausible offset is only a label', () => {
    expect(read(90_000, { closedAt: null })).toMatchObject({ startMs: 90_000, startEstimated: false })
    expect(read(1_795_780_000_000, { closedAt: null }).startMs).toBe(0)
  })

  it('a recording that would outlast its session is an estimate', () => {
    expect(read(50_000, { durationMs: 100_000 })).toMatchObject({ startMs: 50_000, startEstimated: true })
  })

  it('no session start, no wall clock', () => {
    expect(read(10, { createdAt: null }).wallClockStart).toBeNull()
  })
})
