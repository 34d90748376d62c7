import { expect, it } from 'vitest'
import { planWords, readCount } from './plan-words.ts'

const now = new Date(2026, 10, 28, 10, 14, 0).getTime()

it('says when bulk work is done and what stays for the person', () => {
  const plan = { requests: 300, doneAt: now + 12 * 60_000, atOnce: 60, windows: 3, reserve: 20 }
  expect(planWords(plan, 100, now)).toEqual({
    title: 'Done at 10:26 (in 12 min)',
    text: '60 at once, then 3 windows. 20 of 100 in each window stay for you.',
  })
})

it('says what goes at once, and what waits for a single window', () => {
  expect(planWords({ requests: 5, doneAt: now, atOnce: 5, windows: 0, reserve: 20 }, 100, now)).toEqual({
    title: 'Done at once',
    text: '5 at once. 20 of 100 in each window stay for you.',
  })
  expect(planWords({ requests: 5, doneAt: now + 31_000, atOnce: 0, windows: 1, reserve: 0 }, null, now)).toEqual({
    title: 'Done at 10:14 (in 31 s)',
    text: 'Nothing at once, then 1 window.',
  })
})

it('promises no time where the limit is unknown', () => {
  const plan = { requests: 9, doneAt: null, atOnce: null, windows: null, reserve: null }
  expect(planWords(plan, null, now).title).toBe('The time is not known')
  expect(planWords({ ...plan, requests: 0 }, null, now).title).toBe('Nothing to ask')
})

it('names the day when it is another one', () => {
  const plan = { requests: 9e6, doneAt: now + 86_400_000, atOnce: 60, windows: 1_440, reserve: 20 }
  expect(planWords(plan, 100, now).title).toBe('Done at 2026-11-29 10:14 (in 24 h)')
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
