import { expect, it } from 'vitest'
import { limitFacts, limitMarks } from './limit-facts.ts'

const now = new Date(2026, 10, 28, 10, 14, 0).getTime()
const limit = { limit: 100, remaining: 62, resetsAt: now + 31_000, waiting: 3, pausedUntil: null }
const values = (facts: { label: string; value: string }[]) => Object.fromEntries(facts.map((f) => [f.label, f.value]))

it('says used, left, reset, waiting and pause', () => {
  expect(values(limitFacts(limit, now))).toEqual({
    Used: '38',
    Left: '62',
    Limit: '100',
    Resets: 'in 31 s, at 10:14:31',
    Waiting: '3 requests',
    Paused: 'No',
  })
  expect(values(limitFacts({ ...limit, pausedUntil: now + 12_000 }, now)).Paused).toBe('until 10:14:12, in 12 s')
})

it('claims no figure of a window that is over, and none that was not told', () => {
  expect(values(limitFacts(limit, now + 40_000))).toMatchObject({
    Used: '–',
    Left: '–',
    Resets: 'was reset at 10:14:31',
  })
  const unknown = { limit: null, remaining: null, resetsAt: null, waiting: 0, pausedUntil: null }
  expect(values(limitFacts(unknown, now))).toMatchObject({ Used: '–', Left: '–', Limit: '–', Resets: '–' })
})

it('marks each new window and each refusal', () => {
  const marks = limitMarks({
    points: [
      { at: 1, limit: 100, remaining: 90 },
      { at: 2, limit: 100, remaining: 40 },
      { at: 3, limit: 100, remaining: 99 },
    ],
    refusals: [2],
  })
  expect(marks.map(({ at, kind }) => [at, kind])).toEqual([
    [3, 'tick'],
    [2, 'square'],
  ])
})
