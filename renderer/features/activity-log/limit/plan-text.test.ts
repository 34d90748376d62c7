import { expect, it } from 'vitest'
import { planText, readCount } from './plan-text.ts'

const now = new Date(2026, 10, 28, 10, 14, 0).getTime()

const gate = { limit: 100, pausedUntil: null }
const textOf = (plan: Parameters<typeof planText>[0], at: Parameters<typeof planText>[1] = gate): string => {
  const { title, text } = planText(plan, at, now)
  return `${title} ${text}`
}

it('says in one sentence when bulk work is done and what stays for the person', () => {
  const plan = { requests: 300, doneAt: now + 12 * 60_000, atOnce: 60, windows: 3, reserve: 20 }
  expect(textOf(plan)).toBe(
    '300 requests are done at 10:26, in 12 min: 60 at once, the rest over 3 more windows; 20 of 100 in each window stay free for you.',
  )
})

it('says what goes at once, and what waits for a window or a pause', () => {
  expect(textOf({ requests: 1, doneAt: now, atOnce: 1, windows: 0, reserve: 20 })).toBe(
    '1 request is done at once within this window; 20 of 100 in each window stay free for you.',
  )
  const waiting = { requests: 5, doneAt: now + 31_000, atOnce: 0, windows: 1, reserve: 0 }
  expect(textOf(waiting, { limit: null, pausedUntil: null })).toBe(
    '5 requests are done at 10:14, in 31 s: all of them over 1 window to come.',
  )
  const paused = { requests: 5, doneAt: now + 18_000, atOnce: 5, windows: 0, reserve: 0 }
  expect(textOf(paused, { limit: 100, pausedUntil: now + 18_000 })).toBe(
    '5 requests are done at 10:14, in 18 s: 5 after the pause.',
  )
})

it('promises no time where the limit is unknown', () => {
  const plan = { requests: 9, doneAt: null, atOnce: null, windows: null, reserve: null }
  expect(textOf(plan)).toContain('The duration is unknown')
  expect(textOf({ ...plan, requests: 0 })).toContain('No requests')
})

it('names the day when it is another one', () => {
  const plan = { requests: 9e6, doneAt: now + 86_400_000, atOnce: 60, windows: 1_440, reserve: 20 }
  expect(textOf(plan)).toContain('are done at 2026-11-29 10:14, in 24 h: ')
})

it('reads numbers as people type them', () => {
  expect(['100', ' 1,204 ', '10 000', '1_000', '10000000'].map(readCount)).toEqual([
    100, 1_204, 10_000, 1_000, 10_000_000,
  ])
  expect(['', 'many', '-3', '1e6', '10000001', '999999999'].map(readCount)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})
