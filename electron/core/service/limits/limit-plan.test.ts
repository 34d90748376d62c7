import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Limit } from '../../../contract/models/account-models.ts'
import { createTestClock } from '../../base/testing/test-clock.ts'
import { createServerClock } from '../server-clock.ts'
import { planLimit } from './limit-plan.ts'
import { createRateGate, reserveOf } from './rate-gate.ts'

const NOW = 1_000_000
const LIMIT: Limit = { limit: 100, remaining: 100, resetsAt: NOW + 30_000, waiting: 0, pausedUntil: null }
const inMs = (requests: number, patch: Partial<Limit> = {}) => {
  const { doneAt } = planLimit(requests, { ...LIMIT, ...patch }, NOW)
  return doneAt === null ? null : doneAt - NOW
}

it('leaves the reserve to the person in every window', () => {
  expect(planLimit(312, LIMIT, NOW)).toEqual({
    requests: 312,
    doneAt: NOW + 30_000 + 2 * 60_000,
    atOnce: 80,
    windows: 3,
    reserve: 20,
  })
  expect([inMs(0), inMs(80), inMs(81)]).toEqual([0, 0, 30_000])
  expect(inMs(1, { remaining: 20, pausedUntil: NOW + 45_000 })).toBe(45_000)
  expect(inMs(1, { pausedUntil: NOW + 45_000 })).toBe(45_000)
  expect(inMs(0, { pausedUntil: NOW + 45_000 })).toBe(0)
})

it('takes a window for as long as the present one still lasts', () => {
  expect(inMs(161, { resetsAt: NOW + 3_600_000 })).toBe(2 * 3_600_000)
  expect(inMs(161, { resetsAt: null })).toBe(2 * 60_000)
  expect(inMs(161, { resetsAt: NOW - 5_000 })).toBe(60_000)
})

it('R04: says nothing where the limit says nothing', () => {
  for (const limit of [null, 0, Number.NaN]) {
    expect(planLimit(5, { ...LIMIT, limit }, NOW)).toEqual({
      requests: 5,
      doneAt: null,
      atOnce: null,
      windows: null,
      reserve: null,
    })
  }
})

const limits: fc.Arbitrary<Limit> = fc.record({
  limit: fc.integer({ min: 1, max: 100_000 }),
  remaining: fc.option(fc.integer({ min: 0, max: 100_000 })),
  resetsAt: fc.option(fc.integer({ min: NOW - 1e9, max: NOW + 1e12 })),
  waiting: fc.constant(0),
  pausedUntil: fc.option(fc.integer({ min: NOW - 1e6, max: NOW + 300_000 })),
})
const counts = fc.integer({ min: 0, max: 10_000_000 })

it('is finite, never in the past, never less for more requests, and never uses the reserve', () => {
  fc.assert(
    fc.property(limits, counts, counts, (limit, one, other) => {
      const [few, many] = [Math.min(one, other), Math.max(one, other)].map((n) => planLimit(n, limit, NOW))
      if (!few || !many) return
      for (const plan of [few, many]) {
        const { doneAt, atOnce, windows, reserve, requests } = plan
        expect([doneAt, atOnce, windows, reserve].every((n) => n !== null && Number.isFinite(n) && n >= 0)).toBe(true)
        expect(doneAt).toBeGreaterThanOrEqual(NOW)
        const usable = Math.max(0, (limit.remaining ?? limit.limit ?? 0) - (reserve ?? 0))
        expect(atOnce).toBeLessThanOrEqual(usable)
        const most = (limit.limit ?? 0) - (reserve ?? 0)
        expect(requests - (atOnce ?? 0)).toBeLessThanOrEqual((windows ?? 0) * most)
        expect(requests - (atOnce ?? 0)).toBeGreaterThan(((windows ?? 0) - 1) * most)
      }
      expect(many.doneAt ?? 0).toBeGreaterThanOrEqual(few.doneAt ?? 0)
    }),
  )
})

it.each([
  [10, 10, 25],
  [10, 3, 12],
  [7, 2, 20],
  [100, 100, 200],
])('the gate lets background requests through as planned (limit %i, left %i, %i requests)', async (limit, left, n) => {
  const clock = createTestClock()
  const gate = createRateGate({ clock, serverClock: createServerClock(clock), random: () => 0.5 })
  let remaining = left + 1
  let resetsAt = clock.now() + 60_000
  const lowest: number[] = []
  const ask = async (priority: 'person' | 'bulk'): Promise<void> => {
    const permit = await gate.enter(priority)
    await new Promise((resolve) => setImmediate(resolve))
    if (clock.now() >= resetsAt) {
      resetsAt += 60_000
      remaining = limit
    }
    remaining -= 1
    lowest.push(remaining)
    const headers = new Headers({
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': String(remaining),
      'x-ratelimit-reset': String(resetsAt / 1_000),
    })
    permit?.leave({ status: 200, headers })
  }
  await ask('person') // from here on the gate knows the limit
  const planned = planLimit(n, gate.limit(), clock.now())
  const startedAt = clock.now()
  let doneAt: number | null = null
  void Promise.all(Array.from({ length: n }, () => ask('bulk'))).then(() => {
    doneAt = clock.now()
  })
  const settle = async () => {
    for (let turn = 0; turn < 3 * n; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }
  await settle()
  for (let minute = 0; doneAt === null && minute < 50; minute += 1) {
    clock.advance(60_000)
    await settle()
  }
  expect((doneAt ?? 0) - startedAt).toBe((planned.doneAt ?? 0) - startedAt)
  expect(Math.min(...lowest.slice(1))).toBeGreaterThanOrEqual(Math.min(reserveOf(limit), left))
  gate.dispose()
})
