import { expect, test } from 'vitest'
import { gaugeOf } from './limit-text.ts'

const now = 1_000_000
const limit = { limit: 100, remaining: 62, resetsAt: now + 31_500, waiting: 0, pausedUntil: null }

test('used, left and reset on one line', () => {
  const gauge = gaugeOf(limit, now)
  expect(gauge.text).toBe('62/100 · 31 s')
  expect(gauge.share).toBe(0.62)
  expect(gauge.tip).toContain('62 of 100 requests left, reset in 31 s.')
})

test('after the reset no figure is claimed', () => {
  const gauge = gaugeOf(limit, now + 40_000)
  expect(gauge.text).toBeNull()
  expect(gauge.tip).toBe('The rate limit was reset since the last request.')
})

test('a pause is said first, and ends by itself', () => {
  const paused = { ...limit, remaining: 0, pausedUntil: now + 12_000, waiting: 3 }
  expect(gaugeOf(paused, now).text).toBe('paused · 12 s')
  expect(gaugeOf(paused, now).tip).toMatch(/^Requests are paused for 12 s\. .* 3 requests queued\.$/)
  expect(gaugeOf(paused, now + 12_001).paused).toBe(false)
})

test('unknown parts are left out', () => {
  const unknown = { limit: null, remaining: null, resetsAt: null, waiting: 0, pausedUntil: null }
  expect(gaugeOf(unknown, now)).toMatchObject({ text: null, share: null, paused: false })
  expect(gaugeOf({ ...unknown, remaining: 7 }, now).text).toBe('7')
})
